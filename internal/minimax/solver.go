package minimax

import "github.com/quatre/quatre/internal/rules"

// solver knows one game to its end, or at least many of its positions.
type solver interface {
	// solve values every move of pos, which is not over and stays unchanged. If
	// all values are exact the error is nil; otherwise it is that of the context
	// or errBudget, and the Analysis holds what was found so far. report, which
	// may be nil, gets each better result on the way.
	solve(limits *limits, pos rules.Position, report func(Analysis)) (Analysis, error)
}

// solverOf returns the solver for the game that pos is a position of, or nil if
// there is none.
func (e *Engine) solverOf(pos rules.Position) solver {
	switch pos.(type) {
	case *rules.Force3Position:
		return e.force3
	case *rules.TicTacToePosition:
		return deepening{}
	default:
		return nil
	}
}
