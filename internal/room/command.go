package room

import (
	"time"
	"unicode/utf8"
)

// Command is what a player wants to happen in a room.
type Command struct {
	// ID is the player's own name for this command. ValidCommandID says which are allowed.
	// A command that is sent again with the same ID is acknowledged, not carried out again.
	// Another command with the same ID is refused.
	ID string

	// By is the player. The caller has authenticated it.
	By PlayerID

	// Seen is the number of the last entry that the player has seen.
	Seen uint64

	Do Action

	// Origin is the origin of a Create. It becomes Effects.Origin and is not in the entry.
	Origin string
}

// Action is the content of a command. Its type also implements one or more of byAnybody, byPlayer,
// inGame and byMachine, which say who may send it; only Close, which the operator sends, does not.
type Action interface {
	// made reports whether the action can have led to the event, if a player sent it.
	made(by PlayerID, e Event) bool
}

// Who may send an action. The methods are Decide for the action.
type (
	// byAnybody is implemented by actions that need no seat, such as Admit.
	byAnybody interface {
		decide(s *State, c Command, now time.Time) (Event, error)
	}

	// byPlayer is implemented by actions of the player who holds seat, such as Emote.
	byPlayer interface {
		decideFor(s *State, seat Seat, c Command, now time.Time) (Event, error)
	}

	// inGame is implemented by actions of the player who holds seat in a game in progress, such as Resign.
	inGame interface {
		decideInGame(s *State, seat Seat, c Command, now time.Time) (Event, error)
	}

	// byMachine is implemented by actions of AIs, such as Advise.
	byMachine interface {
		decideForMachine(s *State, c Command, now time.Time) (Event, error)
	}
)

// Decide returns the event that c leads to in state s at now, or a *Refusal. It never writes
// to s, which other goroutines may read. The result depends only on the arguments.
func Decide(s *State, c Command, now time.Time) (Event, error) {
	if create, ok := c.Do.(Create); ok {
		return create.decide(s, c, now)
	}
	switch {
	case s.Phase == PhaseNone:
		return nil, ErrNoRoom
	case s.Phase == PhaseClosed:
		return nil, ErrClosed
	case c.Seen > s.N:
		return nil, ErrAhead
	case c.By == Machine:
		if do, ok := c.Do.(byMachine); ok {
			return do.decideForMachine(s, c, now)
		}
		return nil, ErrNotSeated
	case c.By == Operator:
		if do, ok := c.Do.(Close); ok {
			return do.decide()
		}
		return nil, ErrNotSeated
	}
	if _, expire := c.Do.(Expire); s.Imported && s.Phase == PhaseFinished && !expire {
		return nil, ErrImported
	}
	if do, ok := c.Do.(byAnybody); ok {
		return do.decide(s, c, now)
	}
	seat := s.SeatOf(c.By)
	switch c.Do.(type) {
	case PlayAgain, SetLevel:
		if s.BothAI() && c.By == s.Owner {
			seat = 1 // AIs agree to every rematch, so the owner acts for both seats
		}
	}
	if !seat.Valid() {
		return nil, ErrNotSeated
	}
	switch do := c.Do.(type) {
	case byPlayer:
		return do.decideFor(s, seat, c, now)
	case inGame:
		if err := s.mustPlay(now); err != nil {
			return nil, err
		}
		return do.decideInGame(s, seat, c, now)
	}
	return nil, ErrBadCommand
}

// mustPlay returns nil if a game is in progress. A game whose flag has fallen is over
// even before a sweep has stored this end.
func (s *State) mustPlay(now time.Time) error {
	switch s.Phase {
	case PhasePlaying:
		if s.flagFallen(now) {
			return ErrTimeUp
		}
		return nil
	case PhaseWaiting:
		return ErrNotStarted
	default:
		return ErrGameOver
	}
}

// mayChange returns nil if the game may have one more of the changes that maxChanges bounds.
func (s *State) mayChange() error {
	if s.Changes >= maxChanges {
		return ErrTooOften
	}
	return nil
}

// Made reports whether the command can have made the event. If so, a command with the ID and the
// author of the event is a repetition. It returns true for every command of the machine and of the
// room itself: their IDs follow from the log, and the first command with an ID counts.
//
// It also returns true for an unknown event, which a newer program has stored.
//
// A repeated Create may have other settings. They do not count, and the command leads to the room.
func (c Command) Made(e Event) bool {
	if c.By == "" || c.By == Machine || c.By == Operator || is[Unknown](e) {
		return true
	}
	return c.Do != nil && c.Do.made(c.By, e)
}

func is[E Event](e Event) bool {
	_, ok := e.(E)
	return ok
}

// ValidCommandID reports whether a player may give a command this ID: the ID has 1 to
// MaxCommandID bytes of UTF-8, both as it is and in JSON. Entries store the ID in JSON.
func ValidCommandID(id string) bool {
	return id != "" && len(id) <= MaxCommandID && utf8.ValidString(id) && len(appendString(nil, id))-len(`""`) <= MaxCommandID
}
