package play_test

import (
	"fmt"
	"reflect"

	"github.com/quatre/quatre/internal/room"
)

// throughSnapshot folds e into a state that was restored from a snapshot, and returns what
// a snapshot of the result is restored to. The result must be as want, the fold of all
// entries: then a reader may begin with any snapshot.
func throughSnapshot(s *room.State, e room.Entry, want *room.State) (*room.State, error) {
	if err := s.Apply(e); err != nil {
		return nil, err
	}
	restored, err := room.RestoreState(s.Snapshot())
	if err != nil {
		return nil, err
	}
	got, folded := normalised(restored), normalised(want)
	if !reflect.DeepEqual(got, folded) || !reflect.DeepEqual(options(restored), options(want)) {
		return nil, fmt.Errorf("a snapshot is restored to %+v; the fold is %+v", got, folded)
	}
	return restored, nil
}

// options returns what can be known of a position from outside.
func options(s *room.State) string {
	if s.Position == nil {
		return ""
	}
	return fmt.Sprint(s.Position.Turn(), s.Position.Ply(), s.Position.Outcome(), s.Position.Line(), s.Position.Moves(nil))
}

// normalised returns a copy without the position that does not distinguish nil from empty.
func normalised(s *room.State) room.State {
	c := *s.Clone()
	c.Position = nil
	if len(c.Moves) == 0 {
		c.Moves, c.MS, c.Lag = nil, nil, nil
	}
	if len(c.Credits) == 0 {
		c.Credits = nil
	}
	return c
}
