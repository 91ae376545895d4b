package heuristic

import "math"

// Score is the value of a position or move for the side to move. Win-n
// means a win with the n-th ply from now, n-Win a loss with the n-th ply from now, and 0 a
// draw or an even game. So sooner wins and later losses are better. A score from -MaxHeuristic
// to MaxHeuristic is an estimate in points of the evaluation. Estimate converts it to an expected
// result. Package minimax has the same scores, with other points and another bound of them.
type Score int32

// The bounds of scores.
const (
	Win          Score = 1_000_000
	MaxHeuristic Score = 20_000

	// certain is lower than every certain win, and higher than every estimate: no game is longer
	// than the 225 cells of the largest board.
	certain = Win - 255

	// infinity is higher than every score.
	infinity = Win + 1
)

// Mate reports whether the score is a certain win or loss, and in how many plies at the
// latest. plies is positive if the side of the score wins and negative if it loses.
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

// Estimate returns the expected result for the score, from -100 (lost) to 100 (won). It
// is a logistic curve, so a larger lead adds less.
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

// Discs converts a score of a board with a number of cells, n of them filled, from plies to discs of
// the winner, as package solver counts them. Before the last of k plies, n+k-1 cells are filled.
func (s Score) Discs(cells, n int) int {
	room := cells + 2 - n
	switch plies, certain := s.Mate(); {
	case !certain:
		return 0
	case plies > 0:
		return (room - plies) / 2
	default:
		return -(room + plies) / 2
	}
}
