package rooms

import (
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/quatre/quatre/internal/room"
)

// shard holds the hub's state of one shard of the store, and runs the loops for the rooms in
// that shard. A shard that is away, or hangs, holds up only its own rooms.
type shard struct {
	rooms  *Rooms
	number int
	log    *slog.Logger

	up        atomic.Bool // the shard answered the last sweep
	announced atomic.Bool // the last heartbeat succeeded, so earlier announcements still count

	beating   chan struct{}                 // holds a value while a goroutine beats
	lastBeat  atomic.Pointer[moment]        // just before the last heartbeat that the shard took; nil: none yet
	downtimes atomic.Pointer[[]room.Outage] // as the store had them after the last gap in this hub's heartbeats

	announcer announcer
	repairs   *semaphore.Weighted // bounds the repairs that run at once

	// owned by sweepDue: rooms whose sweep has failed, and until when they are not swept
	postponed map[room.ID]time.Time

	lengthsTurn int // of the last call of compareLengths, which owns it
}

func newShards(rs *Rooms) []*shard {
	shards := make([]*shard, rs.cfg.Store.Shards())
	for i := range shards {
		s := &shard{
			rooms: rs, number: i, log: rs.cfg.Record.Log,
			beating:   make(chan struct{}, 1),
			announcer: announcer{wake: make(chan struct{}, 1), dirty: map[*Room]bool{}, later: map[*Room]time.Time{}},
			repairs:   semaphore.NewWeighted(int64(max(1, maxRepairs/len(shards)))),
			postponed: map[room.ID]time.Time{},
		}
		if len(shards) > 1 {
			s.log = s.log.With("shard", i)
		}
		s.up.Store(true)
		s.downtimes.Store(new([]room.Outage))
		shards[i] = s
	}
	return shards
}

func (rs *Rooms) shardOf(id room.ID) *shard { return rs.shards[rs.cfg.Store.Shard(id)] }

// open returns the rooms of the shard that are open.
func (s *shard) open() []*Room {
	return slices.DeleteFunc(s.rooms.registry.all(), func(r *Room) bool { return r.shard != s })
}

// ShardUp reports whether a shard of the store answered its last sweep.
func (rs *Rooms) ShardUp(shard int) bool { return rs.shards[shard].up.Load() }

// StoreUp reports whether at least one shard of the store answered its last sweep.
func (rs *Rooms) StoreUp() bool { return rs.ShardsAway() < len(rs.shards) }

// ShardsAway returns how many shards of the store did not answer their last sweep.
func (rs *Rooms) ShardsAway() (n int) {
	for _, s := range rs.shards {
		if !s.up.Load() {
			n++
		}
	}
	return n
}
