package minimax

import (
	"github.com/quatre/quatre/internal/rules"
)

// deepening is the solver that works for every game: it searches each move on
// its own, one ply deeper at a time. A move's value is exact as soon as its line
// comes to an end on every best path; until then nothing ends within the plies
// searched, and there is an estimate. It solves what is near its end.
type deepening struct{}

// solve implements gameSolver.
func (deepening) solve(limits *limits, pos rules.Position, ask question) (Analysis, error) {
	if err := limits.check(); err != nil && err != errBudget {
		return Analysis{}, err
	}
	pos = pos.Clone()
	s := newSearch(pos, evaluatorOf(pos), *limits)
	var a Analysis
	for _, m := range pos.Moves(nil) {
		a.Moves = append(a.Moves, MoveValue{m, unknown()})
	}
	for depth := 1; depth <= maxDepth; depth++ {
		err := s.open(depth)
		a.Nodes = s.nodes
		if err != nil {
			return a, err
		}
		a = Analysis{Depth: depth, Nodes: s.nodes}
		for _, r := range s.root {
			v := undecided(depth, r.score)
			if r.certain {
				v = exactly(r.score)
			}
			a.Moves = append(a.Moves, MoveValue{r.move, v})
		}
		if a.settle(); a.Exact() {
			return a, nil
		}
		ask.tell(func() Analysis { return a })
	}
	return a, errBudget
}
