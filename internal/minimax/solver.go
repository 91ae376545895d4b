package minimax

import (
	"math/rand/v2"

	"github.com/quatre/quatre/internal/rules"
)

// gameSolver knows one game to its end, or at least many of its positions.
type gameSolver interface {
	// solve values the moves of pos, which is not over and stays unchanged, as far
	// as the question asks. If it is answered the error is nil; otherwise it is that
	// of the context or errBudget, and the Analysis holds what was found so far.
	solve(limits *limits, pos rules.Position, ask question) (Analysis, error)
}

// question is what a solver is to find out.
type question struct {
	// best asks for the best moves alone: exact values of these, and for the others
	// no more than that they are worse. Otherwise all values are to be exact.
	best bool

	// one, if it is not nil, asks for one of the best moves alone, drawn with it, which
	// is all that the Analysis then has. That takes much less: the others need not even
	// be shown to be worse. A solver may answer it as best.
	one *rand.Rand

	// report gets each better result on the way; nil for nobody.
	report func(Analysis)
}

// tell reports what find returns.
func (q question) tell(find func() Analysis) {
	if q.report != nil {
		q.report(find())
	}
}

// solverOf returns the solver for the game that pos is a position of. For an
// unknown game that is the search itself, which solves what is near its end.
func (e *Engine) solverOf(pos rules.Position) gameSolver {
	switch pos.(type) {
	case *rules.Connect4Position:
		return connect4Solver{e.boards}
	case *rules.Force3Position:
		return e.force3
	default:
		return deepening{}
	}
}
