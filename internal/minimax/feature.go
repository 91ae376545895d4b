package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/rules"
)

// A FeatureName names a feature: something on the board that an evaluation counts for each side.
type FeatureName string

// The features. A line is a row of cells in which a side wins with a disc on each cell. A line is
// open to a side if the other side has no disc in the line.
const (
	LacksOne   FeatureName = "lacks1" // open lines that lack one disc
	LacksTwo   FeatureName = "lacks2" // open lines that lack two
	LacksThree FeatureName = "lacks3" // open lines that lack three, and have at least one
	InCentre   FeatureName = "centre" // discs in a middle column; in tic-tac-toe, a disc on the middle cell
	NearCentre FeatureName = "near"   // discs in a middle column or next to one
)

// featureNames lists all features.
var featureNames = [...]FeatureName{LacksOne, LacksTwo, LacksThree, InCentre, NearCentre}

// Feature is a feature with its points in an evaluation. Each occurrence counts Own for the side
// that is to move at the root, and Other for its opponent.
type Feature struct {
	Name  FeatureName `json:"name"`
	Own   int         `json:"own"`
	Other int         `json:"other"`
}

// Evaluation is the name of an evaluator, or the text of a custom level. Most add up the points of features.
type Evaluation string

// The evaluations.
const (
	EvaluationAI      Evaluation = "ai"      // that of the levels
	EvaluationClassic Evaluation = "classic" // +5 and +2 for own lines, -4 for those of the opponent, 3 for the centre
	EvaluationTens    Evaluation = "tens"    // 100, 10 and 1 for own lines, minus the same for those of the opponent
	EvaluationNone    Evaluation = "none"    // every position at the horizon is worth 0
)

// evaluations has the weights of each evaluation. Those of EvaluationAI are the best of ten sets in matches on 7x6.
var evaluations = map[Evaluation]*weights{
	EvaluationAI:      {lines: [3]sides{{8, 8}, {3, 3}}, kinds: 2, centre: sides{4, 4}, near: sides{2, 2}, factors: sameFactors},
	EvaluationClassic: {lines: [3]sides{{5, 4}, {2, 0}}, kinds: 2, centre: sides{3, 0}, factors: sameFactors},
	EvaluationTens:    {lines: [3]sides{{100, 100}, {10, 10}, {1, 1}}, kinds: 3, factors: sameFactors},
	EvaluationNone:    {factors: sameFactors},
}

// Valid reports whether e is one of the evaluations above, or the text of a custom level, whose weights count.
func (e Evaluation) Valid() bool { return e.weights() != nil }

// Canonical returns the one text of e: a custom level can be written in several ways.
func (e Evaluation) Canonical() Evaluation {
	if l, err := custom.Parse(string(e)); err == nil {
		return Evaluation(l.String())
	}
	return e
}

// weights returns the weights of e; nil: there is no such evaluation.
func (e Evaluation) weights() *weights {
	if l, err := custom.Parse(string(e)); err == nil {
		return weightsOf(&l.Weights)
	}
	return evaluations[e]
}

// addsUp reports whether e adds up weights in the game of pos. With EvaluationAI, the levels search tic-tac-toe to the end, and
// in Force 3 they count in another way.
func (e Evaluation) addsUp(pos rules.Position) bool {
	_, isConnect4 := pos.(*rules.Connect4Position)
	return isConnect4 || e != EvaluationAI
}

// features returns the features of e in the game of pos: none if e adds up no features there.
func (e Evaluation) features(pos rules.Position) []Feature {
	if !e.addsUp(pos) {
		return nil
	}
	return e.weights().features()
}

// featureCounter returns a function that counts features in the current state of pos: for each, how
// often a side has it and how often its opponent has it. A side has a feature as often as the feature
// gives it points, with a weight of 1.
func featureCounter(pos rules.Position, features []Feature) func(rules.Side) [][2]int {
	points := make([][2]func() int, len(features)) // by side
	for i, f := range features {
		w := &weights{kinds: 3, factors: sameFactors}
		*w.places()[slices.Index(featureNames[:], f.Name)] = sides{own: 1}
		points[i] = [2]func() int{w.points(pos, rules.First), w.points(pos, rules.Second)}
	}
	return func(side rules.Side) (counts [][2]int) {
		for _, of := range points {
			counts = append(counts, [2]int{of[side-rules.First](), of[side.Other()-rules.First]()})
		}
		return counts
	}
}

// evaluatorFor returns the evaluator with the name e for a search that starts from the
// current state of pos.
func (e Evaluation) evaluatorFor(pos rules.Position) evaluator {
	if e.addsUp(pos) {
		return e.weights().evaluator(pos, pos.Turn())
	}
	if p, ok := pos.(*rules.Force3Position); ok {
		return func() Score { return force3Score(p) }
	}
	return zeroEvaluator
}
