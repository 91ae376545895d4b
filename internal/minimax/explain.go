package minimax

import (
	"cmp"
	"context"
	"time"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/rules"
)

// ExplainBudget is the usual budget of Explain: in analyses, and so after games.
const ExplainBudget = 1500 * time.Millisecond

// CanExplain reports whether Explain can find reasons in positions of a game: in those of Connect Four, on
// boards that fit the exact solver.
func CanExplain(pos rules.Position) bool {
	p, ok := pos.(*rules.Connect4Position)
	return ok && boardOf(p).Fits()
}

// Explain returns a proved reason why one side wins pos, or nil if it finds none within the
// budget or CanExplain says no. deep makes it look longer in positions with few discs. If ctx ends,
// Explain returns its error.
func (e *Engine) Explain(ctx context.Context, pos rules.Position, budget time.Duration, deep bool) (*reasons.Reason, error) {
	if !CanExplain(pos) || pos.Outcome().Over() {
		return nil, nil
	}
	p := pos.(*rules.Connect4Position)
	limits := newLimits(ctx, budget)
	o := e.outcomes(p, &limits)
	r := reasons.Find(o.solver.Grid, solverPosition(p), o, deep)
	return r, ignoreBudget(o.err)
}

// outcomes is a reasons.Oracle.
type outcomes struct {
	book   *book.Book
	solver *solver.Solver
	limits *limits
	err    error // of the limits, once they have ended
}

// outcomes returns an oracle for the board of p.
func (e *Engine) outcomes(p *rules.Connect4Position, limits *limits) *outcomes {
	exact := e.boards.of(boardOf(p)).exact()
	return &outcomes{exact.book, solver.New(exact.board, exact.table), limits, nil}
}

// Stop implements reasons.Oracle.
func (o *outcomes) Stop() bool {
	if o.err == nil {
		o.err = o.limits.check()
	}
	return o.err != nil
}

// Outcome implements reasons.Oracle.
func (o *outcomes) Outcome(p solver.Position) int {
	if low, high, ok := o.book.Lookup(p); ok {
		return cmp.Compare(low+high, 0)
	}
	score, _ := o.solver.Solve(p, -1, 1, o.Stop)
	return cmp.Compare(score, 0)
}

// Outcome returns the exact outcome of a position of Connect Four on a board that fits the exact
// solver, for the side to move: 1 for a win, 0 for a draw, -1 for a loss. The error is that of ctx.
func (e *Engine) Outcome(ctx context.Context, p *rules.Connect4Position) (int, error) {
	if end := p.Outcome(); end == rules.Drawn {
		return 0, nil
	} else if end.Over() {
		return -1, nil // the other side has completed a line
	}
	limits := newLimits(ctx, Unlimited)
	o := e.outcomes(p, &limits)
	return o.Outcome(solverPosition(p)), o.err
}
