package rooms

import (
	"context"
	"sync"
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
	due := s.compared.next()
	for r := range s.behind {
		due[r] = true
	}
	for r := range due {
		id := r.replica.ID()
		if s.rooms.registry.find(id) != r {
			s.compared.drop(r) // the room was closed
			continue
		}
		n, lively := r.checkLively()
		_, behind := s.behind[r]
		if lively || behind || s.compared.hasTurn(r) {
			open, ids, read = append(open, r), append(ids, id), append(read, n)
		}
	}
	return open, ids, read
}

// markLively makes each call of compareLengths compare the room, until it is quiet. The caller
// holds mu.
func (r *Room) markLively() {
	if !r.lively {
		r.lively = true
		r.shard.compared.add(r)
	}
}

// checkLively returns the number of the replica's last entry and whether the room is lively. If it
// is not, compareLengths compares it less often from now on.
func (r *Room) checkLively() (n uint64, lively bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replica.View(func(s *room.State) {
		running := s.Clock != nil && s.Phase == room.PhasePlaying
		n, lively = s.N, running || s.At.After(r.rooms.cfg.Now().Add(-quietAfter))
	})
	if !lively && r.lively {
		r.lively = false
		r.shard.compared.rest(r)
	}
	return n, lively
}

// compared says which open rooms of a shard are compared when. A call of compareLengths looks only
// at these rooms, because a hub can have thousands of quiet ones. Rooms that were closed remain
// until they are due.
type compared struct {
	mu     sync.Mutex
	turn   int                // of the last call
	lively map[*Room]struct{} // compared by every call
	quiet  [quietTurns]map[*Room]struct{}
}

func newCompared() *compared {
	c := &compared{lively: map[*Room]struct{}{}}
	for i := range c.quiet {
		c.quiet[i] = map[*Room]struct{}{}
	}
	return c
}

// next begins the next turn, and returns the rooms that are due in it.
func (c *compared) next() map[*Room]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn = (c.turn + 1) % quietTurns
	due := make(map[*Room]bool, len(c.lively)+len(c.quiet[c.turn]))
	for r := range c.lively {
		due[r] = true
	}
	for r := range c.quiet[c.turn] {
		due[r] = true
	}
	return due
}

// hasTurn reports whether a quiet room is compared in this turn.
func (c *compared) hasTurn(r *Room) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return r.lengthsTurn == c.turn
}

// add makes a room lively, and rest quiet.
func (c *compared) add(r *Room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lively[r] = struct{}{}
	delete(c.quiet[r.lengthsTurn], r)
}

func (c *compared) rest(r *Room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.lively, r)
	c.quiet[r.lengthsTurn][r] = struct{}{}
}

// drop forgets a room.
func (c *compared) drop(r *Room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.lively, r)
	delete(c.quiet[r.lengthsTurn], r)
}
