package room

import "time"

// Advised is the AI's suggestion to the player to move, in the present position.
type Advised struct {
	Seat  Seat   `json:"seat"`
	Move  string `json:"move"`
	Value Value  `json:"value,omitzero"` // value of the move for the player to move; zero: unknown
}

// Advise suggests a move to the player to move. Only Machine may send it.
type Advise struct {
	Move  string
	Value Value
}

func (Advised) Kind() string { return "advised" }

func (do Advise) decideForMachine(s *State, c Command, _ time.Time) (Event, error) {
	reply, owed := s.ReplyOwed()
	if !owed || !reply.Advice || c.Seen < s.TurnN {
		return nil, ErrStale
	}
	m, err := s.Position.ParseMove(do.Move)
	if err != nil {
		return nil, AsRefusal(err)
	}
	if !do.Value.Valid() {
		return nil, ErrBadCommand
	}
	return Advised{Seat: s.Turn(), Move: s.Position.FormatMove(m), Value: do.Value}, nil
}

func (Advise) made(_ PlayerID, e Event) bool { return is[Advised](e) }

func (ev Advised) apply(s *State) error {
	if s.Phase != PhasePlaying || ev.Seat != s.Turn() {
		return errOutOfPlace
	}
	s.Advised, s.AdvisedValue = ev.Move, ev.Value
	return nil
}
