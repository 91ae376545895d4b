package room

import "time"

// Joined seats a second person, or an AI that the owner has invited. The first game
// begins.
type Joined struct {
	Seat  Seat     `json:"seat"`
	ID    PlayerID `json:"player,omitempty"`
	Name  string   `json:"name,omitempty"`
	Level string   `json:"level,omitempty"`
}

// Sit seats the player on the free seat.
type Sit struct{ Name string }

// Invite seats an AI on the free seat. Only the owner may send it.
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
	return Joined{Seat: 2, ID: c.By, Name: name}, nil
}

func (do Invite) decide(s *State, c Command, _ time.Time) (Event, error) {
	if c.By != s.Owner {
		return nil, ErrNotOwner
	}
	if s.Phase != PhaseWaiting {
		return nil, ErrSeatTaken
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
	if s.Phase != PhaseWaiting || ev.Seat != 2 {
		return errOutOfPlace
	}
	if err := checkLevels(ev.Level); err != nil {
		return err
	}
	p := &s.Players[ev.Seat-1]
	p.ID, p.Name, p.Level = ev.ID, ev.Name, ev.Level
	s.start(1, s.First)
	return nil
}
