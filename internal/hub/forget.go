package hub

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// forgetInterval is how much older than Config.KeepGames a game may get.
	forgetInterval = time.Minute

	// forgetStep is how many games are forgotten at once, and forgetPause what is between
	// two steps: a store is not kept from its players.
	forgetStep  = 100
	forgetPause = 100 * time.Millisecond

	// importsInterval is how often imported games are looked for in the store, by one of
	// all hubs, or Config.KeepGames if that is less: so much longer one may be kept. Redis
	// is asked about each game there is, some 10 µs of its time.
	importsInterval = 7 * 24 * time.Hour

	// importsCheck is how often a hub asks whether it is its turn.
	importsCheck = time.Hour
)

// forgetLoop forgets finished games that were kept long enough, of whatever time they
// are, until the hub's life ends. All hubs do.
func (h *Hub) forgetLoop() {
	every(h.life, forgetInterval, func() {
		h.notForgotten(h.forget(h.life))
	})
}

// importsLoop has imported games found, so that they can be forgotten.
func (h *Hub) importsLoop() {
	every(h.life, importsCheck, func() {
		h.notForgotten(h.cfg.Store.DateImports(h.life, h.cfg.Now().Add(-min(importsInterval, h.cfg.KeepGames))))
	})
}

// forget goes on until there is nothing old, as far as the store answers.
func (h *Hub) forget(ctx context.Context) error {
	before := h.cfg.Now().Add(-h.cfg.KeepGames)
	for {
		more, err := h.forgetSome(ctx, before)
		if !more || err != nil && !storage.IsAway(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(forgetPause):
		}
	}
}

func (h *Hub) forgetSome(ctx context.Context, before time.Time) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, sweepTimeout)
	defer cancel()
	n, more, err := h.cfg.Store.Forget(ctx, before, forgetStep)
	h.metrics.forgotten.Add(float64(n))
	return more, err
}

// notForgotten says that something went wrong; of a store that is away sweepLoop does.
func (h *Hub) notForgotten(err error) {
	if err != nil && h.life.Err() == nil && !storage.IsAway(err) {
		h.log.Error("finished games not forgotten", "error", err)
	}
}
