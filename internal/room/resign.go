package room

import "time"

// Resigned ends the game in the opponent's favour.
type Resigned struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// Resign gives up the game.
type Resign struct{}

func (Resigned) Kind() string { return "resigned" }

func (Resign) decideInGame(s *State, seat Seat, c Command, _ time.Time) (Event, error) {
	if c.Seen < s.StartN {
		return nil, ErrStale // the command was meant for the previous game
	}
	return Resigned{Seat: seat, End: &Ending{Winner: seat.Other(), Reason: ReasonResigned}}, nil
}

func (Resign) made(_ PlayerID, e Event) bool { return is[Resigned](e) }

func (ev Resigned) apply(s *State) error { return s.end(ev.Seat, ev.End) }
