package hub

import (
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// shard is what a hub has to do with one shard of the store: what it knows of it, and
// what waits for it. A shard that is away, or hangs, holds up its own rooms only.
type shard struct {
	hub    *Hub
	number int
	log    *slog.Logger

	up      atomic.Bool // it answered the last sweep
	outages outages
	awake   atomic.Bool // what was before this hub is known
	sure    atomic.Bool // what was announced counts, after the last heartbeat

	presence presence
	repairs  chan struct{} // holds a value for each room that is being read on

	// owned by sweepLoop: rooms whose sweep has failed, until when to leave them
	unswept map[room.ID]time.Time
}

func newShards(h *Hub) []*shard {
	shards := make([]*shard, h.cfg.Store.Shards())
	for i := range shards {
		s := &shard{
			hub: h, number: i, log: h.log,
			presence: newPresence(),
			repairs:  make(chan struct{}, max(1, maxRepairs/len(shards))),
			unswept:  map[room.ID]time.Time{},
		}
		if len(shards) > 1 {
			s.log = h.log.With("shard", i)
		}
		s.up.Store(true)
		shards[i] = s
	}
	return shards
}

func (h *Hub) shardOf(id room.ID) *shard { return h.shards[h.cfg.Store.Shard(id)] }

// rooms returns those of the shard that are open.
func (s *shard) rooms() []*live {
	all := s.hub.rooms.all()
	own := all[:0]
	for _, l := range all {
		if l.shard == s {
			own = append(own, l)
		}
	}
	return own
}

// storeUp reports whether the store answers, in one shard at least.
func (h *Hub) storeUp() bool { return h.shardsAway() < len(h.shards) }

// shardsAway returns in how many shards the store does not answer.
func (h *Hub) shardsAway() (n int) {
	for _, s := range h.shards {
		if !s.up.Load() {
			n++
		}
	}
	return n
}
