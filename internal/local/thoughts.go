package local

import (
	"encoding/json"

	"github.com/quatre/quatre/internal/room/archive"
)

// question asks for the thoughts of the AI in a game.
type question struct {
	game   int
	answer chan []byte // receives one answer; has room for it
}

// Thoughts returns the AI's thoughts in a game, as JSON like GET /api/games/{room}/{game}/thoughts.
// Here the thoughts are shown during the game too. Thoughts returns nil once the room is closed.
func (r *Room) Thoughts(game int) []byte {
	q := question{game, make(chan []byte, 1)}
	select {
	case r.asked <- q:
		return <-q.answer
	case <-r.done:
		return nil
	}
}

func (r *Room) thoughts(game int) []byte {
	thoughts := archive.NewThoughts(game, 1)
	for _, e := range r.log.entries {
		thoughts.Add(e)
	}
	text, _ := json.Marshal(map[string]any{"thoughts": thoughts.All()}) // cannot fail: numbers and texts
	return text
}
