package rooms

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// lengthsInterval is how often the logs of all open rooms are looked at. A store tells
// its watchers when it deletes or continues a log. It does not tell them when an operator
// deletes a key, when a failover has cut a log short, or of each entry that another process
// has stored without learning so (storage.Watcher).
const lengthsInterval = time.Second

// compareLengths repairs the open rooms whose log is shorter than their replica. It also
// repairs those whose log was longer twice, while their replica had no new entry: the notice of
// an entry may be on its way. If the store does not answer, the sweep notices it too.
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
