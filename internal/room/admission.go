package room

import "time"

// The owner may shut spectators out. Then only the players and the owner see the room. Until
// both seats are held, anybody with the link sees it all the same, to take the free seat.

// Admitted says whether spectators are admitted from now on. Programs that do not know
// Admitted may skip it, because it does not change the game.
type Admitted struct {
	Spectators bool `json:"spectators"`
}

// Admit lets spectators in, or shuts them out. Only the owner may send it.
type Admit struct{ Spectators bool }

func (Admitted) Kind() string { return "admitted" }

func (Admitted) ignorable() bool { return true }

func (do Admit) decide(s *State, c Command, _ time.Time) (Event, error) {
	if c.By != s.Owner {
		return nil, ErrNotOwner
	}
	if !do.Spectators && !s.NoSpectators {
		return Admitted(do), nil // shutting spectators out is always allowed
	}
	return Admitted(do), s.mayChange()
}

func (do Admit) made(_ PlayerID, e Event) bool {
	made, ok := e.(Admitted)
	return ok && made == Admitted(do)
}

func (ev Admitted) apply(s *State) error {
	if s.Phase == PhaseNone {
		return errOutOfPlace
	}
	s.NoSpectators = !ev.Spectators
	s.Changes++
	return nil
}

func (ev Admitted) refusedWhenFull() bool { return ev.Spectators }

// Admits reports whether a player may see the room.
func (s *State) Admits(id PlayerID) bool {
	return !s.NoSpectators || s.Phase == PhaseNone || s.Phase == PhaseWaiting ||
		id != "" && id == s.Owner || s.SeatsOf(id) != [2]bool{}
}
