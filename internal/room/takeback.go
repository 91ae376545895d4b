package room

import (
	"slices"
	"time"
)

// TakenBack undoes the last moves of the game; Seat moves again.
type TakenBack struct {
	Seat Seat `json:"seat"`
	Ply  int  `json:"ply"` // number of moves that remain
}

var (
	ErrNothingBack = &Refusal{"nothing_to_take_back", "You have no move to take back."}
	ErrNoTimeBack  = &Refusal{"no_time_to_take_back", "The clock does not allow that."}
)

func (TakenBack) Kind() string { return "takenback" }

// takenBack returns the event that undoes the last move of seat and the reply to it. If one
// person holds both seats, the event undoes only the last move of the game.
func (s *State) takenBack(seat Seat, now time.Time) (Event, error) {
	if s.Self() {
		seat = s.Turn().Other()
	}
	ply := len(s.Moves) - 1
	if s.Turn() == seat {
		ply-- // the opponent has replied
	}
	switch {
	case ply < s.Given:
		return nil, ErrNothingBack
	case s.Undone >= maxTakebacks:
		return nil, ErrTooOften
	case !s.allowsTakeback(ply, now):
		return nil, ErrNoTimeBack
	}
	return TakenBack{Seat: seat, Ply: ply}, nil
}

func (ev TakenBack) apply(s *State) error {
	if s.Phase != PhasePlaying || ev.Ply < s.Given || ev.Ply >= len(s.Moves) {
		return errOutOfPlace
	}
	s.Timers = s.timersAfterTakeback(ev.Ply, s.At)
	for len(s.Moves) > ev.Ply {
		s.Position.Undo()
		s.Moves, s.MS = s.Moves[:len(s.Moves)-1], s.MS[:len(s.MS)-1]
		s.Lag = s.Lag[:len(s.Lag)-1]
	}
	s.Undone++
	s.Delegations = delegationsBefore(s.Delegations, ev.Ply)
	for n := len(s.Credits); n > 0 && s.Credits[n-1].Ply >= ev.Ply; n-- {
		s.Credits = slices.Clip(s.Credits[:n-1])
	}
	// Clones share these slices, so an append must copy them.
	s.Moves, s.MS, s.Lag = slices.Clip(s.Moves), slices.Clip(s.MS), slices.Clip(s.Lag)
	s.Offered = Offered{}
	s.turnBegins()
	return nil
}

func (TakenBack) refusedWhenFull() bool { return true }
