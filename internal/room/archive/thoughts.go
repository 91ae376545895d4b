package archive

import "github.com/quatre/quatre/internal/room"

// MoveThought is a thought of the AI with its place in a game.
type MoveThought struct {
	Ply     int           `json:"ply"` // the number of moves before it
	Seat    room.Seat     `json:"seat"`
	Move    string        `json:"move"`
	Thought *room.Thought `json:"thought"`
}

// Thoughts collects the thoughts of the moves that remain in one game, from the entries of its
// room. Add must be called with the entries in order, from the first one of an earlier game, or
// of this one.
type Thoughts struct {
	wanted, game int
	ply          int // in the game of the entries
	found        []MoveThought
}

// NewThoughts returns the collector of the game with a number. The first entry belongs to game
// first.
func NewThoughts(game, first int) *Thoughts { return &Thoughts{wanted: game, game: first} }

// Add takes an entry.
func (t *Thoughts) Add(e room.Entry) {
	switch ev := e.Event.(type) {
	case room.Rematch:
		if ev.First.Valid() {
			t.game, t.ply = ev.Game, 0
		}
	case room.Moved:
		if t.game == t.wanted && ev.Thought != nil {
			t.found = append(t.found, MoveThought{t.ply, ev.Seat, ev.Move, ev.Thought})
		}
		t.ply++
	case room.TakenBack:
		t.ply = ev.Ply
		for n := len(t.found); t.game == t.wanted && n > 0 && t.found[n-1].Ply >= t.ply; n-- {
			t.found = t.found[:n-1]
		}
	}
}

// All returns the thoughts found, in the order of their moves. It is never nil.
func (t *Thoughts) All() []MoveThought { return append([]MoveThought{}, t.found...) }
