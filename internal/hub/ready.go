package hub

import (
	"context"
	"sync"
	"time"
)

// readyAge is how old the answer of /readyz on the public address may be. To find
// it out the store is written to, and anybody may ask; operators' own address
// always finds it out anew.
const readyAge = time.Second

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
