package hub

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// forgetInterval is the time between two removals of old games, and so how much older than
	// Config.KeepGames a game may get.
	forgetInterval = time.Minute

	// forgetBatch is how many games are removed at once, forgetPause the time between two batches,
	// so that a store can serve its players.
	forgetBatch = 100
	forgetPause = 100 * time.Millisecond

	forgetTimeout = 5 * time.Second
)

// forgetGames removes games that are older than Config.KeepGames, and no younger one, until none is left in the shards
// that answer. The sweeps of rooms log that the store is away.
func (h *Hub) forgetGames() {
	before := h.cfg.Now().Add(-h.cfg.KeepGames)
	for {
		ctx, cancel := context.WithTimeout(h.tasks.Context(), forgetTimeout)
		_, more, err := h.cfg.Store.Forget(ctx, before, forgetBatch)
		cancel()
		failed := err != nil && !storage.IsAway(err)
		if failed && h.tasks.Context().Err() == nil {
			h.cfg.Log.Error("finished games not forgotten", "error", err)
		}
		if failed || !more {
			return
		}
		select {
		case <-h.tasks.Context().Done():
			return
		case <-time.After(forgetPause):
		}
	}
}
