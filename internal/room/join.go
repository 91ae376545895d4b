package room

import "time"

// Joined seats a person, or an AI that the owner has invited. When no seat is free, the first
// game begins.
type Joined struct {
	Seat  Seat     `json:"seat"`
	ID    PlayerID `json:"player,omitempty"`
	Name  string   `json:"name,omitempty"`
	Level string   `json:"level,omitempty"`
}

// Sit seats the player on the first free seat.
type Sit struct{ Name string }

// Invite seats an AI on the free seat beside a person. Only the owner may send it.
type Invite struct{ Level string }

var ErrSeatTaken = &Refusal{"seat_taken", "Both seats are taken: you can watch."}

func (Joined) Kind() string { return "joined" }

func (do Sit) decide(s *State, c Command, _ time.Time) (Event, error) {
	clean := cleanName
	if s.Imported {
		clean = storedName
	}
	name, err := clean(do.Name)
	switch {
	case err != nil:
		return nil, err
	case s.SeatOf(c.By).Valid():
		return nil, ErrSeated
	case s.Phase != PhaseWaiting:
		return nil, ErrSeatTaken
	}
	return Joined{Seat: s.freeSeat(), ID: c.By, Name: name}, nil
}

func (do Invite) decide(s *State, c Command, _ time.Time) (Event, error) {
	if c.By != s.Owner {
		return nil, ErrNotOwner
	}
	if s.Phase != PhaseWaiting {
		return nil, ErrSeatTaken
	}
	if s.freeSeat() == 1 {
		return nil, ErrBadSeat // the other seat is a person's: see Create.Levels
	}
	level, err := SeatableLevel(do.Level, s.Imported)
	if err != nil {
		return nil, err
	}
	return Joined{Seat: 2, Level: level.Name}, nil
}

func (Sit) made(by PlayerID, e Event) bool {
	made, ok := e.(Joined)
	return ok && made.ID == by
}

func (do Invite) made(_ PlayerID, e Event) bool {
	made, ok := e.(Joined)
	return ok && isSeated(do.Level, made.Level) && made.ID == ""
}

func (ev Joined) apply(s *State) error {
	if s.Phase != PhaseWaiting || ev.Seat != s.freeSeat() || ev.Seat == 1 && ev.Level != "" {
		return errOutOfPlace
	}
	if err := checkLevels(ev.Level); err != nil {
		return err
	}
	p := &s.Players[ev.Seat-1]
	p.ID, p.Name, p.Level = ev.ID, ev.Name, ev.Level
	if s.freeSeat() == 0 {
		s.start(1, s.First)
	}
	return nil
}

// freeSeat returns the first seat that nobody holds; 0: there is none.
func (s *State) freeSeat() Seat {
	for i, p := range s.Players {
		if p.Free() {
			return Seat(i + 1)
		}
	}
	return 0
}
