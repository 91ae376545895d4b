package rooms

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// sweepInterval is the time between two sweeps, and so how late a hub may notice a deadline.
	sweepInterval = 250 * time.Millisecond

	// sweepLimit bounds the rooms of one sweep. The next sweep takes the remaining rooms.
	sweepLimit = 100

	sweepTimeout = 5 * time.Second

	// roomTimeout is how long the sweep of one room may take.
	roomTimeout = 2 * time.Second

	// A room whose sweep has failed is not swept again before failedPause. After a sweep
	// that took too long, the pause is slowPause.
	failedPause = 10 * time.Minute
	slowPause   = 10 * time.Second
)

// sweepDue sweeps the due rooms of the shard, open here or not. It asks the store every time, so it
// also notices when the shard goes away or comes back.
func (s *shard) sweepDue() {
	life := s.rooms.cfg.Tasks.Context()
	if err := s.sweep(life); life.Err() == nil {
		s.setShardUp(err)
	}
}

// sweep sweeps the due rooms, except for rooms that another hub has claimed and postponed
// rooms. It returns an error if the shard does not answer.
func (s *shard) sweep(ctx context.Context) error {
	now := s.rooms.cfg.Now()
	maps.DeleteFunc(s.postponed, func(_ room.ID, until time.Time) bool { return !now.Before(until) })
	due, err := s.claim(ctx, sweepLimit+len(s.postponed))
	if err != nil {
		return err
	}
	for _, id := range due {
		if _, postponed := s.postponed[id]; postponed {
			continue
		}
		if err := s.afterSweep(id, s.rooms.sweepRoom(ctx, id)); err != nil {
			return err
		}
	}
	return nil
}

// afterSweep handles the result of a room's sweep. If the sweep failed, afterSweep postpones
// the room, so that it does not hold up other rooms. It returns an error if the shard does not
// answer.
func (s *shard) afterSweep(id room.ID, err error) error {
	switch {
	case storage.IsAway(err):
		// Either the shard is away, or this room's log is long. A short call shows which.
		if s.beatIfDue(0) != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		s.postpone(id, slowPause)
		s.rooms.cfg.Record.Log.Warn("room took too long to sweep", "room", id, "error", err)
	case errors.Is(err, room.ErrTooNew):
		s.postpone(id, failedPause) // a newer hub sweeps it
		s.rooms.cfg.Record.Log.Warn(tooNewText, "room", id, "error", err)
	case err != nil:
		s.postpone(id, failedPause)
		s.rooms.cfg.Record.Log.Error("room not swept", "room", id, "error", err)
	}
	return nil
}

func (s *shard) postpone(id room.ID, pause time.Duration) {
	s.postponed[id] = s.rooms.cfg.Now().Add(pause)
}

func (s *shard) claim(ctx context.Context, limit int) ([]room.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTimeout)
	defer cancel()
	if err := s.confirm(ctx); err != nil {
		return nil, err
	}
	cfg := &s.rooms.cfg
	return cfg.Store.ClaimDue(ctx, s.number, cfg.Now(), limit)
}

func (rs *Rooms) sweepRoom(ctx context.Context, id room.ID) (err error) {
	defer rs.cfg.Record.Catch(&err)
	ctx, cancel := context.WithTimeout(ctx, roomTimeout)
	defer cancel()
	if err := rs.shardOf(id).confirm(ctx); err != nil {
		return err
	}
	if r := rs.registry.find(id); r != nil && r.replica.N() > 0 {
		return r.sweep(ctx)
	}
	return rs.executor.Sweep(ctx, id)
}

// sweep sweeps an open room and broadcasts the new entries.
func (r *Room) sweep(ctx context.Context) error {
	err := r.rooms.executor.SweepOpen(ctx, r.replica)
	r.changed(err, nil)
	if errors.Is(err, play.ErrRewound) {
		return nil // the next sweep uses the rewound log
	}
	return err
}

// setShardUp notes whether the shard answers: err is nil if it does. On a change, setShardUp
// sends the new state to the sockets in the rooms of the shard.
func (s *shard) setShardUp(err error) {
	up := err == nil
	if s.up.Swap(up) == up {
		return
	}
	if up {
		s.log.Info("the store is back")
	} else {
		s.log.Error("the store does not answer", "error", err)
	}
	for _, r := range s.open() {
		r.sendAll(wire.EncodeStore(up))
		if up {
			r.repair()
		} else {
			r.presenceStale()
		}
	}
}
