package minimax

import (
	"math/bits"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/rules"
)

// customBudget is the budget of all custom levels, whatever their depth.
const customBudget = fixedDepthBudget

// customLevel returns the Level that plays a custom level.
func customLevel(l custom.Level) Level {
	return Level{Name: l.String(), Depth: l.Depth, Budget: customBudget, Margin: Score(l.Margin), Weights: &l.Weights}
}

// weightedEvaluatorOf returns an evaluator for pos with the weights of a custom level that plays
// side. As negamax needs it, the score is for the side to move: the level's points or their negative.
func weightedEvaluatorOf(pos rules.Position, w *custom.Weights, side rules.Side) evaluator {
	points := weightedPoints(pos, w, side)
	return func() Score {
		if pos.Turn() == side {
			return Score(points())
		}
		return -Score(points())
	}
}

// weightedPoints returns a function that counts the points of the current state of pos, for a level
// that plays side.
func weightedPoints(pos rules.Position, w *custom.Weights, side rules.Side) func() int {
	switch p := pos.(type) {
	case *rules.Connect4Position:
		e := newConnect4Evaluator(p)
		return func() int { return e.pointsWith(w, p.Discs(side), p.Discs(side.Other())) }
	case *rules.TicTacToePosition:
		return func() int { return weightedCells(w, p.Marks(side), p.Marks(side.Other())) }
	case *rules.Force3Position:
		return func() int { return weightedCells(w, p.Discs(side), p.Discs(side.Other())) }
	default:
		return func() int { return 0 }
	}
}

// pointsWith returns the points of a custom level that has the discs own.
func (e *connect4Evaluator) pointsWith(w *custom.Weights, own, other *rules.Bitboard) int {
	points := 0
	for i := range e.words {
		points += w.Own.Centre*bits.OnesCount64(own[i]&e.centre[i]) - w.Their.Centre*bits.OnesCount64(other[i]&e.centre[i])
	}
	factors := [4]int{w.Columns, w.Rows, w.Diagonals, w.Diagonals} // in the order of e.directions
	if e.words == 1 {
		return points + e.weightedOneWord(w, factors, own[0], other[0])
	}
	for i, d := range e.directions {
		var ours, theirs [len(rules.Bitboard{})]counter
		x, y := *own, *other
		for range e.align {
			for k := range e.words {
				ours[k], theirs[k] = ours[k].add(x[k]), theirs[k].add(y[k])
			}
			x, y = x.Down(d), y.Down(d)
		}
		for k := range e.words {
			points += factors[i] * e.weightedLines(w, ours[k], theirs[k], e.starts[i][k])
		}
	}
	return points
}

// weightedOneWord returns the points for the lines on a board that fits in one word.
func (e *connect4Evaluator) weightedOneWord(w *custom.Weights, factors [4]int, own, other uint64) int {
	points := 0
	for i, d := range e.directions {
		var ours, theirs counter
		x, y := own, other
		for range e.align {
			ours, theirs = ours.add(x), theirs.add(y)
			x, y = x>>(uint(d)%64), y>>(uint(d)%64)
		}
		points += factors[i] * e.weightedLines(w, ours, theirs, e.starts[i][0])
	}
	return points
}

// weightedLines returns the points for the lines that begin at starts, without the factor of their
// direction.
func (e *connect4Evaluator) weightedLines(w *custom.Weights, ours, theirs counter, starts uint64) int {
	openToUs, openToThem := starts&^theirs.nonZero(), starts&^ours.nonZero()
	points := 0
	for lacks, weights := range openWeights(w) {
		if discs := e.align - 1 - lacks; discs > 0 {
			points += weights.own*bits.OnesCount64(openToUs&ours.equal(discs)) -
				weights.their*bits.OnesCount64(openToThem&theirs.equal(discs))
		}
	}
	return points
}

// lineWeights are the weights of an open line of the level, and of an open line of its opponent.
type lineWeights struct{ own, their int }

// openWeights returns the weights of open lines. The lines that weights[i] is for lack i+1 discs.
func openWeights(w *custom.Weights) [3]lineWeights {
	return [3]lineWeights{{w.Own.Open3, w.Their.Open3}, {w.Own.Open2, w.Their.Open2}, {w.Own.Open1, w.Their.Open1}}
}

// weightedCells returns the points on a board of three by three cells. own and other are sets of
// cells as in force3Lines. An open line may contain the hole of Force 3.
func weightedCells(w *custom.Weights, own, other uint16) int {
	points := 0
	if own&force3Centre != 0 {
		points += w.Own.Centre
	}
	if other&force3Centre != 0 {
		points -= w.Their.Centre
	}
	weights := openWeights(w)
	for i, line := range force3Lines {
		factor := [...]int{w.Rows, w.Columns, w.Diagonals}[i/side3]
		ours, theirs := bits.OnesCount16(own&line), bits.OnesCount16(other&line)
		switch {
		case ours > 0 && theirs == 0:
			points += factor * weights[side3-1-ours].own
		case theirs > 0 && ours == 0:
			points -= factor * weights[side3-1-theirs].their
		}
	}
	return points
}

// side3 is the length of a line on a board of three by three cells.
const side3 = 3
