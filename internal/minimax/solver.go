package minimax

import (
	"math/rand/v2"

	"github.com/quatre/quatre/internal/rules"
)

// gameSolver finds exact values of the positions of one game, as far as limits allow.
type gameSolver interface {
	// solve values the moves of pos, as far as the request asks. pos must not be over,
	// and stays unchanged. The error is nil if the request is answered. Otherwise it is
	// the error of the context, or errBudget, and the Analysis holds what was found so
	// far.
	solve(limits *limits, pos rules.Position, ask solveRequest) (Analysis, error)
}

// solveRequest says what a solver must find out.
type solveRequest struct {
	// bestOnly asks for exact values of the best moves only. Of the others it is enough
	// to know that they are worse. Otherwise all values must be exact.
	bestOnly bool

	// oneBest, if not nil, asks for only one of the best moves, picked with it. The
	// Analysis then has only that move. This takes much less time, because the others
	// need not be shown to be worse. A solver may treat it as bestOnly.
	oneBest *rand.Rand

	// report receives each better result on the way. It may be nil.
	report func(Analysis)
}

// reportResult reports the result of find, if there is a report function.
func (q solveRequest) reportResult(find func() Analysis) {
	if q.report != nil {
		q.report(find())
	}
}

// solverOf returns the solver for the game of pos. Games without a solver of their own
// use the search, which solves positions near the end.
func (e *Engine) solverOf(pos rules.Position) gameSolver {
	switch pos.(type) {
	case *rules.Connect4Position:
		return connect4Solver{e.boards}
	case *rules.Force3Position:
		return e.force3
	default:
		return deepeningSolver{}
	}
}
