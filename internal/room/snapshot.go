package room

import (
	"encoding/json"
	"fmt"

	"github.com/quatre/quatre/internal/rules"
)

// A snapshot is a State as bytes. A reader that begins with a snapshot need not fold the
// entries before it. Snapshots are a cache: they can be made again from the log at any
// time, and a program that does not understand one reads the log instead.

// SnapshotInterval is the number of entries between two snapshots of a room.
const SnapshotInterval = 100

// snapshotVersion must be raised with each change of State, of its JSON form, or of what
// apply does with an event that older programs know. A program uses only snapshots with
// its own snapshotVersion.
const snapshotVersion = 6

// snapshot is the JSON form of a snapshot. The position follows from the variant and the moves.
type snapshot struct {
	Version int    `json:"version"`
	Variant string `json:"variant"`
	*State
}

// Snapshot returns s as bytes, for RestoreState. It returns nil if s cannot be restored without
// a loss: there is no entry yet, or apply has skipped an event that only a newer version of
// this program knows.
func (s *State) Snapshot() []byte {
	if s.Phase == PhaseNone || s.skipped {
		return nil
	}
	data, err := json.Marshal(snapshot{snapshotVersion, s.Variant(), s})
	if err != nil {
		return nil // s has a Value that is not valid
	}
	return data
}

// RestoreState returns the State whose Snapshot is data. It fails if the snapshot is
// damaged, or if another version of this program has written it.
func RestoreState(data []byte) (*State, error) {
	var w snapshot
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, fmt.Errorf("room: snapshot: %w", err)
	}
	if w.Version != snapshotVersion || w.State == nil {
		return nil, fmt.Errorf("room: the snapshot has version %d", w.Version)
	}
	if err := w.State.restoreGame(w.Variant); err != nil {
		return nil, fmt.Errorf("room: snapshot: %w", err)
	}
	return w.State, nil
}

// restoreGame sets the game and, by playing the moves, the position.
func (s *State) restoreGame(variant string) (err error) {
	if s.Game, err = rules.Parse(variant); err != nil {
		return err
	}
	if err := checkLevels(s.Players[0].Level, s.Players[1].Level, s.Delegated[0], s.Delegated[1]); err != nil {
		return err
	}
	if !s.First.Valid() || len(s.MS) != len(s.Moves) || len(s.Lag) != len(s.Moves) || s.Phase == PhaseFinished && s.End == nil ||
		s.Given < 0 || s.Given > len(s.Moves) {
		return errOutOfPlace
	}
	if s.Number == 0 {
		return nil
	}
	s.Position = s.Game.Start()
	return rules.Replay(s.Position, s.Moves)
}
