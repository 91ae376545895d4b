package aiworker

import (
	"context"
	"errors"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// DefaultCachedEntries is how many entries of rooms a worker keeps unless it is
// told otherwise: about 25 MB, or 1,300 rooms in their first game, which is what
// one slot has in hand when it is busy.
const DefaultCachedEntries = 40_000

// roomEntries is how many entries a room itself counts as: its state, and what
// there is once for each room, take 2 to 3 kB. So what counts as one entry takes
// 430 to 590 bytes, in rooms of any game and length; a test holds it below 640.
const roomEntries = 5

// replicas keeps what the worker has read of rooms, so that a turn need read only
// what is new. Those that had a turn least recently are forgotten first.
//
// A replica is either in here or in the hands of one turn, never both: two turns
// of one room at once, of which one is stale, share nothing. It may be behind the
// log, or the log no longer what it was: whoever takes it reads on.
type replicas struct {
	limit int // of entries, as weight counts them

	mu      sync.Mutex
	rooms   *simplelru.LRU[room.ID, held] // nil: none is kept
	entries int                           // that rooms weigh together
}

// held is a replica that nobody uses.
type held struct {
	replica *play.Replica
	weight  int
}

func newReplicas(limit int) *replicas {
	c := &replicas{limit: limit}
	if limit >= weight(1) {
		// Each of the rooms weighs more than one entry, so that there are never so many.
		c.rooms, _ = simplelru.NewLRU(limit, func(_ room.ID, h held) { c.entries -= h.weight })
	}
	return c
}

// weight returns what a room with n entries counts as.
func weight(n uint64) int { return roomEntries + int(n) }

// take returns what is kept of a room, which it forgets, or an empty replica.
func (c *replicas) take(id room.ID) *play.Replica {
	if c.rooms == nil {
		return play.NewReplica(id)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.rooms.Peek(id)
	if !ok {
		return play.NewReplica(id)
	}
	c.rooms.Remove(id)
	return h.replica
}

// put keeps a replica that the caller uses no longer. A room that does not exist,
// or that is too long to be kept at all, drives out no other.
func (c *replicas) put(r *play.Replica) {
	n := r.N()
	if c.rooms == nil || n == 0 || weight(n) > c.limit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rooms.Remove(r.ID()) // another turn of the room was faster
	c.entries += weight(n)
	c.rooms.Add(r.ID(), held{r, weight(n)})
	for c.entries > c.limit {
		c.rooms.RemoveOldest()
	}
}

// weigh returns how many entries are kept.
func (c *replicas) weigh() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries
}

// readOn reads what r lacks. What was kept of a room whose log was cut short, or
// made anew, is replaced by what there is now.
func (w *worker) readOn(ctx context.Context, r *play.Replica) error {
	result := cacheHit
	if r.N() == 0 {
		result = cacheMiss
	}
	err := r.Refresh(ctx, w.Store)
	if errors.Is(err, play.ErrRewound) {
		w.rewound(r)
		result, err = cacheRewound, nil
	}
	if err == nil {
		w.metrics.cache.WithLabelValues(result).Inc()
	}
	return err
}

// rewound notes that the log of a room no longer holds what was read of it; r is
// what it holds now. A room that is gone was kept long enough.
func (w *worker) rewound(r *play.Replica) {
	if n := r.N(); n > 0 {
		w.Log.Warn("room rewound", "room", r.ID(), "n", n)
	}
}
