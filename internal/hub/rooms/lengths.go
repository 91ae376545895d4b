package rooms

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// lengthsInterval is how often the lengths of open rooms' logs are compared with their
// replicas. A store sends notices when it deletes or continues a log. There is no notice when
// an operator deletes a key, when a failover has cut a log short, and, with wait=1, when the
// process that has appended dies before it publishes the entry (storage.Watcher).
const lengthsInterval = time.Second

// A room is quiet if its last entry is older than quietAfter, unless the clock of a player runs.
// One of quietTurns calls of compareLengths compares it. Most open rooms are quiet.
const (
	quietAfter = time.Minute
	quietTurns = 10
)

// compareLengths repairs open rooms whose log is shorter than their replica. It also repairs a
// room whose log is longer in two calls in a row while the replica has no new entry. One call
// is not enough, because the notice of the entry may be on its way. compareLengths ignores
// errors: if the store does not answer, the sweep notices that.
func (s *shard) compareLengths() {
	if !s.up.Load() {
		return
	}
	s.lengthsTurn = (s.lengthsTurn + 1) % quietTurns
	var rooms []*Room
	var ids []room.ID
	var read []uint64 // the numbers of the last entries of the replicas
	for _, r := range s.open() {
		state := r.replica.State()
		running := state.Clock != nil && state.Phase == room.PhasePlaying
		lively := running || state.At.After(s.rooms.cfg.Now().Add(-quietAfter))
		if lively || r.behind != 0 || r.lengthsTurn == s.lengthsTurn {
			rooms, ids, read = append(rooms, r), append(ids, r.replica.ID()), append(read, state.N)
		}
	}
	if len(rooms) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(s.rooms.cfg.Tasks.Context(), sweepTimeout)
	defer cancel()
	stored, err := s.rooms.cfg.Store.Lengths(ctx, ids)
	if err != nil {
		return
	}
	for i, r := range rooms {
		longer := stored[i] > read[i]
		if stored[i] < read[i] || longer && r.behind == read[i] {
			r.repair()
		}
		r.behind = 0
		if longer {
			r.behind = read[i]
		}
	}
}
