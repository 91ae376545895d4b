package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// readyAge is how old the answer of /readyz on the public address may be. To find
// it out the store is written to, and anybody may ask; operators' own address
// always finds it out anew.
const readyAge = time.Second

// readyTries bounds the shards that are asked until one of them works. They share the
// playTimeout that whoever asks waits.
const readyTries = 3

// Ready reports whether the hub accepts players: it is not shutting down, and
// the store takes an append and gives it back, in one of its shards. Those that are
// away are so for all hubs: a proxy that took them all for dead would end the other
// shards' games.
func (h *Hub) Ready(ctx context.Context) (err error) {
	h.admission.Lock()
	draining := h.draining
	h.admission.Unlock()
	if draining {
		return errDraining
	}
	for _, s := range h.likely(readyTries) {
		if err = s.try(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// likely returns up to n shards, by chance, those first that were up when they were
// asked last.
func (h *Hub) likely(n int) []*shard {
	var up, away []*shard
	for _, i := range mathrand.Perm(len(h.shards)) {
		if s := h.shards[i]; s.up.Load() {
			up = append(up, s)
		} else {
			away = append(away, s)
		}
	}
	up = append(up, away...)
	return up[:min(n, len(up))]
}

// try appends to a room of the shard that is there for this, and reads it.
func (s *shard) try(ctx context.Context) (err error) {
	h := s.hub
	limit := playTimeout / time.Duration(min(readyTries, len(h.shards)))
	asking, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	id := s.probeID()
	now := h.cfg.Now()
	e, err := room.Seal("", 1, now, "", "", room.Closed{Reason: "probe"})
	if err != nil {
		return err
	}
	remove := func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return h.cfg.Store.Delete(ctx, id, 1)
	}
	defer func() {
		if storage.IsAway(err) && h.admit() { // this takes its time too, and another shard may work
			go func() {
				defer h.work.Done()
				_ = remove(h.life)
			}()
			return
		}
		// Also when the request has been broken off: nothing else removes it soon.
		err = errors.Join(err, remove(context.WithoutCancel(ctx)))
	}()
	if err := h.cfg.Store.Append(asking, id, e, room.Effects{Due: now.Add(time.Minute)}); err != nil {
		return err
	}
	entries, err := h.cfg.Store.Read(asking, id, 0)
	if err != nil {
		return err
	}
	if len(entries) != 1 || entries[0].Digest != e.Digest {
		return fmt.Errorf("hub: the store returned %d entries for the one that was stored", len(entries))
	}
	return nil
}

// probeID returns a name that no room has, in the shard.
func (s *shard) probeID() room.ID {
	for {
		if id := room.ID("probe-" + strings.ToLower(rand.Text())); s.hub.cfg.Store.Shard(id) == s.number {
			return id
		}
	}
}

// readiness is what was found out last.
type readiness struct {
	mu    sync.Mutex
	at    time.Time // when; zero: never
	err   error
	asked chan struct{} // closed when the answer that is being found out is there; nil: none is
}

// ask returns whether the hub is ready, as of now or readyAge ago. All who ask at
// once wait for one answer; the one who finds it out does not leave with its
// client.
func (y *readiness) ask(ctx context.Context, h *Hub) error {
	y.mu.Lock()
	if y.asked == nil && !y.at.IsZero() && h.cfg.Now().Sub(y.at) < readyAge {
		defer y.mu.Unlock()
		return y.err
	}
	if y.asked == nil {
		y.asked = make(chan struct{})
		y.mu.Unlock()
		y.find(context.WithoutCancel(ctx), h)
	} else {
		asked := y.asked
		y.mu.Unlock()
		select {
		case <-asked:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.err
}

func (y *readiness) find(ctx context.Context, h *Hub) {
	ctx, cancel := context.WithTimeout(ctx, playTimeout)
	defer cancel()
	var err error
	defer func() { // last: those who wait are told of a panic as well
		if err != nil {
			h.log.Warn("not ready", "error", err)
		}
		y.mu.Lock()
		defer y.mu.Unlock()
		y.err, y.at = err, h.cfg.Now()
		close(y.asked)
		y.asked = nil
	}()
	defer h.caught(&err)
	err = h.Ready(ctx)
}
