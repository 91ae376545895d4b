package minimax

import (
	"github.com/quatre/quatre/internal/rules"
)

// deepeningSolver is the gameSolver that works for every game: iterative deepening with a
// full window for each move. The value of a move is exact once its score is a certain win
// or loss, or no line was cut off at the horizon. Until then there is no forced end
// within the plies searched, and the value has an estimate.
type deepeningSolver struct{}

// solve implements gameSolver.
func (deepeningSolver) solve(limits *limits, pos rules.Position, request solveRequest) (Analysis, error) {
	pos = pos.Clone()
	s := newSearch(pos, EvaluationAI.evaluatorFor(pos), *limits)
	var a Analysis
	for _, m := range pos.Moves(nil) {
		a.Moves = append(a.Moves, MoveValue{m, unknownValue()})
	}
	for depth := 1; depth <= maxDepth; depth++ {
		err := s.iterateExact(depth)
		a.Nodes = s.nodes
		if err != nil {
			return a, err
		}
		a = Analysis{Depth: depth, Nodes: s.nodes}
		for _, r := range s.root {
			v := undecidedValue(depth, r.score)
			if r.certain {
				v = exactValue(r.score)
			}
			a.Moves = append(a.Moves, MoveValue{r.move, v})
		}
		if a.updateValue(); a.Exact() {
			return a, nil
		}
		request.reportResult(func() Analysis { return a })
	}
	return a, errBudget
}
