package wire

import (
	"math/rand/v2"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// NewRoom is what POST /api/rooms takes.
type NewRoom struct {
	ID          string      `json:"id"`
	Variant     string      `json:"variant"`
	Opponent    string      `json:"opponent"` // human, ai:LEVEL, self, watch, or others: the creator does not play
	Levels      [2]string   `json:"levels,omitzero"`
	Pace        int64       `json:"pace,omitzero"`
	Starter     string      `json:"starter,omitzero"`
	Colour      string      `json:"colour,omitzero"`
	OtherColour string      `json:"other_colour,omitzero"`
	Name        string      `json:"name,omitzero"`
	OtherName   string      `json:"other_name,omitzero"`
	Clock       *room.Clock `json:"clock,omitzero"`
	Advice      string      `json:"advice,omitzero"`
	Open        *bool       `json:"open,omitzero"`
	Spectators  *bool       `json:"spectators,omitzero"` // absent: spectators are admitted
	Thoughts    bool        `json:"thoughts,omitzero"`   // the AI's thoughts are shown during a game
	Position    string      `json:"position,omitzero"`   // the moves after which the games begin
	From        room.Source `json:"from,omitzero"`       // where the position comes from
}

// Action returns the command that the request asks for. ok is false for an invalid request.
func (b *NewRoom) Action() (do room.Create, ok bool) {
	do = room.Create{
		Variant: b.Variant, Names: [2]string{b.Name, b.OtherName}, Colours: [2]string{b.Colour, b.OtherColour},
		Starter: room.Starter(b.Starter), Clock: b.Clock, Pace: Milliseconds(b.Pace),
		Thoughts: b.Thoughts, Position: room.SplitPosition(b.Variant, b.Position), From: b.From,
	}
	level, isAI := strings.CutPrefix(b.Opponent, "ai:")
	switch {
	case isAI && level != "":
		do.Levels[1] = level
	case b.Opponent == "self":
		do.Self = true
	case b.Opponent == "others":
		do.Others = true
	case b.Opponent == "watch":
		do.Levels, do.Open = b.Levels, true
		if b.Levels[0] == "" || b.Levels[1] == "" {
			return do, false
		}
	case b.Opponent != "human":
		return do, false
	}
	if b.Open != nil {
		do.Open = *b.Open
	}
	do.NoSpectators = b.Spectators != nil && !*b.Spectators
	do.First = FirstOf(do.Starter)
	do.Advice, ok = advice[b.Advice]
	return do, ok
}

// advice has, for each NewRoom.Advice, the seats that the AI advises.
var advice = map[string][2]bool{"": {}, "none": {}, "1": {true, false}, "2": {false, true}, "both": {true, true}}

// FirstOf returns the seat that moves first in a room's first game.
func FirstOf(s room.Starter) room.Seat {
	switch s {
	case room.StarterOther:
		return 2
	case room.StarterRandom, room.StarterLoser:
		return room.Seat(1 + rand.IntN(2))
	default:
		return 1
	}
}
