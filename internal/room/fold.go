package room

import (
	"errors"
	"fmt"
)

// Apply folds the next entry into s. Its error wraps ErrDamaged or ErrTooNew. After an error
// s must not be used.
func (s *State) Apply(e Entry) error {
	if !e.Follows(s.Digest) {
		return fmt.Errorf("%w: the digest of entry %d does not follow the entry before it", ErrDamaged, e.N)
	}
	return s.ApplyPublic(e)
}

// ApplyPublic is Apply for clients of a hub: it does not check the digest, because an entry that was
// decoded from Entry.Public may lack a part of what was hashed.
func (s *State) ApplyPublic(e Entry) error {
	if e.N != s.N+1 {
		return fmt.Errorf("%w: entry %d after entry %d", ErrDamaged, e.N, s.N)
	}
	if e.N == 1 {
		s.Owner, s.Opened = e.By, e.At
	}
	s.N, s.At, s.Digest = e.N, e.At, e.Digest
	if err := e.Event.apply(s); errors.Is(err, ErrTooNew) {
		return fmt.Errorf("entry %d: %w", e.N, err)
	} else if err != nil {
		return fmt.Errorf("%w: entry %d: %w", ErrDamaged, e.N, err)
	}
	return nil
}

// errOutOfPlace says that the state of the room does not allow the event.
var errOutOfPlace = errors.New("the event is out of place")

// hasGame reports whether the room has a game, in progress or finished.
func (s *State) hasGame() bool { return s.Phase == PhasePlaying || s.Phase == PhaseFinished }
