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
	open, ids, read := s.toCompare()
	if len(open) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(s.rooms.cfg.Tasks.Context(), sweepTimeout)
	defer cancel()
	stored, err := s.rooms.cfg.Store.Lengths(ctx, ids)
	if err != nil {
		return
	}
	behind := make(map[*Room]uint64)
	for i, r := range open {
		if stored[i] > read[i] {
			behind[r] = read[i]
		}
		if stored[i] < read[i] || stored[i] > read[i] && s.behind[r] == read[i] {
			r.repair()
		}
	}
	s.behind = behind
}

// toCompare returns the rooms that this call of compareLengths compares, with the numbers of the
// last entries of their replicas.
func (s *shard) toCompare() (open []*Room, ids []room.ID, read []uint64) {
	s.lengthsTurn = (s.lengthsTurn + 1) % quietTurns
	for _, r := range s.open() {
		n, lively := r.lively()
		_, behind := s.behind[r]
		if lively || behind || r.lengthsTurn == s.lengthsTurn {
			open, ids, read = append(open, r), append(ids, r.replica.ID()), append(read, n)
		}
	}
	return open, ids, read
}

// lively returns the number of the replica's last entry, and whether the room is not quiet.
func (r *Room) lively() (n uint64, lively bool) {
	r.replica.View(func(s *room.State) {
		running := s.Clock != nil && s.Phase == room.PhasePlaying
		n, lively = s.N, running || s.At.After(r.rooms.cfg.Now().Add(-quietAfter))
	})
	return n, lively
}
