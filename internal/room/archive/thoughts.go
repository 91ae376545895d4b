package archive

import "github.com/quatre/quatre/internal/room"

// MoveThought is a thought of the AI and the move that it belongs to.
type MoveThought struct {
	Ply     int           `json:"ply"` // the number of moves before the move
	Seat    room.Seat     `json:"seat"`
	Move    string        `json:"move"`
	Thought *room.Thought `json:"thought"`
}

// Thoughts collects the thoughts of one game from the entries of its room, without those of moves
// that were taken back. Add must be called with the entries in order, beginning with the first entry
// of the game or of an earlier one.
type Thoughts struct {
	wanted, game int
	ply          int // number of moves so far in game
	found        []MoveThought
}

// NewThoughts returns an empty collector for the game with a number. first is the number of the game
// to which the first entry belongs.
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

// All returns the thoughts in the order of their moves. The slice is never nil.
func (t *Thoughts) All() []MoveThought { return append([]MoveThought{}, t.found...) }
