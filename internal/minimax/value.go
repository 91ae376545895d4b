package minimax

import (
	"math"
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// Value is what is known of the worth of a position or of a move, always for
// the side to move in the position that was analysed.
type Value struct {
	// It is worth at least Low and at most High. If they are equal the value is
	// exact; if nothing is known they are -Win and Win.
	Low, High Score

	// Estimate is the result to expect as the heuristics see it, from -100, a sure
	// loss, to 100, a sure win. It is 0 where the value is exact.
	Estimate int
}

// maxEstimate is as sure as an estimate can be of itself.
const maxEstimate = 99

// Exact reports whether the value is known to the ply.
func (v Value) Exact() bool { return v.Low == v.High }

// Decided reports whether it is known who wins, or that nobody does, perhaps
// not when.
func (v Value) Decided() bool { return v.Exact() || v.Low > 0 || v.High < 0 }

// exactly is the value of what is known to be worth a score.
func exactly(s Score) Value { return Value{Low: s, High: s} }

// unknown is the value of what nothing is known of.
func unknown() Value { return Value{Low: -Win, High: Win} }

// undecided is the value of what no forced end within some plies was found of,
// with an evaluator's score.
func undecided(plies int, score Score) Value {
	return Value{Low: Score(plies+1) - Win, High: Win - Score(plies+1), Estimate: estimate(score)}
}

// estimateScale is the evaluators' score that stands for three chances in four.
const estimateScale = 40

// estimate turns an evaluator's score into the result to expect, along a
// logistic curve.
func estimate(s Score) int {
	e := int(math.Round(100 * math.Tanh(math.Log(3)/2*float64(s)/estimateScale)))
	return min(max(e, -maxEstimate), maxEstimate)
}

// MoveValue is a legal move with what is known of it.
type MoveValue struct {
	Move  rules.Move
	Value Value
}

// Analysis is what is known of a position and of each move in it.
type Analysis struct {
	Value Value
	Moves []MoveValue // every legal move, in the order of Position.Moves
	Depth int         // plies of the deepest finished iteration; 0 from a table, a book or an exact solver
	Nodes int         // positions reached
}

// Exact reports whether every move's value is.
func (a *Analysis) Exact() bool {
	for _, m := range a.Moves {
		if !m.Value.Exact() {
			return false
		}
	}
	return true
}

// decided reports whether it is known who wins, and with which move.
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

// loses reports whether a move is known to lose. Nothing is known by nil.
func (a *Analysis) loses(m rules.Move) bool {
	return a != nil && slices.ContainsFunc(a.Moves, func(v MoveValue) bool { return v.Move == m && v.Value.High < 0 })
}

// Best returns the moves that no other can be better than, as far as is known:
// those with the best exact value if that is certain, otherwise those with the
// best estimate among the moves that may be as good as any.
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

// expected is the estimate, or what stands for one where more is known.
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

// settle sets the value of the position from those of the moves.
func (a *Analysis) settle() {
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
