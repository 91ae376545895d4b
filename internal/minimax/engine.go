package minimax

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// DefaultTableBytes is how much memory an Engine's transposition tables take
// together if its Options say nothing.
const DefaultTableBytes = 128 << 20

// Options is what an Engine is made of.
type Options struct {
	TableBytes int // for all transposition tables together; DefaultTableBytes if 0
}

// Engine is what searches share: tables and books. They are made when the first
// position asks for them, so an Engine that is not used costs nothing. It is safe
// for concurrent use, and one is enough for a process.
type Engine struct {
	options Options
	boards  *connect4Boards
	force3  *force3Solver
}

// NewEngine returns an Engine with nothing in its tables.
func NewEngine(options Options) *Engine {
	if options.TableBytes <= 0 {
		options.TableBytes = DefaultTableBytes
	}
	return &Engine{options: options, boards: newConnect4Boards(options.TableBytes), force3: newForce3Solver()}
}

// Choose picks a move in pos, which stays unchanged, as the level plays: see
// docs/levels.md. It draws with rng among the moves that are equally good to it,
// and ends early when the rest of its budget would change nothing.
//
// When the level's budget runs out it answers with the best that it has found;
// one ply is always looked ahead. When ctx ends first it returns the error of
// ctx, and on a game that is over ErrOver.
func (e *Engine) Choose(ctx context.Context, level Level, pos rules.Position, rng *rand.Rand) (Choice, error) {
	if pos.Outcome().Over() {
		return Choice{}, ErrOver
	}
	pos = pos.Clone()
	switch {
	case level.Perfect:
		return e.perfect(ctx, level, pos, rng)
	case level.Depth <= 0:
		limits := newLimits(ctx, level.Budget)
		return e.strongest(&limits, pos, nil, level.Margin, rng)
	default:
		return level.choose(ctx, pos, evaluatorOf(pos), rng)
	}
}

// solverShare is how much of the budget of a perfect move the exact solver gets,
// in percent. If it does not finish, the rest is for a search.
const solverShare = 60

// perfect chooses the move that wins soonest or loses latest, if the position
// can be solved, and otherwise what the search finds.
func (e *Engine) perfect(ctx context.Context, level Level, pos rules.Position, rng *rand.Rand) (Choice, error) {
	whole := newLimits(ctx, level.Budget)
	limits := whole
	limits.own = limits.own.Add(-level.Budget * (100 - solverShare) / 100)
	a, err := e.solverOf(pos).solve(&limits, pos, question{best: true, one: rng})
	switch {
	case errors.Is(err, errBudget) && !a.decided():
		c, err := e.strongest(&whole, pos, &a, 0, rng)
		c.Nodes += a.Nodes
		return c, err
	case err != nil && !errors.Is(err, errBudget):
		return Choice{}, err
	}
	best := a.Best()
	return Choice{Move: best[rng.IntN(len(best))], Score: a.Value.Low, Depth: a.Depth, Nodes: a.Nodes}, nil
}

// strongest chooses what the strongest search of the game finds within the
// limits. It leaves aside the moves that are known to lose, if there are others;
// known may be nil. In Connect Four all moves whose estimates are within margin, in
// percent, of the best are as good as it, unless the end is certain.
func (e *Engine) strongest(limits *limits, pos rules.Position, known *Analysis, margin Score, rng *rand.Rand) (Choice, error) {
	p, ok := pos.(*rules.Connect4Position)
	if !ok {
		return Level{Budget: time.Until(limits.own), Margin: margin}.choose(limits.ctx, pos, evaluatorOf(pos), rng)
	}
	if err := limits.check(); err != nil && !errors.Is(err, errBudget) {
		return Choice{}, err
	}
	r, err := e.boards.search(limits, p, heuristic.Limits{All: margin > 0})
	if err != nil {
		return Choice{}, err
	}
	if _, certain := r.Score.Mate(); !certain && margin > 0 {
		r.Best = within(r, int(margin))
	}
	best := slices.DeleteFunc(r.Best, known.loses)
	if len(best) == 0 {
		best = heldBest(r, known)
	}
	return Choice{Move: best[rng.IntN(len(best))], Score: Score(r.Score), Depth: r.Depth, Nodes: r.Nodes}, nil
}

// within returns the moves whose estimates are within a margin of the best. A move
// that is certain to lose is none of them, however bad the best looks.
func within(r heuristic.Result, margin int) (moves []rules.Move) {
	for _, m := range r.Moves {
		if _, certain := m.Score.Mate(); !certain && m.Score.Estimate() >= r.Score.Estimate()-margin {
			moves = append(moves, m.Move)
		}
	}
	return moves
}

// heldBest returns the best of the moves that are not known to lose, as far as
// the search can tell, and if there is none the best of all.
func heldBest(r heuristic.Result, known *Analysis) (best []rules.Move) {
	top := -heuristic.Win
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

// Analyse values every legal move of pos, which stays unchanged, deepening until
// all values are exact or the budget is spent. report, which may be nil, is
// called with each better result by the calling goroutine; it may keep what it
// is given. The last result is returned and not reported.
//
// When the budget runs out, that is no error. When ctx ends first its error is
// returned, and on a game that is over ErrOver.
func (e *Engine) Analyse(ctx context.Context, pos rules.Position, budget time.Duration, report func(Analysis)) (Analysis, error) {
	pos = pos.Clone()
	if pos.Outcome().Over() {
		return Analysis{}, ErrOver
	}
	limits := newLimits(ctx, budget)
	a, err := e.solverOf(pos).solve(&limits, pos, question{report: report})
	if err != nil && !errors.Is(err, errBudget) {
		return Analysis{}, err
	}
	return a, nil
}
