package room

import "time"

// Named sets or removes a nickname.
type Named struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name,omitempty"`
}

// Rename changes the player's nickname on a seat.
type Rename struct {
	Name string
	Seat Seat // must be the player's; 0: the player's only seat, or seat 1 of both
}

func (Named) Kind() string { return "named" }

func (do Rename) decideFor(s *State, _ Seat, c Command, _ time.Time) (Event, error) {
	name, err := cleanName(do.Name)
	seat := do.Seat
	if seat == 0 {
		seat = 1
		if !s.holds(1, c.By) {
			seat = 2
		}
	}
	switch {
	case err != nil:
		return nil, err
	case !seat.Valid() || !s.holds(seat, c.By):
		return nil, ErrBadSeat
	}
	return Named{Seat: seat, Name: name}, s.mayChange()
}

func (do Rename) made(_ PlayerID, e Event) bool {
	made, ok := e.(Named)
	name, err := cleanName(do.Name)
	return ok && err == nil && made.Name == name && (do.Seat == 0 || made.Seat == do.Seat)
}

func (ev Named) apply(s *State) error {
	if s.Phase == PhaseNone || !ev.Seat.Valid() {
		return errOutOfPlace
	}
	s.Players[ev.Seat-1].Name = ev.Name
	s.Changes++
	return nil
}

func (Named) refusedWhenFull() bool { return true }
