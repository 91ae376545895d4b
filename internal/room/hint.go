package room

import "time"

// Hinted asks the AI for advice in the present position. A seat that has asked counts as advised in the record of the
// game.
type Hinted struct {
	Seat Seat `json:"seat"`
}

// Hint asks the AI for advice in the present position, once. Only a person who plays against an AI may send it: against a
// person, both agree on advice before the game.
type Hint struct{}

var ErrNoHint = &Refusal{"no_hint", "You can ask for one hint in each of your turns against the AI, unless you get hints anyway."}

func (Hinted) Kind() string { return "hinted" }

func (Hint) decideInGame(s *State, seat Seat, c Command, _ time.Time) (Event, error) {
	switch {
	case c.Seen < s.TurnN:
		return nil, ErrStale
	case s.Turn() != seat:
		return nil, ErrNotYourTurn
	case s.Delegated[seat-1] != "":
		return nil, ErrDelegated
	case !s.Players[seat.Other()-1].IsAI() || s.advises(seat):
		return nil, ErrNoHint
	}
	return Hinted{seat}, nil
}

func (Hint) made(_ PlayerID, e Event) bool { return is[Hinted](e) }

func (ev Hinted) apply(s *State) error {
	if s.Phase != PhasePlaying || ev.Seat != s.Turn() {
		return errOutOfPlace
	}
	s.Hinted[ev.Seat-1] = s.TurnN
	return nil
}

func (Hinted) refusedWhenFull() bool { return true }

// advises reports whether the AI advises the seat in the present position.
func (s *State) advises(seat Seat) bool {
	return s.Advice[seat-1] || s.Hinted[seat-1] == s.TurnN
}

// IsHinted reports whether the seat to move has asked for a hint in the present position.
func (s *State) IsHinted() bool {
	turn := s.Turn()
	return turn.Valid() && s.Hinted[turn-1] == s.TurnN
}

// Helped reports for each seat whether it gets advice, or has asked for it in the present game.
func (s *State) Helped() [2]bool {
	return [2]bool{s.Advice[0] || s.Hinted[0] > 0, s.Advice[1] || s.Hinted[1] > 0}
}
