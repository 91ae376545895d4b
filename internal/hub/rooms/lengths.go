package rooms

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// lengthsInterval is how often the lengths of all open rooms' logs are compared with their
// replicas. A store sends notices when it deletes or continues a log. There is no notice when
// an operator deletes a key, when a failover has cut a log short, and sometimes when the
// answer to another process's append was lost (storage.Watcher).
const lengthsInterval = time.Second

// compareLengths repairs open rooms whose log is shorter than their replica. It also repairs a
// room whose log is longer in two calls in a row while the replica has no new entry. One call
// is not enough, because the notice of the entry may be on its way. compareLengths ignores
// errors: if the store does not answer, the sweep notices that.
func (s *shard) compareLengths() {
	open := s.open()
	if len(open) == 0 || !s.up.Load() {
		return
	}
	ids, read := make([]room.ID, len(open)), make([]uint64, len(open))
	for i, r := range open {
		ids[i], read[i] = r.replica.ID(), r.replica.N()
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
