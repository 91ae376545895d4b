package hub

import (
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// openGamesPause is the time between two tries to list the games of earlier versions.
const openGamesPause = time.Minute

// listOpenGames lists the public games of earlier versions. It tries until that succeeds or
// the hub ends.
func (h *Hub) listOpenGames(store storage.OpenGames) {
	ctx := h.tasks.Context()
	for {
		err := store.ListOpenGames(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		if !storage.IsAway(err) { // sweeps log that the store is away
			h.log.Error("public games of earlier versions not listed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(openGamesPause):
		}
	}
}
