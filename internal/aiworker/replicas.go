package aiworker

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// cachedEntries is how many entries of rooms a worker keeps between turns. They take about 25 MB. It suffices for 1,300 rooms in their first game, as
// many as a busy slot serves.
const cachedEntries = 40_000

// roomEntries is the weight of the state of a room, in entries. The state takes 2 to 3 kB,
// an entry some 500 bytes.
const roomEntries = 5

// replicas keeps rooms that the worker has read, so that a turn reads only new entries. It
// drops the rooms with the oldest turns first.
//
// A replica is either in replicas or used by one turn, never both. A kept replica may be
// behind the log, or the log may have been rewound, so each turn calls readOn first.
type replicas struct {
	limit int // in entries, as weight counts them

	mu      sync.Mutex
	rooms   *simplelru.LRU[room.ID, *play.Replica] // that no turn uses
	entries int                                    // the weight of all rooms
}

func newReplicas(limit int) *replicas {
	c := &replicas{limit: limit}
	// A room weighs more than one entry, so the LRU never reaches its own limit.
	c.rooms, _ = simplelru.NewLRU(limit, func(_ room.ID, r *play.Replica) { c.entries -= weight(r.Held()) })
	return c
}

// weight returns the weight, in entries, of a replica that holds n entries.
func weight(n int) int { return roomEntries + n }

// take removes and returns the replica of a room, or returns an empty one.
func (c *replicas) take(id room.ID) *play.Replica {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.rooms.Peek(id)
	if !ok {
		return play.NewReplica(id)
	}
	c.rooms.Remove(id)
	return r
}

// put keeps a replica that the caller no longer uses. It drops a room that does not exist or
// that alone exceeds the limit.
func (c *replicas) put(r *play.Replica) {
	n := r.Held()
	if n == 0 || weight(n) > c.limit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rooms.Remove(r.ID()) // another turn of the room may have put its replica first
	c.entries += weight(n)
	c.rooms.Add(r.ID(), r)
	for c.entries > c.limit {
		c.rooms.RemoveOldest()
	}
}

// readOn adds the entries that r lacks: those that came with the job, if they suffice, otherwise it
// reads them. If the log was rewound, it reads the whole room.
func (w *worker) readOn(ctx context.Context, r *play.Replica, job storage.Job) error {
	if follow(r, job.Last) {
		return nil
	}
	err := r.Refresh(ctx, w.Store)
	if errors.Is(err, play.ErrRewound) {
		w.logRewound(r)
		return nil
	}
	return err
}

// follow adds the last entries of a log to r. It reports whether r then ends as the log does. The
// digests show it: an entry follows only the log that r has read.
func follow(r *play.Replica, last [][]byte) bool {
	var lacking []room.Entry // the latest first
	n := r.N()
	for _, raw := range slices.Backward(last) {
		e, err := room.DecodeEntry(raw)
		if err != nil {
			return false // the error of a read says more
		}
		lacking = append(lacking, e)
		if e.N <= n+1 {
			break
		}
	}
	for _, e := range slices.Backward(lacking) {
		if !r.Apply(e) {
			return false
		}
	}
	return len(lacking) > 0 && r.N() == lacking[0].N
}

// logRewound logs that the log of a room no longer holds entries that were read, unless the
// room is gone.
func (w *worker) logRewound(r *play.Replica) {
	if n := r.N(); n > 0 {
		w.Log.Warn("room rewound", "room", r.ID(), "n", n)
	}
}
