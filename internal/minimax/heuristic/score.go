package heuristic

import "math"

// Score is the worth of a position or move for the side to move there, in the
// convention of package minimax: Win-n wins with the n-th ply from now, n-Win
// loses with it, 0 is a draw or an even game. Between -MaxHeuristic and
// MaxHeuristic it is an estimate in the evaluation's own units; Estimate turns
// one into an expected result.
type Score int32

// The bounds of scores.
const (
	Win          Score = 1_000_000
	MaxHeuristic Score = 20_000

	// certain is below every certain win: no game is longer than the 225 cells
	// of the largest board.
	certain = Win - 256

	// infinity is beyond every score.
	infinity = Win + 1
)

// Mate reports whether the end is certain, and after how many plies it comes
// at the latest: positive if the side that the score is for wins, negative if
// it loses.
func (s Score) Mate() (plies int, ok bool) {
	switch {
	case s >= certain:
		return int(Win - s), true
	case s <= -certain:
		return int(-Win - s), true
	default:
		return 0, false
	}
}

// Estimate is the expected result that goes with the score, from -100 (lost)
// to 100 (won). It is a logistic curve, so that a lead counts less the larger
// it already is.
func (s Score) Estimate() int {
	switch {
	case s >= certain:
		return 100
	case s <= -certain:
		return -100
	default:
		return int(math.Round(100 * math.Tanh(float64(s)/estimateScale)))
	}
}
