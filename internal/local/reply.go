package local

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/room"
)

// updateSearch ends a search whose turn is over, and begins the search that the log has queued.
func (r *Room) updateSearch(ctx context.Context) {
	t, expected := values.TurnOf(r.replica, time.Now())
	if r.search != nil && (!expected || r.searchedAt != t.N) {
		r.search()
		r.search = nil
	}
	if !r.log.job || r.search != nil {
		return
	}
	r.log.job = false
	if !expected {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	r.search, r.searchedAt = cancel, t.N
	r.searches.Go(func() {
		defer cancel()
		rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
		start := time.Now()
		level, err := t.Search()
		if err != nil {
			return
		}
		choice, err := r.engine.Choose(ctx, level, t.Position, rng)
		if err != nil {
			return // the turn is over, or the room is closed
		}
		move := room.Move{Move: t.Position.FormatMove(choice.Move)}
		if !t.Advice {
			took := time.Since(start)
			line, err := r.engine.Line(ctx, level, t.Position, choice, room.MaxLine, min(values.LineBudget, level.Budget-took))
			if err != nil {
				return
			}
			move.Thought = values.ThoughtOf(t.Position, choice, took, line)
		}
		r.call(ctx, func(ctx context.Context) {
			if t.N == r.searchedAt { // otherwise another search has begun since
				r.search = nil
				_, _ = r.executor.Play(ctx, r.replica, t.Reply(move, room.Value{}))
			}
		})
	})
}
