package reference

import (
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

func TestPositionsMatchKind(t *testing.T) {
	for _, k := range Kinds() {
		set, err := Positions(k)
		if err != nil {
			t.Fatal(err)
		}
		if len(set) != k.Count {
			t.Errorf("%s has %d positions, want %d", k.Name, len(set), k.Count)
		}
		for _, p := range set {
			left := remaining(p.Discs(), p.Score)
			if p.Discs() < k.minDiscs || p.Discs() > k.maxDiscs || left < k.minLeft || left > k.maxLeft || aligned(p.Own) || aligned(p.Mask^p.Own) {
				t.Errorf("%s: %s with score %d, %d discs to come, is not of this kind", k.Name, p.Moves, p.Score, left)
			}
		}
	}
}

// TestRemaining plays positions to their end with best moves and compares the number of
// discs.
func TestRemaining(t *testing.T) {
	s := solver.New(Board, solver.NewTable(Board, 1<<20))
	set, err := Positions(Kinds()[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set[:100] {
		want, at := remaining(p.Discs(), p.Score), p.Position
		for n := 1; ; n++ {
			scores, legal, _ := s.Moves(at, nil)
			best := -1
			for c := range scores {
				if legal[c] && (best < 0 || scores[c] > scores[best]) {
					best = c
				}
			}
			cell := drop(at, best)
			over := aligned(at.Own | cell)
			if at = play(at, cell); over || at.Discs() == Board.Cells() {
				if n != want {
					t.Errorf("%s, score %d: the game ends after %d discs, want %d", p.Moves, p.Score, n, want)
				}
				break
			}
		}
	}
}

// remaining returns how many more discs are played from a position with n discs and this
// score, if both sides play perfectly.
func remaining(n, score int) int {
	cells := Board.Cells()
	// Find the winner's s-th last disc. With an even number of cells, the second player
	// plays the last disc of the game, and the first player the last disc but one.
	first := n%2 == 0 // the side to move is the first player
	switch {
	case score == 0:
		return cells - n
	case score < 0:
		first, score = !first, -score
	}
	last := cells - 2*(score-1)
	if first == (cells%2 == 0) {
		last--
	}
	return last - n
}

func aligned(discs uint64) bool {
	for _, step := range [4]int{1, stride - 1, stride, stride + 1} {
		pairs := discs & (discs >> step)
		if pairs&(pairs>>(2*step)) != 0 {
			return true
		}
	}
	return false
}
