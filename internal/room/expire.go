package room

import (
	"fmt"
	"time"
)

// Expire ends a game whose clock has run out, or closes a room that has had no entry
// for UnjoinedLimit, InvitationLimit or AbandonedLimit. Only a sweep sends it.
type Expire struct{}

// ExpireID returns the ID of the Expire that follows entry n. Several processes that sweep
// after the same entry send the same command, and only one is carried out.
func ExpireID(n uint64) string { return fmt.Sprintf("expire-%d", n) }

// Flagged ends the game because the player of Seat has run out of time. It follows from a
// sweep, not from a player's command.
type Flagged struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

func (Flagged) Kind() string { return "flagged" }

func (Expire) decide(s *State, _ Command, now time.Time) (Event, error) {
	if s.flagFallen(now) {
		turn := s.Turn()
		return Flagged{Seat: turn, End: &Ending{Winner: turn.Other(), Reason: ReasonTime}}, nil
	}
	switch {
	case s.Phase == PhaseWaiting && !now.Before(s.unjoinedAt(s.At)):
		return Closed{Reason: ReasonUnjoined}, nil
	case s.Phase == PhasePlaying && !now.Before(s.At.Add(AbandonedLimit)):
		return Closed{Reason: ReasonAbandoned}, nil
	default:
		return nil, ErrNothingDue
	}
}

// unjoinedAt returns when a waiting room is closed, if last was the last entry or visit.
func (s *State) unjoinedAt(last time.Time) time.Time {
	if s.Open {
		return last.Add(UnjoinedLimit)
	}
	return earlier(last.Add(InvitationLimit), s.Opened.Add(MaxInvitation))
}

func (Expire) made(_ PlayerID, e Event) bool { return is[Flagged](e) || is[Closed](e) }

func (ev Flagged) apply(s *State) error { return s.end(ev.Seat, ev.End) }
