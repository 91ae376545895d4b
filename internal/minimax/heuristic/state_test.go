package heuristic

import (
	"math/rand/v2"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// TestStateIncremental checks that a state after play and undo equals a state loaded from the
// same position, and that its threats are the cells that win.
func TestStateIncremental(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for _, variant := range []string{"4x4:3", "7x6:4", "9x15:5", "15x15:5", "15x15:3", "15x4:4"} {
		e := engineOf(start(t, variant))
		for range 30 {
			pos := start(t, variant)
			var s, loaded state
			s.reset(e.g)
			for {
				loaded.load(e.g, pos, false)
				compare(t, pos, &s, &loaded)
				list := pos.Moves(nil)
				if len(list) == 0 {
					break
				}
				m := list[rng.IntN(len(list))]
				cell := uint8(int(m)*laneBits + pos.Height(int(m)))
				wins := s.threats[s.turn].has(cell)
				pos.Play(m)
				if over := pos.Outcome().Winner() != rules.NoSide; over != wins {
					t.Fatalf("%s %s: the move wins: %t, the threats say %t", variant, movesOf(pos), over, wins)
				}
				if wins {
					break
				}
				points := s.points
				s.play(cell)
				s.undo(cell, points)
				s.play(cell)
			}
		}
	}
}

func compare(t *testing.T, pos *rules.Connect4Position, got, want *state) {
	t.Helper()
	for w := range got.g.words {
		for side := range 2 {
			if got.threats[side][w]&got.open[w] != want.threats[side][w]&want.open[w] {
				t.Fatalf("%s: threats %x, loaded %x", movesOf(pos), got.threats, want.threats)
			}
		}
	}
	if got.points != want.points || got.hash != want.hash || got.mirror != want.mirror || got.open != want.open ||
		got.next != want.next || got.empty != want.empty || got.turn != want.turn || got.windows != want.windows {
		t.Fatalf("%s: the state after play or undo differs from the loaded state", movesOf(pos))
	}
	var mirrored state
	mirrored.load(got.g, pos, true)
	if mirrored.hash != got.mirror || mirrored.points != got.points {
		t.Fatalf("%s: mirrored, hash %x and %d points; want %x and %d",
			movesOf(pos), mirrored.hash, mirrored.points, got.mirror, got.points)
	}
}

// TestProfitingSide checks that threats favour the first player in the odd rows counted
// from 1, unless the other columns have an odd number of cells.
func TestProfitingSide(t *testing.T) {
	for _, test := range []struct {
		variant string
		first   string // from the bottom row: F if a threat favours the first player, S for the second
	}{
		{"7x6:4", "FSFSFS"}, {"8x8:4", "FSFSFSFS"}, {"9x7:4", "FSFSFSF"}, {"8x7:4", "SFSFSFS"}, {"6x5:4", "SFSFS"},
	} {
		g := engineOf(start(t, test.variant)).g
		for row := range g.rows {
			if got := "FS"[g.profitingSide(row)]; got != test.first[row] {
				t.Errorf("%s, row %d: %c, want %c", test.variant, row+1, got, test.first[row])
			}
		}
	}
}

// TestLanes checks the arithmetic on all lanes of a word at once.
func TestLanes(t *testing.T) {
	const word = 0x4000_0006_0000_0001
	if got := lowest(word); got != 0x4000_0002_0000_0001 {
		t.Errorf("lowest: %x", got)
	}
	if got := cellsBelow(word); got != 0x3fff_0001_7fff_0000 {
		t.Errorf("below: %x", got)
	}
}

// TestEstimate checks the curve from scores to expected results.
func TestEstimate(t *testing.T) {
	for _, test := range []struct {
		score Score
		want  int
	}{{0, 0}, {Win - 5, 100}, {7 - Win, -100}, {MaxHeuristic, 100}, {estimateScale, 76}, {-estimateScale, -76}} {
		if got := test.score.Estimate(); got != test.want {
			t.Errorf("%d: %d, want %d", test.score, got, test.want)
		}
	}
}
