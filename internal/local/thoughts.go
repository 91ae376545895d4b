package local

import (
	"context"
	"encoding/json"

	"github.com/quatre/quatre/internal/room/archive"
)

// Thoughts returns the AI's thoughts in a game, as JSON like GET /api/games/{room}/{game}/thoughts.
// Here the thoughts are shown during the game too. Thoughts returns nil once the room is closed.
func (r *Room) Thoughts(game int) []byte {
	thoughts, found := archive.NewThoughts(game, 1), make(chan struct{})
	r.call(context.Background(), func(context.Context) {
		for _, e := range r.log.entries {
			thoughts.Add(e)
		}
		close(found)
	})
	select {
	case <-found:
		text, _ := json.Marshal(map[string]any{"thoughts": thoughts.All()}) // cannot fail: numbers and texts
		return text
	case <-r.done:
		return nil
	}
}
