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

func TestGenerateIsReproducible(t *testing.T) {
	k := Kinds()[0]
	k.Count = 50
	make50 := func() []Position {
		set, err := Generate(t.Context(), k, 7, solver.New(Board, solver.NewTable(Board, 1<<20)), func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	a, b := make50(), make50()
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("position %d is %+v, then %+v", i, a[i], b[i])
		}
	}
}
