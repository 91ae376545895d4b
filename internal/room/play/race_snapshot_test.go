package play_test

import (
	"fmt"
	"reflect"

	"github.com/quatre/quatre/internal/room"
)

// throughSnapshot folds e into s, takes a snapshot of the result and returns the state restored
// from this snapshot. That state must equal want, the fold of all entries. So a reader may begin
// with any snapshot.
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
		return nil, fmt.Errorf("the state restored from a snapshot is %+v, but the fold is %+v", got, folded)
	}
	return restored, nil
}

// options returns a text with the results of the position's exported methods.
func options(s *room.State) string {
	if s.Position == nil {
		return ""
	}
	return fmt.Sprint(s.Position.Turn(), s.Position.Ply(), s.Position.Outcome(), s.Position.Line(), s.Position.Moves(nil))
}

// normalised returns a copy of s without the position, in which empty slices are nil.
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
