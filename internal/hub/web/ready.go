package web

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// readyAge is how long /readyz on the public address repeats an answer. Anybody may ask,
	// and every check writes to the store.
	readyAge = time.Second

	// readyTimeout is how long one check may take.
	readyTimeout = 5 * time.Second
)

// CheckReady returns nil if the hub accepts players: it is not draining, the clock of its
// machine is right, the store has space left, and at least one shard takes a heartbeat. One shard
// is enough. A shard that is away is away for all hubs. If that made all hubs unready, a proxy
// would cut off the rooms of the other shards too.
func (s *Server) CheckReady(ctx context.Context) error {
	if s.cfg.Tasks.Draining() {
		return wire.ErrDraining
	}
	return cmp.Or(storage.CheckClock(s.cfg.Store), s.cfg.Store.CheckSpace(), s.cfg.Rooms.CheckStore(ctx))
}

// Ready is GET /readyz.
func (s *Server) Ready(w http.ResponseWriter, _ *http.Request) error {
	err := s.checkReadyOnce()
	switch {
	case errors.Is(err, storage.ErrClockDiffers):
		return wire.FailClock
	case err != nil:
		return wire.FailStoreAway
	}
	_, _ = io.WriteString(w, "ok\n")
	return nil
}

// readiness is the last answer of CheckReady.
type readiness struct {
	mu     sync.Mutex // held during a check, so that requests at the same time share it
	at     time.Time  // of the last check; zero: there was none
	err    error
	logged bool // the log says that the hub is not ready
}

// checkReadyOnce is CheckReady, at most once in readyAge. It goes on if the client has gone.
func (s *Server) checkReadyOnce() error {
	y := &s.readiness
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.at.IsZero() || s.cfg.Now().Sub(y.at) >= readyAge {
		ctx, cancel := context.WithTimeout(s.cfg.Tasks.Context(), readyTimeout)
		defer cancel()
		y.err, y.at = s.CheckReady(ctx), s.cfg.Now()
		s.logReadiness()
	}
	return y.err
}

// logReadiness logs when the hub stops being ready, and when it is ready again. It does not
// log that the store is away, because the sweeps log that. The caller holds readiness.mu.
func (s *Server) logReadiness() {
	y := &s.readiness
	known := storage.IsAway(y.err) && !s.cfg.Rooms.StoreUp()
	switch {
	case y.err != nil && !y.logged && !known:
		s.cfg.Record.Log.Warn("not ready", "error", y.err)
		y.logged = true
	case y.err == nil && y.logged:
		s.cfg.Record.Log.Info("ready again")
		y.logged = false
	}
}
