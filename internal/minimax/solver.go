package minimax

import (
	"math/rand/v2"

	"github.com/quatre/quatre/internal/rules"
)

// gameSolver finds exact values of the positions of one game, as far as limits allow.
type gameSolver interface {
	// solve finds the values of the moves of pos that the request asks for. pos must not be
	// over, and solve does not change it. The error is nil if all these values are exact.
	// Otherwise it is the error of the context, or errBudget, and the Analysis has the
	// results so far.
	solve(limits *limits, pos rules.Position, ask solveRequest) (Analysis, error)
}

// solveRequest says what a solver must find out.
type solveRequest struct {
	// oneBest, if not nil, asks only for one of the best moves, picked with this random generator,
	// and for its exact value. The Analysis then may have only that move. This takes much less time,
	// because the solver need not prove that the other moves are worse.
	oneBest *rand.Rand

	// valueOnly asks only for the value of the position. This takes much less time than the values
	// of all moves. A solver may find the values of moves too.
	valueOnly bool

	// report receives each better result on the way. It may be nil.
	report func(Analysis)
}

// reportResult calls report with the result of find, if report is not nil.
func (q solveRequest) reportResult(find func() Analysis) {
	if q.report != nil {
		q.report(find())
	}
}

// solverOf returns the solver for the game of pos.
func (e *Engine) solverOf(pos rules.Position) gameSolver {
	switch pos.(type) {
	case *rules.Connect4Position:
		return connect4Solver{e.boards}
	case *rules.Force3Position:
		return e.force3
	default:
		return ticTacToeSolver{}
	}
}
