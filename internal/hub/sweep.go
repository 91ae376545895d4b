package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
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

// sweepLoop does what has fallen due in any room, on this hub or not, until the
// hub's life ends. As it asks the store all the time, it is also what notices
// that the store has gone away or come back.
func (h *Hub) sweepLoop() {
	tick := time.NewTicker(sweepInterval)
	defer tick.Stop()
	h.storeAnswers(false) // it did when the hub was opened
	for {
		select {
		case <-h.life.Done():
			return
		case <-tick.C:
		}
		err := h.sweep(h.life)
		if h.life.Err() == nil {
			if err != nil {
				h.outages.failed()
			}
			h.setStore(err == nil)
		}
	}
}

func (h *Hub) sweep(ctx context.Context) error {
	due, err := h.due(ctx, sweepLimit+len(h.unswept))
	if err != nil {
		return err
	}
	h.storeAnswers(false)
	if !h.awake.Load() {
		return nil // flags may have fallen while there was no hub
	}
	for _, id := range due {
		if h.cfg.Now().Before(h.unswept[id]) {
			continue
		}
		err := h.sweepRoom(ctx, id)
		switch {
		case room.IsAway(err):
			// The store, or this room alone, since its log is long? Ask something short.
			if _, dueErr := h.due(ctx, 1); dueErr != nil || !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			h.unswept[id] = h.cfg.Now().Add(slowPause)
			h.log.Warn("room took too long to sweep", "room", id, "error", err)
		case errors.Is(err, room.ErrTooNew):
			h.unswept[id] = h.cfg.Now().Add(unsweptPause)
			h.log.Warn(tooNewText, "room", id, "error", err) // a newer one sweeps it
		case err != nil:
			// Damaged rooms stay due: they must not hold up the others.
			h.unswept[id] = h.cfg.Now().Add(unsweptPause)
			h.log.Error("room not swept", "room", id, "error", err)
		default:
			delete(h.unswept, id)
			h.storeAnswers(false)
			h.metrics.swept.Inc()
		}
	}
	return nil
}

func (h *Hub) due(ctx context.Context, limit int) ([]room.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTimeout)
	defer cancel()
	return h.cfg.Store.Due(ctx, h.cfg.Now(), limit)
}

func (h *Hub) sweepRoom(ctx context.Context, id room.ID) (err error) {
	defer h.caught(&err)
	ctx, cancel := context.WithTimeout(ctx, roomTimeout)
	defer cancel()
	return h.door.Sweep(ctx, id)
}

// setStore notes whether the store answers, and tells every socket of a change.
func (h *Hub) setStore(up bool) {
	if h.storeUp.Swap(up) == up {
		return
	}
	if up {
		h.log.Info("the store is back")
	} else {
		h.log.Error("the store does not answer")
	}
	for _, l := range h.rooms.all() {
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

// Ready reports whether the hub accepts players: it is not shutting down, and
// the store takes an append and gives it back.
func (h *Hub) Ready(ctx context.Context) (err error) {
	h.admission.Lock()
	draining := h.draining
	h.admission.Unlock()
	if draining {
		return errDraining
	}
	id := room.ID("probe-" + strings.ToLower(rand.Text()))
	now := h.cfg.Now()
	e, err := room.Seal("", 1, now, "", "", room.Closed{Reason: "probe"})
	if err != nil {
		return err
	}
	defer func() {
		// Also when the request has been broken off: nothing else removes it soon.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sweepTimeout)
		defer cancel()
		err = errors.Join(err, h.cfg.Store.Delete(ctx, id, 1))
	}()
	if err := h.cfg.Store.Append(ctx, id, e, room.Effects{Due: now.Add(time.Minute)}); err != nil {
		return err
	}
	entries, err := h.cfg.Store.Read(ctx, id, 0)
	if err != nil {
		return err
	}
	if len(entries) != 1 || entries[0].Digest != e.Digest {
		return fmt.Errorf("hub: the store returned %d entries for the one that was stored", len(entries))
	}
	return nil
}
