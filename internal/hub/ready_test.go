package hub

import (
	"context"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// probeCounter is a store that counts how often it is probed.
type probeCounter struct {
	*hubtest.PanickingStore
	probes atomic.Int64
	away   atomic.Bool
}

func (p *probeCounter) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	if strings.HasPrefix(string(id), "probe-") {
		p.probes.Add(1)
		if p.away.Load() {
			return storage.ErrUnavailable
		}
	}
	return p.PanickingStore.Append(ctx, id, e, fx)
}

// readyAge is how old an answer of /readyz may be.
const readyAge = time.Second

// However many clients ask /readyz, the store is probed at most once a second, whether it
// works or not.
func TestReadinessIsAskedOnceASecond(t *testing.T) {
	store := &probeCounter{PanickingStore: &hubtest.PanickingStore{Store: storetest.Open(t)}}
	clock := clocktest.New()
	s := serve(t, "hub", store, builtPage, withClock(clock))
	defer http.DefaultClient.CloseIdleConnections()
	ask := func(want int, probes int64) {
		t.Helper()
		var asking sync.WaitGroup
		for range 20 {
			asking.Go(func() {
				resp, err := http.Get(s.url + "/readyz")
				if err != nil {
					t.Error(err)
					return
				}
				_ = resp.Body.Close()
				if resp.StatusCode != want {
					t.Errorf("%d, not %d", resp.StatusCode, want)
				}
			})
		}
		asking.Wait()
		if n := store.probes.Load(); n != probes {
			t.Errorf("the store was probed %d times, want %d", n, probes)
		}
	}
	ask(http.StatusOK, 1)
	store.away.Store(true)
	clock.Add(readyAge - time.Millisecond)
	ask(http.StatusOK, 1)
	clock.Add(time.Millisecond)
	ask(http.StatusServiceUnavailable, 2)
	store.away.Store(false)
	ask(http.StatusServiceUnavailable, 2)
	clock.Add(readyAge)
	ask(http.StatusOK, 3)

	clock.Add(readyAge)
	store.Armed.Store("Append")
	ask(http.StatusServiceUnavailable, 4) // after a panic no request waits for ever
	clock.Add(readyAge)
	ask(http.StatusOK, 5)
}

// halfAway is a store of two shards. The second one is away: deletions there fail only after
// released is closed.
type halfAway struct {
	storage.Store
	released chan struct{}
}

func (s halfAway) Shards() int { return 2 }

func (s halfAway) Shard(id room.ID) int { return int(id[len(id)-1]) % 2 }

func (s halfAway) ClaimDue(ctx context.Context, shard int, _ time.Time, _ int) ([]room.ID, error) {
	if shard == 1 {
		return nil, storage.ErrUnavailable
	}
	return nil, ctx.Err()
}

func (s halfAway) Heartbeat(_ context.Context, shard int, _ string) (bool, error) {
	if shard == 1 {
		return false, storage.ErrUnavailable
	}
	return true, nil
}

func (s halfAway) Downtimes(ctx context.Context, _ int) ([]room.Outage, error) {
	return nil, ctx.Err()
}

func (s halfAway) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	if s.Shard(id) == 1 {
		return storage.ErrUnavailable
	}
	return s.Store.Append(ctx, id, e, fx)
}

func (s halfAway) Delete(ctx context.Context, id room.ID, n uint64) error {
	if s.Shard(id) == 1 {
		<-s.released
		return storage.ErrUnavailable
	}
	return s.Store.Delete(ctx, id, n)
}

// If a shard goes away during a probe, the hub probes the next shard at once: it does not wait
// until the probe's room is deleted.
func TestReadyTriesTheNextShardAtOnce(t *testing.T) {
	store := halfAway{storetest.Open(t), make(chan struct{})}
	s := serve(t, "hub", store, builtPage)
	defer close(store.released)
	asked := make(chan error, 50) // Ready tries the shards in random order
	go func() {
		for range cap(asked) {
			asked <- s.hub.Ready(t.Context())
		}
	}()
	for range cap(asked) {
		select {
		case err := <-asked:
			if err != nil {
				t.Fatalf("not ready: %v", err)
			}
		case <-time.After(hubtest.Patience):
			t.Fatal("Ready waits for the shard that is away")
		}
	}
}

// Redis cannot save, as when its disk is full: it refuses writes. The hub is not ready and says
// that the store is away. Everything goes on when Redis takes writes again.
func TestRedisCannotSave(t *testing.T) {
	redis := redistest.New(t)
	store := storetest.OpenRedis(t, redis.URL())
	s := serve(t, "hub", store, builtPage)
	_, ana, _ := seated(t, s, s)
	ask := func(words ...string) string {
		t.Helper()
		reply, err := redis.Do(words...)
		if err != nil || strings.HasPrefix(reply, "-") {
			t.Fatalf("%v: %q, %v", words, reply, err)
		}
		return reply
	}
	dir := strings.Split(strings.TrimSpace(ask("CONFIG", "GET", "dir")), "\r\n")
	if err := os.RemoveAll(dir[len(dir)-1]); err != nil {
		t.Fatal(err)
	}
	ask("CONFIG", "SET", "save", "3600 1000000")
	ask("BGSAVE")
	hubtest.Await(t, "Redis to fail to save", func() bool { return strings.Contains(ask("INFO", "persistence"), "rdb_last_bgsave_status:err") })

	if m := ana.Ask("move", hubtest.Object{"id": "m", "move": "4"}); m.Code != "store_away" || !m.Retry {
		t.Errorf("a move: %+v", m)
	}
	if err := s.hub.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "MISCONF") {
		t.Errorf("ready: %v", err)
	}
	ask("CONFIG", "SET", "save", "")
	ana.Must("move", hubtest.Object{"id": "m", "move": "4"})
	hubtest.Await(t, "the hub to be ready", func() bool { return s.hub.Ready(t.Context()) == nil })
}
