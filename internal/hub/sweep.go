package hub

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// sweepInterval is how late a deadline may be noticed.
	sweepInterval = 250 * time.Millisecond

	// sweepLimit bounds the rooms of one sweep; what is left is next.
	sweepLimit = 100

	sweepTimeout = 5 * time.Second

	// roomTimeout is what one room may take of a sweep.
	roomTimeout = 2 * time.Second

	// unsweptPause is how long a room whose sweep has failed is left alone, and
	// slowPause one whose sweep took too long.
	unsweptPause = 10 * time.Minute
	slowPause    = 10 * time.Second
)

// sweepLoop does what has fallen due in any room of the shard, on this hub or not,
// until the hub's life ends. As it asks the store all the time, it is also what
// notices that the shard has gone away or come back.
func (s *shard) sweepLoop() {
	tick := time.NewTicker(sweepInterval)
	defer tick.Stop()
	s.answers(false) // it did when the hub was opened
	life := s.hub.life
	for {
		select {
		case <-life.Done():
			return
		case <-tick.C:
		}
		err := s.sweep(life)
		if life.Err() == nil {
			if err != nil {
				s.outages.failed()
			}
			s.setUp(err == nil)
		}
	}
}

func (s *shard) sweep(ctx context.Context) error {
	h := s.hub
	due, err := s.due(ctx, sweepLimit+len(s.unswept))
	if err != nil {
		return err
	}
	s.answers(false)
	if !s.awake.Load() {
		return nil // flags may have fallen while there was no hub
	}
	for _, id := range due {
		if h.cfg.Now().Before(s.unswept[id]) {
			continue
		}
		err := h.sweepRoom(ctx, id)
		switch {
		case storage.IsAway(err):
			// The store, or this room alone, since its log is long? Ask something short.
			if _, dueErr := s.due(ctx, 1); dueErr != nil || !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			s.unswept[id] = h.cfg.Now().Add(slowPause)
			h.log.Warn("room took too long to sweep", "room", id, "error", err)
		case errors.Is(err, room.ErrTooNew):
			s.unswept[id] = h.cfg.Now().Add(unsweptPause)
			h.log.Warn(tooNewText, "room", id, "error", err) // a newer one sweeps it
		case err != nil:
			// Damaged rooms stay due: they must not hold up the others.
			s.unswept[id] = h.cfg.Now().Add(unsweptPause)
			h.log.Error("room not swept", "room", id, "error", err)
		default:
			delete(s.unswept, id)
			s.answers(false)
			h.metrics.swept.Inc()
		}
	}
	return nil
}

func (s *shard) due(ctx context.Context, limit int) ([]room.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTimeout)
	defer cancel()
	cfg := &s.hub.cfg
	return cfg.Store.DueIn(ctx, s.number, cfg.Now(), limit)
}

func (h *Hub) sweepRoom(ctx context.Context, id room.ID) (err error) {
	defer h.caught(&err)
	ctx, cancel := context.WithTimeout(ctx, roomTimeout)
	defer cancel()
	return h.door.Sweep(ctx, id)
}

// setUp notes whether the shard answers, and tells every socket in its rooms of a
// change.
func (s *shard) setUp(up bool) {
	if s.up.Swap(up) == up {
		return
	}
	if up {
		s.log.Info("the store is back")
	} else {
		s.log.Error("the store does not answer")
	}
	for _, l := range s.rooms() {
		l.tell(storeFrame(up))
		if up {
			l.repair()
		} else {
			l.mu.Lock()
			l.blind()
			l.tellHere()
			l.mu.Unlock()
		}
	}
}
