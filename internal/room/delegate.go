package room

import (
	"slices"
	"time"
)

// DelegatedPace is the time between two moves while the AI plays both seats because a player has
// delegated a seat. In rooms of AI against AI, State.Pace is that time.
const DelegatedPace = 800 * time.Millisecond

// Delegation is a part of a game in which the AI played the turns of a person.
type Delegation struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level"`
	From  int    `json:"from"` // the index of the first move of the part
	To    int    `json:"to"`   // the index after the last move; in a State, -1 while the part lasts
}

// Possible reports whether a game with this many moves can contain the delegation.
func (d Delegation) Possible(moves int) bool {
	_, known := levelByName(d.Level)
	return known && d.Seat.Valid() && 0 <= d.From && d.From < d.To && d.To <= moves
}

// Delegated lets the AI play the turns of a person's seat in the present game, at a level.
// Without a level, the person plays again.
type Delegated struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level,omitempty"`
}

// Delegate lets the AI play the turns of the player's seat at Level, until the end of the
// game. Without a Level, the player takes the turns back.
type Delegate struct {
	Seat  Seat
	Level string
}

var (
	ErrDelegated = &Refusal{"delegated", "The AI plays your turns: take them back first."}
	ErrNotDeleg  = &Refusal{"not_delegated", "You play this seat yourself already."}
)

func (Delegated) Kind() string { return "delegated" }

func (do Delegate) decideInGame(s *State, _ Seat, c Command, _ time.Time) (Event, error) {
	switch {
	case c.Seen < s.StartN:
		return nil, ErrStale // the command was meant for the previous game
	case !do.Seat.Valid() || s.Players[do.Seat-1].ID != c.By:
		return nil, ErrBadSeat
	case do.Level == "" && s.Delegated[do.Seat-1] == "":
		return nil, ErrNotDeleg
	case do.Level == "":
		return Delegated(do), nil // always allowed
	}
	level, err := SeatableLevel(do.Level, false)
	switch {
	case err != nil:
		return nil, err
	case level.Name == s.Delegated[do.Seat-1]:
		return nil, ErrDelegated
	}
	return Delegated{do.Seat, level.Name}, s.mayChange()
}

func (do Delegate) made(_ PlayerID, e Event) bool {
	made, ok := e.(Delegated)
	return ok && made.Seat == do.Seat && (do.Level == "" && made.Level == "" || isSeated(do.Level, made.Level))
}

func (ev Delegated) apply(s *State) error {
	if s.Phase != PhasePlaying || !ev.Seat.Valid() || s.Players[ev.Seat-1].ID == "" || ev.Level == s.Delegated[ev.Seat-1] {
		return errOutOfPlace
	}
	if err := checkLevels(ev.Level); err != nil {
		return err
	}
	s.Delegations = slices.Clone(s.Delegations) // clones of s share the slice
	for i := range s.Delegations {
		if d := &s.Delegations[i]; d.Seat == ev.Seat && d.To < 0 {
			d.To = len(s.Moves)
		}
	}
	if ev.Level != "" {
		s.Delegations = append(s.Delegations, Delegation{ev.Seat, ev.Level, len(s.Moves), -1})
	}
	s.Delegated[ev.Seat-1] = ev.Level
	s.Changes++
	return nil
}

// Taking the turns back is always allowed.
func (ev Delegated) refusedWhenFull() bool { return ev.Level != "" }

// delegationsBefore returns what remains of the delegations of a game after a takeback to ply.
func delegationsBefore(all []Delegation, ply int) []Delegation {
	var left []Delegation
	for _, d := range all {
		if d.To < 0 || d.From < ply {
			d.From, d.To = min(d.From, ply), min(d.To, ply)
			left = append(left, d)
		}
	}
	return left
}

// delegations returns the parts of the game in which the AI has made a move for a person. A
// part that has not ended yet ends with the last move.
func (s *State) delegations() []Delegation {
	var all []Delegation
	for _, d := range s.Delegations {
		if d.To < 0 {
			d.To = len(s.Moves)
		}
		// The seats take turns, so one of two moves belongs to the seat.
		if d.To-d.From >= 2 || d.To > d.From && MoverAt(s.First, d.From) == d.Seat {
			all = append(all, d)
		}
	}
	return all
}
