package minimax

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// DefaultTableBytes is the usual total size of an Engine's transposition tables.
const DefaultTableBytes = 128 << 20

// Engine holds the tables and books that searches share. It makes them when a position
// first needs them, so an unused Engine costs nothing. It is safe for concurrent use. One
// Engine per process is enough.
type Engine struct {
	boards *connect4Boards
	force3 force3Solver
}

// NewEngine returns an Engine whose transposition tables have tableBytes together. They are empty.
// books replace the embedded books of their boards.
func NewEngine(tableBytes int, books ...*book.Book) *Engine {
	return &Engine{boards: newConnect4Boards(tableBytes, books), force3: newForce3Solver()}
}

// Choose picks a move in pos as the level plays; see docs/teach/levels.md. It picks with rng
// among the moves that the level values equally. It returns before the end of its budget
// if more time could not change the result.
//
// When the budget runs out, Choose returns the best move found so far. It always searches the
// first ply. If ctx ends first, Choose returns the error of ctx. If the game is over, it
// returns ErrOver.
func (e *Engine) Choose(ctx context.Context, level Level, pos rules.Position, rng *rand.Rand) (Choice, error) {
	if pos.Outcome().Over() {
		return Choice{}, ErrOver
	}
	limits := newLimits(ctx, level.Budget)
	if err := ignoreBudget(limits.check()); err != nil {
		return Choice{}, err
	}
	pos = pos.Clone()
	switch {
	case level.Random:
		moves := pos.Moves(nil)
		return Choice{Move: moves[rng.IntN(len(moves))]}, nil
	case level.Newcomer:
		moves := newcomerMoves(pos)
		return Choice{Move: moves[rng.IntN(len(moves))]}, nil
	case level.Perfect:
		return e.choosePerfect(ctx, level, pos, rng)
	case level.Depth <= 0:
		return e.chooseBySearch(&limits, pos, nil, level.Margin, rng)
	default:
		return level.choose(ctx, pos, level.evaluator(pos, pos.Turn()), rng)
	}
}

// solverShare is the share of the budget, in percent, that the exact solver gets for a
// perfect move. If the solver does not finish, a search gets the rest of the budget.
const solverShare = 60

// choosePerfect chooses a move that wins soonest or loses latest. If the position cannot
// be solved in time, it chooses by search.
func (e *Engine) choosePerfect(ctx context.Context, level Level, pos rules.Position, rng *rand.Rand) (Choice, error) {
	searchLimits := newLimits(ctx, level.Budget)
	limits := searchLimits
	limits.budgetEnd = limits.budgetEnd.Add(-level.Budget * (100 - solverShare) / 100)
	a, err := e.solverOf(pos).solve(&limits, pos, solveRequest{oneBest: rng})
	switch {
	case errors.Is(err, errBudget) && !a.decided():
		c, err := e.chooseBySearch(&searchLimits, pos, &a, 0, rng)
		c.Nodes += a.Nodes
		return c, err
	case err != nil && !errors.Is(err, errBudget):
		return Choice{}, err
	}
	best := a.Best()
	return Choice{Move: best[rng.IntN(len(best))], Score: a.Value.Low, Depth: a.Depth, Nodes: a.Nodes, Moves: comparedBySolver(a)}, nil
}

// chooseBySearch chooses a move by the strongest search for the game. It leaves out moves
// that lose according to known, unless all moves lose. known may be nil. In Connect Four,
// while the result is not certain, a move counts as best if its estimate is within margin,
// in percent, of the best estimate.
func (e *Engine) chooseBySearch(limits *limits, pos rules.Position, known *Analysis, margin Score, rng *rand.Rand) (Choice, error) {
	p, ok := pos.(*rules.Connect4Position)
	if !ok {
		return Level{Budget: time.Until(limits.budgetEnd), Margin: margin}.choose(limits.ctx, pos, EvaluationAI.evaluatorFor(pos), rng)
	}
	r, err := e.boards.search(limits, p, heuristic.Limits{All: margin > 0})
	if err != nil {
		return Choice{}, err
	}
	if _, certain := r.Score.Mate(); !certain && margin > 0 {
		r.Best = withinMargin(r, int(margin))
	}
	best := slices.DeleteFunc(r.Best, known.loses)
	if len(best) == 0 {
		best = bestNotLosing(r, known)
	}
	return Choice{Move: best[rng.IntN(len(best))], Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, Moves: comparedByEngine(r)}, nil
}

// withinMargin returns the moves whose estimates are within margin of the best. It never
// returns a move that is certain to lose, or that an interrupted iteration has not searched.
func withinMargin(r heuristic.Result, margin int) (moves []rules.Move) {
	for _, m := range r.Moves {
		if _, certain := m.Score.Mate(); !certain && !m.Bounded && m.Score.Estimate() >= r.Score.Estimate()-margin {
			moves = append(moves, m.Move)
		}
	}
	return moves
}

// bestNotLosing returns the best moves of the search r among those that do not lose according
// to known. If all moves lose, it returns the best moves of r.
func bestNotLosing(r heuristic.Result, known *Analysis) (best []rules.Move) {
	top := -Win
	for _, m := range r.Moves {
		switch {
		case known.loses(m.Move) || m.Score < top:
		case m.Score > top:
			best, top = []rules.Move{m.Move}, m.Score
		default:
			best = append(best, m.Move)
		}
	}
	if len(best) == 0 {
		return r.Best
	}
	return best
}

// Analyse finds the value of every legal move of pos. It searches deeper until all values are
// exact or the budget is spent. It calls report, which may be nil, with each better result, on the
// calling goroutine. report may keep the result. Analyse returns the last result without
// reporting it.
//
// It is not an error when the budget runs out. If ctx ends first, Analyse returns the
// error of ctx. If the game is over, it returns ErrOver.
func (e *Engine) Analyse(ctx context.Context, pos rules.Position, budget time.Duration, report func(Analysis)) (Analysis, error) {
	return e.analyse(ctx, pos, budget, solveRequest{report: report})
}

// Value is like Analyse, but finds only the value of pos, which takes much less time. The values of
// the moves may stay bounds.
func (e *Engine) Value(ctx context.Context, pos rules.Position, budget time.Duration, report func(Analysis)) (Analysis, error) {
	return e.analyse(ctx, pos, budget, solveRequest{valueOnly: true, report: report})
}

func (e *Engine) analyse(ctx context.Context, pos rules.Position, budget time.Duration, request solveRequest) (Analysis, error) {
	pos = pos.Clone()
	if pos.Outcome().Over() {
		return Analysis{}, ErrOver
	}
	limits := newLimits(ctx, budget)
	if err := ignoreBudget(limits.check()); err != nil {
		return Analysis{}, err
	}
	a, err := e.solverOf(pos).solve(&limits, pos, request)
	if err := ignoreBudget(err); err != nil {
		return Analysis{}, err
	}
	return a, nil
}
