package minimax

import "github.com/quatre/quatre/internal/rules"

// ticTacToeSolver is the gameSolver of tic-tac-toe. It searches to the end of the game, which takes milliseconds.
type ticTacToeSolver struct{}

// solve implements gameSolver.
func (ticTacToeSolver) solve(limits *limits, pos rules.Position, _ solveRequest) (Analysis, error) {
	pos = pos.Clone()
	s := newSearch(pos, zeroEvaluator, *limits)
	depth := side3*side3 - pos.Ply()
	err := s.iterateExact(depth)
	a := Analysis{Depth: depth, Nodes: s.nodes}
	for _, r := range s.root {
		v := exactValue(r.score)
		if err != nil {
			v = Value{Low: -Win, High: Win}
		}
		a.Moves = append(a.Moves, MoveValue{r.move, v})
	}
	a.updateValue()
	return a, err
}
