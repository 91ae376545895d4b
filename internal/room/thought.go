package room

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Thought says how the AI came to a move. It is stored in the entry of the move. The hub shows it
// only to users who may see it: see ShowsThoughts and Entry.Public.
type Thought struct {
	Depth int   `json:"depth,omitempty"` // plies that the AI looked ahead; 0: it knew the exact values
	Nodes int   `json:"nodes"`           // positions that it searched
	MS    int64 `json:"ms"`              // time that it searched, in milliseconds

	// Moves are moves that the AI compared, the best first. More is the number of compared moves
	// that are not in Moves.
	Moves []Judged `json:"moves"`
	More  int      `json:"more,omitempty"`

	Line []string `json:"line,omitempty"` // the moves that the AI expects, its own first
}

// Judged is a move that the AI compared. Its values are for the side that plays the move.
type Judged struct {
	Move   string `json:"move"`
	Points int    `json:"points,omitempty"` // of the evaluation; 0: even, or a draw
	Mate   int    `json:"mate,omitempty"`   // plies to a certain win; negative: to a certain loss; 0: neither
	Most   bool   `json:"most,omitempty"`   // Points or Mate is only an upper bound
	Missed int    `json:"missed,omitempty"` // plies as in Mate, to a certain win or loss that the level overlooked
}

// Limits of a Thought.
const (
	MaxThoughtBytes = 512 // of its JSON
	MaxLine         = 8   // moves of its line
)

// Fit shortens t to MaxThoughtBytes. It removes the worst moves first. The played move and moves with
// a Missed follow after all others.
func (t *Thought) Fit(played string) {
	t.Line = t.Line[:min(len(t.Line), MaxLine)]
	for len(t.Moves) > 1 && t.size() > MaxThoughtBytes {
		last := len(t.Moves) - 1
		for i, m := range slices.Backward(t.Moves) {
			if m.Move != played && m.Missed == 0 {
				last = i
				break
			}
		}
		t.Moves = slices.Delete(t.Moves, last, last+1)
		t.More++
	}
}

func (t *Thought) size() int {
	data, _ := json.Marshal(t) // cannot fail: numbers and texts
	return len(data)
}

// stored returns t, or nil if t exceeds the limits.
func (t *Thought) stored() *Thought {
	if t == nil || len(t.Line) > MaxLine || t.size() > MaxThoughtBytes {
		return nil
	}
	return t
}

// ShowsThoughts reports whether a player may see the thoughts of the AI in a game of the room. After
// the game, everybody may. During the game, everybody may if AI plays AI or if the room's creator
// chose so; otherwise only a player who gets advice, or has asked for a hint, may.
func (s *State) ShowsThoughts(id PlayerID, game int) bool {
	if game < s.Number || s.Phase != PhasePlaying || s.BothAI() || s.Thoughts {
		return true
	}
	helped := s.Helped()
	for i, p := range s.Players {
		if helped[i] && id != "" && p.ID == id {
			return true
		}
	}
	return false
}

// thoughtField begins the thought in the raw form of an entry. No JSON text contains these bytes:
// quotation marks are escaped there.
const thoughtField = `,"thought":`

func hasThought(ev Event) bool {
	moved, ok := ev.(Moved)
	return ok && moved.Thought != nil
}

// Public returns Raw without the thought. The digest in it is still that of the entry with the
// thought.
func (e Entry) Public() []byte {
	if !hasThought(e.Event) {
		return e.raw
	}
	begin := bytes.Index(e.raw, []byte(thoughtField))
	value := json.NewDecoder(bytes.NewReader(e.raw[begin+len(thoughtField):]))
	var thought json.RawMessage
	_ = value.Decode(&thought) // cannot fail: the entry was decoded
	end := begin + len(thoughtField) + int(value.InputOffset())
	return slices.Concat(e.raw[:begin], e.raw[end:])
}
