package aiworker

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// A position that makes the search panic would end this process, and then every worker
// that gets the same job. So survive runs the work for each job. After a panic, choose plays
// a turn without the search that failed, and publisher.settle settles a question so that no
// worker takes it again for analysis.BoundedLife. Each panic is counted, and logged with its
// position. Stack overflows and exhausted memory cannot be caught.

// searcher is the part of minimax.Engine that a worker uses.
type searcher interface {
	Choose(ctx context.Context, level minimax.Level, pos rules.Position, rng *rand.Rand) (minimax.Choice, error)
	Line(
		ctx context.Context, level minimax.Level, pos rules.Position, c minimax.Choice, limit int, budget time.Duration,
	) ([]rules.Move, error)
	values.Analyser
}

// Names of the work that panicked, for the metric.
const (
	panicInTurn     = "turn"
	panicInAnalysis = "analysis"
)

// errPanicked is the error of work that has panicked.
var errPanicked = errors.New("aiworker: the search panicked")

// survive calls fn and returns its error. If fn panics, survive counts and logs the panic, and returns
// errPanicked.
func (w *worker) survive(work string, fn func() error, args ...any) (err error) {
	defer func() {
		if v := recover(); v != nil {
			w.metrics.panics.WithLabelValues(work).Inc()
			w.Log.Error("the search panicked", append(args, "work", work, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))...)
			err = errPanicked
		}
	}()
	return fn()
}

// choose asks the engine for a move. If the engine panics, choose asks for a move of the
// weakest level that searches. If that panics too, choose takes a random move: a weak move is better than
// none.
func (w *worker) choose(ctx context.Context, level minimax.Level, t values.Turn) (choice minimax.Choice, err error) {
	rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	weakest := minimax.Levels()[1] // after random
	weakest.Budget = min(weakest.Budget, level.Budget)
	for _, l := range []minimax.Level{level, weakest} {
		err = w.survive(panicInTurn, func() (err error) {
			choice, err = w.engine.Choose(ctx, l, t.Position, rng)
			return err
		}, "level", l.Name, "variant", t.Variant, "position", rules.FormatSetup(t.Position))
		if !errors.Is(err, errPanicked) {
			return choice, err
		}
	}
	moves := t.Position.Moves(nil)
	if len(moves) == 0 {
		return minimax.Choice{}, err
	}
	return minimax.Choice{Move: moves[rng.IntN(len(moves))]}, nil
}
