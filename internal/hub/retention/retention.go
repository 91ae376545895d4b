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

// Start starts the removal. It ends with the context of Config.Tasks.
func Start(cfg Config) {
	if cfg.KeepGames > 0 {
		cfg.Tasks.Every(interval, cfg.forget)
	}
}

// forget removes old games until none is left in the shards that answer. The sweeps of rooms log
// that the store is away.
func (c Config) forget() {
	before := c.Now().Add(-c.KeepGames)
	for {
		ctx, cancel := context.WithTimeout(c.Tasks.Context(), batchTimeout)
		_, more, err := c.Store.Forget(ctx, before, batch)
		cancel()
		failed := err != nil && !storage.IsAway(err)
		if failed && c.Tasks.Context().Err() == nil {
			c.Log.Error("finished games not forgotten", "error", err)
		}
		if failed || !more {
			return
		}
		select {
		case <-c.Tasks.Context().Done():
			return
		case <-time.After(pause):
		}
	}
}
