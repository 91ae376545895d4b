package room

import "time"

// LevelSet changes the level of the AI on a seat between two games.
type LevelSet struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level"`
}

// SetLevel changes the level of the AI on a seat, between two games. Only the AI's opponent
// may send it; where AI plays AI, only the owner.
type SetLevel struct {
	Seat  Seat
	Level string
}

func (LevelSet) Kind() string { return "levelset" }

func (do SetLevel) decideFor(s *State, _ Seat, c Command, _ time.Time) (Event, error) {
	if err := s.mayWish(c); err != nil {
		return nil, err
	}
	if !do.Seat.Valid() || !s.Players[do.Seat-1].IsAI() {
		return nil, ErrBadSeat
	}
	if err := s.mayChange(); err != nil {
		return nil, err
	}
	level, err := SeatableLevel(do.Level, false)
	if err != nil {
		return nil, err
	}
	return LevelSet{do.Seat, level.Name}, nil
}

func (do SetLevel) made(_ PlayerID, e Event) bool {
	made, ok := e.(LevelSet)
	return ok && made.Seat == do.Seat && isSeated(do.Level, made.Level)
}

func (ev LevelSet) apply(s *State) error {
	if s.Phase != PhaseFinished || !ev.Seat.Valid() || !s.Players[ev.Seat-1].IsAI() || ev.Level == "" {
		return errOutOfPlace
	}
	if err := checkLevels(ev.Level); err != nil {
		return err
	}
	s.Players[ev.Seat-1].Level = ev.Level
	s.Changes++
	return nil
}

func (LevelSet) refusedWhenFull() bool { return true }
