package room

import "time"

// How long a player must be absent before the other player may end the game.
const (
	AwayLimit = 40 * time.Second // after a lost connection
	LeftLimit = 10 * time.Second // after a goodbye
)

// awayLimit returns how long a player must be absent who has said goodbye, or not.
func awayLimit(left bool) time.Duration {
	if left {
		return LeftLimit
	}
	return AwayLimit
}

// Claimed ends the game because the opponent of Seat has been absent for too long.
type Claimed struct {
	Seat Seat    `json:"seat"`
	Away int64   `json:"away"` // length of the absence, in milliseconds
	End  *Ending `json:"end"`
}

// Claim ends a game because the opponent is absent. The caller sets Away to the length
// of the absence, and Left if the opponent said goodbye.
type Claim struct {
	Draw bool // claim a draw instead of a win
	Away time.Duration
	Left bool
}

var ErrNotAway = &Refusal{"not_away", "The other player is here, or has not been away long enough."}

func (Claimed) Kind() string { return "claimed" }

func (do Claim) decideInGame(s *State, seat Seat, c Command, now time.Time) (Event, error) {
	if c.Seen < s.TurnN {
		return nil, ErrStale // the other player may have moved since
	}
	// Absence before the start of the game does not count.
	away := min(do.Away, now.Sub(s.Started)).Truncate(time.Millisecond)
	if !s.Claimable(seat.Other()) || away < awayLimit(do.Left) {
		return nil, ErrNotAway
	}
	end := &Ending{Winner: seat, Reason: ReasonLeft}
	if do.Draw {
		end.Winner = 0
	}
	return Claimed{Seat: seat, Away: away.Milliseconds(), End: end}, nil
}

// Claimable reports whether the opponent may claim the present game if the player of this
// seat is absent.
func (s *State) Claimable(seat Seat) bool {
	return s.Phase == PhasePlaying && s.Players[seat-1].ID != "" && s.Players[seat.Other()-1].ID != "" &&
		!s.Self() && !s.Clock.Slow() && s.Delegated[seat-1] == ""
}

func (do Claim) made(_ PlayerID, e Event) bool {
	made, ok := e.(Claimed)
	return ok && made.End != nil && do.Draw == (made.End.Winner == 0)
}

func (ev Claimed) apply(s *State) error {
	s.Away = ev.Away
	return s.end(ev.Seat, ev.End)
}
