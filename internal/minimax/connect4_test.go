package minimax

import (
	"math/rand/v2"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// The weights of EvaluationAI, in points.
const (
	windowLacksOne = 8
	windowLacksTwo = 3
	discInCentre   = 4
	discNearCentre = 2
)

// plainPoints is the Connect Four evaluator, computed cell by cell.
func plainPoints(pos *rules.Connect4Position) Score {
	columns, rows, align := pos.Size()
	own, other := pos.Discs(pos.Turn()), pos.Discs(pos.Turn().Other())
	at := func(c, r int) int { // 1: a disc of the side to move, -1: of its opponent, 0: empty or outside
		switch bit := c*(rows+1) + r; {
		case own.Has(bit):
			return 1
		case other.Has(bit):
			return -1
		default:
			return 0
		}
	}
	points := 0
	for c := range columns {
		for r := range rows {
			switch twice := max(2*c-columns+1, columns-1-2*c); {
			case twice <= 1:
				points += (discInCentre + discNearCentre) * at(c, r)
			case twice <= 3:
				points += discNearCentre * at(c, r)
			}
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				endColumn, endRow := c+(align-1)*step[0], r+(align-1)*step[1]
				if endColumn >= columns || endRow >= rows || endRow < 0 {
					continue
				}
				ours, theirs := 0, 0
				for i := range align {
					switch at(c+i*step[0], r+i*step[1]) {
					case 1:
						ours++
					case -1:
						theirs++
					}
				}
				points += windowWorth(align, ours, theirs) - windowWorth(align, theirs, ours)
			}
		}
	}
	return Score(points)
}

// windowWorth returns the points of a window with own discs of a side and other discs of its
// opponent, for that side.
func windowWorth(align, own, other int) int {
	switch {
	case other > 0:
		return 0
	case own == align-1:
		return windowLacksOne
	case own == align-2:
		return windowLacksTwo
	default:
		return 0
	}
}

func TestConnect4Evaluator(t *testing.T) {
	rng, isZero := rand.New(rand.NewPCG(1, 9)), map[bool]int{} // the number of positions with score 0 and with other scores
	for _, variant := range []string{
		"connect4:4x4:3", "connect4:4x4:4", "connect4:7x6:3", "connect4:7x6:4", "connect4:8x7:5", "connect4:4x15:5",
		"connect4:9x7:4", "connect4:15x4:5", "connect4:12x13:3", "connect4:15x15:4", "connect4:15x15:5",
	} {
		g := game(t, variant)
		for range 200 {
			pos := randomPosition(g, rng.IntN(100), rng).(*rules.Connect4Position)
			got, want := EvaluationAI.evaluatorFor(pos)(), plainPoints(pos)
			if got != want {
				t.Fatalf("%s: %d points, want %d", variant, got, want)
			}
			isZero[got == 0]++
		}
	}
	if isZero[false] < 1000 {
		t.Errorf("%d positions of %d score 0", isZero[true], isZero[true]+isZero[false])
	}
}

// TestHeuristicBound checks that no position can have more points than MaxHeuristic. It
// overestimates: four windows begin at each cell, each lacks one disc, and each disc is in the
// centre.
func TestHeuristicBound(t *testing.T) {
	const cells = rules.Connect4MaxSide * rules.Connect4MaxSide
	if most := Score(cells * (4*windowLacksOne + discInCentre + discNearCentre)); most > MaxHeuristic {
		t.Errorf("%d points exceed %d", most, MaxHeuristic)
	}
}

func BenchmarkEvaluator(b *testing.B) {
	for _, variant := range []string{"connect4:7x6:4", "connect4:9x7:4", "connect4:15x15:5", "force3"} {
		b.Run(variant, func(b *testing.B) {
			eval := EvaluationAI.evaluatorFor(randomPosition(game(b, variant), 20, rand.New(rand.NewPCG(1, 2))))
			for b.Loop() {
				eval()
			}
		})
	}
}
