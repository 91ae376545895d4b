package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// deepening is the solver that works for every game: it searches each move on
// its own, one ply deeper at a time. A move's value is exact as soon as its line
// comes to an end on every best path; until then nothing ends within the plies
// searched, and there is an estimate. It solves what is near its end.
type deepening struct{}

// solve implements solver.
func (deepening) solve(limits *limits, pos rules.Position, report func(Analysis)) (Analysis, error) {
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
		moves := slices.Clone(a.Moves)
		err := s.value(moves, depth)
		a.Nodes = s.nodes
		if err != nil {
			return a, err
		}
		a = Analysis{Moves: moves, Depth: depth, Nodes: s.nodes}
		if a.settle(); a.Exact() {
			return a, nil
		}
		if report != nil {
			report(Analysis{a.Value, slices.Clone(a.Moves), a.Depth, a.Nodes})
		}
	}
	return a, errBudget
}

// value searches those moves to a depth whose values are not exact, and sets
// them. If it is cut short it returns why.
func (s *search) value(moves []MoveValue, depth int) error {
	s.depth = depth
	if depth > 1 {
		if s.stop = s.limits.check(); s.stop != nil {
			return s.stop
		}
	}
	for i := range moves {
		m := &moves[i]
		if m.Value.Exact() {
			continue
		}
		s.horizon = false
		score := s.try(m.Move, depth, 0, -infinity, infinity)
		if s.stop != nil {
			return s.stop
		}
		if _, certain := score.Mate(); certain || !s.horizon {
			m.Value = exactly(score)
		} else {
			m.Value = undecided(depth, score)
		}
	}
	return nil
}
