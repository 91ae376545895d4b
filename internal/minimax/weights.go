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
	return Level{Name: l.String(), Depth: l.Depth, Budget: customBudget, Margin: Score(l.Margin), First: l.First == 1, weights: weightsOf(&l.Weights)}
}

// weights are the weights of an evaluation that counts lines and discs.
type weights struct {
	// lines are for open lines that lack one, two and three discs, and have at least one. A line is
	// open to a side if the other side has no disc in it. kinds is how many of these have a weight.
	lines [3]sides
	kinds int

	centre, near sides  // for each disc; see InCentre and NearCentre
	factors      [4]int // multiply the points of lines: in columns, in rows, and in both diagonals
}

// sameFactors are the factors of weights that count lines in all directions alike.
var sameFactors = [4]int{1, 1, 1, 1}

// sides are the points for something of the side itself, and the points that the same of its opponent
// takes away.
type sides struct{ own, their int }

// of returns the points for the bits of both sides.
func (s sides) of(own, other uint64) int {
	return s.own*bits.OnesCount64(own) - s.their*bits.OnesCount64(other)
}

// weightsOf returns the weights of a custom level.
func weightsOf(w *custom.Weights) *weights {
	return &weights{
		lines: [3]sides{{w.Own.Open3, w.Their.Open3}, {w.Own.Open2, w.Their.Open2}, {w.Own.Open1, w.Their.Open1}}, kinds: 3,
		centre:  sides{w.Own.Centre, w.Their.Centre},
		factors: [4]int{w.Columns, w.Rows, w.Diagonals, w.Diagonals},
	}
}

// places returns where w has the points of each feature, in the order of featureNames.
func (w *weights) places() [len(featureNames)]*sides {
	return [...]*sides{&w.lines[0], &w.lines[1], &w.lines[2], &w.centre, &w.near}
}

// features returns the features that have points: none if lines count by their direction too.
func (w *weights) features() (features []Feature) {
	for i, points := range w.places() {
		if *points != (sides{}) && w.factors == sameFactors {
			features = append(features, Feature{featureNames[i], points.own, -points.their})
		}
	}
	return features
}

// evaluator returns an evaluator for pos with the weights of side. As negamax needs it, the score is
// for the side to move: the points of side or their negative.
func (w *weights) evaluator(pos rules.Position, side rules.Side) evaluator {
	if w.lines == [3]sides{} && w.centre == (sides{}) && w.near == (sides{}) {
		return zeroEvaluator
	}
	points := w.points(pos, side)
	return func() Score {
		if pos.Turn() == side {
			return Score(points())
		}
		return -Score(points())
	}
}

// points returns a function that returns the points of side in the current state of pos.
func (w *weights) points(pos rules.Position, side rules.Side) func() int {
	switch p := pos.(type) {
	case *rules.Connect4Position:
		e := newConnect4Evaluator(p)
		return func() int { return e.points(w, p.Discs(side), p.Discs(side.Other())) }
	case *rules.TicTacToePosition:
		return func() int { return w.cellPoints(p.Marks(side), p.Marks(side.Other())) }
	case *rules.Force3Position:
		return func() int { return w.cellPoints(p.Discs(side), p.Discs(side.Other())) }
	default:
		return func() int { return 0 }
	}
}

// cellPoints returns the points on a board of three by three cells. own and other are sets of
// cells as in rules.Lines3. An open line may contain the hole of Force 3.
func (w *weights) cellPoints(own, other uint16) int {
	points := w.centre.of(uint64(own&force3Centre), uint64(other&force3Centre))
	for i, line := range rules.Lines3 {
		factor := w.factors[[...]int{1, 0, 2}[i/side3]] // rows come first
		ours, theirs := bits.OnesCount16(own&line), bits.OnesCount16(other&line)
		switch {
		case ours > 0 && theirs == 0:
			points += factor * w.lines[side3-1-ours].own
		case theirs > 0 && ours == 0:
			points -= factor * w.lines[side3-1-theirs].their
		}
	}
	return points
}

// side3 is the length of a line on a board of three by three cells.
const side3 = 3
