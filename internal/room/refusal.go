package room

import (
	"errors"

	"github.com/quatre/quatre/internal/rules"
)

// Refusal is the error for a command that is not allowed; nothing was stored. Codes are
// part of the public protocol: docs/api/asyncapi.yaml lists them. A move may also be refused
// with the codes of package rules.
type Refusal struct {
	Code string
	Text string // a sentence for people
}

func (r *Refusal) Error() string { return r.Text }

// Refusals of several kinds of command. The others are where they are used.
var (
	ErrBadCommand  = &Refusal{"bad_command", "A command needs an id of 1 to 64 bytes, in JSON too."}
	ErrIDUsed      = &Refusal{"id_used", "You have used this id for another command."}
	ErrBadName     = &Refusal{"bad_name", "A nickname has at most 24 characters, all of them visible."}
	ErrReserved    = &Refusal{"reserved_name", "That nickname could be mistaken for an AI or for the people who run this service."}
	ErrBadLevel    = &Refusal{"unknown_level", "There is no AI of that level."}
	ErrBadSeat     = &Refusal{"bad_seat", "That is not your seat."}
	ErrNoRoom      = &Refusal{"unknown_room", "This room does not exist, or no longer exists."}
	ErrNotSeated   = &Refusal{"not_your_seat", "Only the two players can do that: you are watching."}
	ErrStale       = &Refusal{"stale", "The position has changed in the meantime."}
	ErrAhead       = &Refusal{"ahead", "You have seen more than the room holds: reload it."}
	ErrSeated      = &Refusal{"already_seated", "You have a seat in this room already."}
	ErrNotOwner    = &Refusal{"not_owner", "Only the player who opened this room can do that."}
	ErrNotStarted  = &Refusal{"not_started", "The game starts when somebody takes the second seat."}
	ErrGameOver    = &Refusal{"game_over", "The game is over."}
	ErrGameRunning = &Refusal{"game_running", "The game is not over yet."}
	ErrTimeUp      = &Refusal{"time_up", "The time is up."}
	ErrTooOften    = &Refusal{"too_often", "You have done that too often in this game."}
	ErrImported    = &Refusal{"imported", "This game was played elsewhere: open a new room to play."}
	ErrClosed      = &Refusal{"room_closed", "This room is closed."}
	ErrFull        = &Refusal{"room_full", "This room is full: open a new one."}
	ErrNothingDue  = &Refusal{"nothing_due", "Nothing is overdue in this room."}
	ErrBusy        = &Refusal{"busy", "The room is busy. Try again."}
)

// AsRefusal returns the Refusal for an error of package rules, and any other error as it is.
func AsRefusal(err error) error {
	if e, ok := errors.AsType[*rules.Error](err); ok {
		return &Refusal{Code: e.Code, Text: e.Text}
	}
	return err
}
