package room

import (
	"slices"
	"time"
)

// Emotes lists what players can say to each other.
var Emotes = []string{"hello", "luck", "well-played", "thanks", "oops", "wow", "thinking", "bye"}

// Limits of emotes.
const (
	maxEmotesInRow  = 3 // within emoteSpan
	emoteSpan       = 10 * time.Second
	maxEmotesInGame = 40
)

// Emoted shows an emote, one of Emotes, to everybody in the room.
type Emoted struct {
	Seat  Seat   `json:"seat"`
	Emote string `json:"emote"`
}

// Emote shows an emote, one of Emotes.
type Emote struct{ Emote string }

var (
	ErrBadEmote = &Refusal{"unknown_emote", "There is no such emote."}
	ErrEmotes   = &Refusal{"too_many_emotes", "Too many emotes. Wait a moment."}
)

func (Emoted) Kind() string { return "emoted" }

func (do Emote) decideFor(s *State, seat Seat, _ Command, now time.Time) (Event, error) {
	switch {
	case !s.hasGame():
		return nil, ErrNotStarted
	case !slices.Contains(Emotes, do.Emote):
		return nil, ErrBadEmote
	case !s.Emotes[seat-1].allow(now):
		return nil, ErrEmotes
	}
	return Emoted{Seat: seat, Emote: do.Emote}, nil
}

func (do Emote) made(_ PlayerID, e Event) bool {
	made, ok := e.(Emoted)
	return ok && made.Emote == do.Emote
}

func (ev Emoted) apply(s *State) error {
	if !s.hasGame() || !ev.Seat.Valid() {
		return errOutOfPlace
	}
	s.Emotes[ev.Seat-1].add(s.At)
	return nil
}

func (Emoted) refusedWhenFull() bool { return true }

// emotes holds how many emotes one player has shown in a game, and when.
type emotes struct {
	Count int
	Last  [maxEmotesInRow]time.Time // the times of the last emotes, oldest first
}

func (e *emotes) add(at time.Time) {
	e.Count++
	copy(e.Last[:], e.Last[1:])
	e.Last[maxEmotesInRow-1] = at
}

// allow reports whether the player may show another emote now.
func (e *emotes) allow(now time.Time) bool {
	return e.Count < maxEmotesInGame && now.Sub(e.Last[0]) >= emoteSpan
}
