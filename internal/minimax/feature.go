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

// The weights of EvaluationAI, in points: the best of ten sets in matches on 7x6.
const (
	windowLacksOne = 8
	windowLacksTwo = 3
	discInCentre   = 4
	discNearCentre = 2
)

// evaluationFeatures has the features of each evaluation.
var evaluationFeatures = map[Evaluation][]Feature{
	EvaluationAI: {
		{LacksOne, windowLacksOne, -windowLacksOne},
		{LacksTwo, windowLacksTwo, -windowLacksTwo},
		{InCentre, discInCentre, -discInCentre},
		{NearCentre, discNearCentre, -discNearCentre},
	},
	EvaluationClassic: {{LacksOne, 5, -4}, {LacksTwo, 2, 0}, {InCentre, 3, 0}},
	EvaluationTens:    {{LacksOne, 100, -100}, {LacksTwo, 10, -10}, {LacksThree, 1, -1}},
	EvaluationNone:    {},
}

// Valid reports whether e is one of the evaluations above, or the text of a custom level, whose weights count.
func (e Evaluation) Valid() bool { return evaluationFeatures[e] != nil || e.custom() != nil }

// Canonical returns the one text of e: a custom level can be written in several ways.
func (e Evaluation) Canonical() Evaluation {
	if l, err := custom.Parse(string(e)); err == nil {
		return Evaluation(l.String())
	}
	return e
}

// custom returns the weights of a custom level; nil: e is not the text of one.
func (e Evaluation) custom() *custom.Weights {
	l, err := custom.Parse(string(e))
	if err != nil {
		return nil
	}
	return &l.Weights
}

// features returns the features of e in the game of pos: none if e adds up no features there.
func (e Evaluation) features(pos rules.Position) []Feature {
	if w := e.custom(); w != nil {
		return featuresOf(w)
	}
	if _, ok := pos.(*rules.Connect4Position); !ok && e == EvaluationAI {
		return nil // in tic-tac-toe the levels search to the end, and in Force 3 they count in another way
	}
	return evaluationFeatures[e]
}

// featuresOf returns the features with these weights: none if lines count by their direction too.
func featuresOf(w *custom.Weights) (features []Feature) {
	if w.Rows != 1 || w.Columns != 1 || w.Diagonals != 1 {
		return nil
	}
	for _, f := range []Feature{
		{LacksOne, w.Own.Open3, -w.Their.Open3},
		{LacksTwo, w.Own.Open2, -w.Their.Open2},
		{LacksThree, w.Own.Open1, -w.Their.Open1},
		{InCentre, w.Own.Centre, -w.Their.Centre},
	} {
		if f.Own != 0 || f.Other != 0 {
			features = append(features, f)
		}
	}
	return features
}

// featureCounter returns a function that counts features in the current state of pos: for each, how
// often a side has it and how often its opponent has it. A side has a feature as often as the feature
// gives it points, with a weight of 1.
func featureCounter(pos rules.Position, features []Feature) func(rules.Side) [][2]int {
	points := make([][2]func() int, len(features)) // by side
	for i, f := range features {
		w := weightsOfFeatures([]Feature{{Name: f.Name, Own: 1}})
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
	if p, ok := pos.(*rules.Force3Position); ok && e == EvaluationAI {
		return evaluatorOf(p)
	}
	if w := e.custom(); w != nil {
		return weightsOf(w).evaluator(pos, pos.Turn())
	}
	features := e.features(pos)
	if len(features) == 0 {
		return zeroEvaluator
	}
	return weightsOfFeatures(features).evaluator(pos, pos.Turn())
}

func weightsOfFeatures(features []Feature) *weights {
	w := &weights{factors: [4]int{1, 1, 1, 1}}
	places := [...]*sides{&w.lines[0], &w.lines[1], &w.lines[2], &w.centre, &w.near}
	for _, f := range features {
		i := slices.Index(featureNames[:], f.Name)
		*places[i] = sides{f.Own, -f.Other}
		if i < len(w.lines) {
			w.kinds = max(w.kinds, i+1)
		}
	}
	return w
}
