package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// readyAge is how long /readyz on the public address repeats an answer. Anybody may ask,
	// and every check writes to the store.
	readyAge = time.Second

	// readyTimeout is how long one check may take.
	readyTimeout = 5 * time.Second

	// readyTries is the maximum number of shards that one check tries. They share
	// readyTimeout.
	readyTries = 3
)

// CheckReady returns nil if the hub accepts players: it is not draining, the clock of its
// machine is right, the store has space left, and at least one shard stores an entry and
// returns it. One shard is enough. A shard that is away is away for all hubs. If that made
// all hubs unready, a proxy would cut off the rooms of the other shards too.
func (s *Server) CheckReady(ctx context.Context) (err error) {
	if s.cfg.Tasks.Draining() {
		return wire.ErrDraining
	}
	if err := cmp.Or(storage.CheckClock(s.cfg.Store), s.cfg.Store.CheckSpace()); err != nil {
		return err
	}
	for _, shard := range s.likelyShards(readyTries) {
		if err = s.probe(ctx, shard); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// likelyShards returns up to n shards in random order. Shards that answered their last sweep
// come before shards that did not.
func (s *Server) likelyShards(n int) []int {
	var up, away []int
	for _, shard := range mathrand.Perm(s.cfg.Store.Shards()) {
		if s.cfg.Rooms.ShardUp(shard) {
			up = append(up, shard)
		} else {
			away = append(away, shard)
		}
	}
	up = append(up, away...)
	return up[:min(n, len(up))]
}

// probe creates a room in the shard, reads it and removes it.
func (s *Server) probe(ctx context.Context, shard int) (err error) {
	limit := readyTimeout / time.Duration(min(readyTries, s.cfg.Store.Shards()))
	asking, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	id := s.probeID(shard)
	now := s.cfg.Now()
	e, err := room.Seal("", 1, now, "", "", room.Closed{Reason: "probe"})
	if err != nil {
		return err
	}
	defer func() { err = s.removeProbe(ctx, id, limit, err) }()
	if err := s.cfg.Store.Append(asking, id, e, room.Effects{Due: now.Add(time.Minute)}); err != nil {
		return err
	}
	entries, err := s.cfg.Store.Read(asking, id, 0)
	if err != nil {
		return err
	}
	if len(entries) != 1 || entries[0].Digest != e.Digest {
		return fmt.Errorf("hub: the store returned %d entries, want only the entry that was stored", len(entries))
	}
	return nil
}

// removeProbe removes the room of a probe that ended with err. It returns err joined with the
// error of the removal. If the shard is away, it removes the room in the background, so that
// CheckReady can try the next shard.
func (s *Server) removeProbe(ctx context.Context, id room.ID, limit time.Duration, err error) error {
	remove := func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return s.cfg.Store.Delete(ctx, id, 1)
	}
	tasks := s.cfg.Tasks
	if storage.IsAway(err) && tasks.Admit() {
		go func() {
			defer tasks.Done()
			_ = remove(tasks.Context())
		}()
		return err
	}
	// Remove the room even if the client has gone, because nothing else removes it soon.
	return errors.Join(err, remove(context.WithoutCancel(ctx)))
}

// probeID returns an unused room ID in the shard.
func (s *Server) probeID(shard int) room.ID {
	for {
		if id := room.ID("probe-" + strings.ToLower(rand.Text())); s.cfg.Store.Shard(id) == shard {
			return id
		}
	}
}

// Ready is GET /readyz.
func (s *Server) Ready(w http.ResponseWriter, r *http.Request) error {
	err := s.readiness.get(r.Context(), s)
	switch {
	case errors.Is(err, storage.ErrClockDiffers):
		return wire.FailClock
	case err != nil:
		return wire.FailStoreAway
	}
	_, _ = io.WriteString(w, "ok\n")
	return nil
}

// readiness remembers the last answer for readyAge. Requests at the same time share one
// check, which goes on even if the client that began it has gone.
type readiness struct {
	flight singleflight.Group

	mu     sync.Mutex
	at     time.Time // of the last check; zero: there was none
	err    error
	logged bool // the log says that the hub is not ready
}

func (y *readiness) get(ctx context.Context, s *Server) error {
	if err, fresh := y.cached(s.cfg.Now()); fresh {
		return err
	}
	_, err, _ := y.flight.Do("", func() (any, error) {
		if err, fresh := y.cached(s.cfg.Now()); fresh { // another request has just checked
			return nil, err
		}
		err := s.checkReadyOnce(context.WithoutCancel(ctx))
		y.mu.Lock()
		defer y.mu.Unlock()
		y.err, y.at = err, s.cfg.Now()
		return nil, err
	})
	return err
}

func (y *readiness) cached(now time.Time) (err error, fresh bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.err, !y.at.IsZero() && now.Sub(y.at) < readyAge
}

// checkReadyOnce is CheckReady with a time limit and log lines. It turns a panic into an
// error.
func (s *Server) checkReadyOnce(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	defer func() { s.logReadiness(err) }()
	defer s.cfg.Record.Catch(&err)
	return s.CheckReady(ctx)
}

// logReadiness logs when the hub stops being ready, and when it is ready again. It does not
// log that the store is away, because the sweeps log that.
func (s *Server) logReadiness(err error) {
	known := storage.IsAway(err) && !s.cfg.Rooms.StoreUp()
	y := &s.readiness
	y.mu.Lock()
	defer y.mu.Unlock()
	switch {
	case err != nil && !y.logged && !known:
		s.cfg.Record.Log.Warn("not ready", "error", err)
		y.logged = true
	case err == nil && y.logged:
		s.cfg.Record.Log.Info("ready again")
		y.logged = false
	}
}
