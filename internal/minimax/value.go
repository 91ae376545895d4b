package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// Value is what is known about a position or a move, for the side to move in the analysed
// position.
type Value struct {
	// The exact value is at least Low and at most High. If Low and High are equal, the value
	// is known. If nothing is known, they are -Win and Win.
	Low, High Score

	// Estimate is the expected result by the heuristics, from -100 for a sure loss to 100
	// for a sure win. It is 0 if the value is exact.
	Estimate int
}

// maxEstimate is the highest estimate for a position that is not known to be won.
const maxEstimate = 99

// Exact reports whether the value is known, including the number of plies to the end.
func (v Value) Exact() bool { return v.Low == v.High }

// Decided reports whether the outcome is known: a win, a loss or a draw. The number of plies
// may be unknown.
func (v Value) Decided() bool { return v.Exact() || v.Low > 0 || v.High < 0 }

// exactValue returns an exact Value of s.
func exactValue(s Score) Value { return Value{Low: s, High: s} }

// MoveValue is a legal move with its value.
type MoveValue struct {
	Move  rules.Move
	Value Value
}

// Analysis is the value of a position and of each move in it.
type Analysis struct {
	Value Value
	Moves []MoveValue // every legal move, in the order of Position.Moves
	Depth int         // plies of the deepest finished iteration; 0 from a table, a book or an exact solver
	Nodes int         // positions searched
}

// Exact reports whether the values of all moves are exact.
func (a *Analysis) Exact() bool {
	return !slices.ContainsFunc(a.Moves, func(m MoveValue) bool { return !m.Value.Exact() })
}

// decided reports whether the outcome of the position and a move that reaches this outcome are
// known.
func (a *Analysis) decided() bool {
	if a.Value.Low > 0 {
		return true
	}
	for _, m := range a.Moves {
		if !m.Value.Decided() {
			return false
		}
	}
	return len(a.Moves) > 0
}

// loses reports whether m is known to lose. For a nil Analysis it returns false.
func (a *Analysis) loses(m rules.Move) bool {
	return a != nil && slices.ContainsFunc(a.Moves, func(v MoveValue) bool { return v.Move == m && v.Value.High < 0 })
}

// Best returns the best moves, as far as the values are known. It considers the moves whose
// upper bound is at least the highest lower bound of all moves. Of these it returns the moves
// with the highest estimate. A certain win counts as higher than any estimate.
func (a *Analysis) Best() (best []rules.Move) {
	low, top := -infinity, -maxEstimate-1
	for _, m := range a.Moves {
		low = max(low, m.Value.Low)
	}
	for _, m := range a.Moves {
		if m.Value.High >= low {
			top = max(top, m.Value.expected())
		}
	}
	for _, m := range a.Moves {
		if m.Value.High >= low && m.Value.expected() == top {
			best = append(best, m.Move)
		}
	}
	return best
}

// expected returns the estimate. If a win or loss is certain, it returns a number beyond all
// estimates.
func (v Value) expected() int {
	switch {
	case v.Low > 0:
		return maxEstimate + 1
	case v.High < 0:
		return -maxEstimate - 1
	default:
		return v.Estimate
	}
}

// updateValue computes the value of the position from those of the moves.
func (a *Analysis) updateValue() {
	v := Value{Low: -Win, High: -Win, Estimate: -100}
	for _, m := range a.Moves {
		v.Low, v.High = max(v.Low, m.Value.Low), max(v.High, m.Value.High)
		v.Estimate = max(v.Estimate, m.Value.expected())
	}
	if v.Exact() {
		v.Estimate = 0
	}
	a.Value = v
}
