package local

import (
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
)

// Settings are the settings of a room, with the values that docs/openapi.yaml lists for a new room
// at a hub. Arrays are indexed by seat minus one.
type Settings struct {
	Variant string
	Levels  [2]string // the levels of AIs; empty: a person's seat
	Names   [2]string
	Colour  string // of seat 1; empty: the first colour
	Starter string
	Advice  string // none, 1, 2 or both
	Pace    time.Duration

	// The clock, in milliseconds. All zero: no clock.
	Move, Base, Increment int64
}

// create returns the action that creates the room. If no seat has an AI's level, the person at
// the keyboard has both seats.
func (s Settings) create() room.Create {
	c := room.Create{
		Variant: s.Variant, Levels: s.Levels, Names: s.Names, Starter: room.Starter(s.Starter),
		Self: s.Levels == [2]string{}, Pace: s.Pace, Colours: [2]string{s.Colour},
		Advice: [2]bool{s.Advice == "1" || s.Advice == "both", s.Advice == "2" || s.Advice == "both"},
	}
	if s.Move != 0 || s.Base != 0 || s.Increment != 0 {
		c.Clock = &room.Clock{Move: s.Move, Base: s.Base, Increment: s.Increment}
	}
	c.First = wire.FirstOf(c.Starter)
	return c
}

// CheckLevel returns an error with a sentence for people if there is no such level.
func CheckLevel(level string) error {
	_, err := minimax.ParseLevel(level)
	return err
}
