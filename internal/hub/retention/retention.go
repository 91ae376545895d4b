// Package retention removes the records of finished games that are older than
// Config.KeepGames.
//
// It promises to remove no younger record. Every hub of a store removes records, so the
// shortest KeepGames among the hubs applies.
package retention

import (
	"context"
	"log/slog"
	"time"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// interval is the time between two removals, and so how much older than KeepGames a game
	// may get.
	interval = time.Minute

	// batch is how many games are removed at once, pause the time between two batches,
	// so that a store can serve its players.
	batch = 100
	pause = 100 * time.Millisecond

	batchTimeout = 5 * time.Second
)

// Config configures the removal.
type Config struct {
	Store storage.Forgetter

	// KeepGames is how long records are kept; 0: for good.
	KeepGames time.Duration

	Tasks *lifecycle.Tasks
	Log   *slog.Logger
	Now   func() time.Time
}

type remover struct {
	Config
}

// New returns a function that starts the removal. The removal ends with the context of
// Config.Tasks.
func New(cfg Config) (start func()) {
	r := &remover{Config: cfg}
	return func() {
		if cfg.KeepGames > 0 {
			cfg.Tasks.Every(interval, r.forget)
		}
	}
}

// forget removes old games until none is left in the shards that answer.
func (r *remover) forget() {
	ctx := r.Tasks.Context()
	before := r.Now().Add(-r.KeepGames)
	for {
		more, err := r.forgetBatch(ctx, before)
		if !more || err != nil && !storage.IsAway(err) {
			r.logError(err)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

func (r *remover) forgetBatch(ctx context.Context, before time.Time) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	_, more, err = r.Store.Forget(ctx, before, batch)
	return more, err
}

// logError logs an error. The sweeps of rooms log that the store is away.
func (r *remover) logError(err error) {
	if err != nil && r.Tasks.Context().Err() == nil && !storage.IsAway(err) {
		r.Log.Error("finished games not forgotten", "error", err)
	}
}
