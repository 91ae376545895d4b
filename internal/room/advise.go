package room

import (
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Advised is the AI's suggestion to the player to move, in the present position.
type Advised struct {
	Seat  Seat   `json:"seat"`
	Move  string `json:"move"`
	Value Value  `json:"value,omitzero"` // value of the move for the player to move; zero: unknown
	Only  bool   `json:"only,omitempty"` // no move wins, and after every other one the opponent can
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
	return Advised{Seat: s.Turn(), Move: s.Position.FormatMove(m), Value: do.Value, Only: isOnlyDefence(s.Position, m)}, nil
}

// isOnlyDefence reports whether the opponent can win with the next move after every move but m, which does not win.
func isOnlyDefence(pos rules.Position, m rules.Move) bool {
	moves, pos := pos.Moves(nil), pos.Clone() // other goroutines may read pos
	for _, one := range moves {
		pos.Play(one)
		loses, over := len(rules.WinningMoves(pos)) > 0, pos.Outcome().Over()
		pos.Undo()
		if loses == (one == m) || over {
			return false
		}
	}
	return len(moves) > 1
}

func (Advise) made(_ PlayerID, e Event) bool { return is[Advised](e) }

func (ev Advised) apply(s *State) error {
	if s.Phase != PhasePlaying || ev.Seat != s.Turn() {
		return errOutOfPlace
	}
	s.Advised, s.AdvisedValue, s.AdvisedOnly = ev.Move, ev.Value, ev.Only
	return nil
}
