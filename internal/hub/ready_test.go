package hub

import (
	"context"
	"net/http"
	"net/http/httptest"
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

// beatCounter is a store that counts heartbeats.
type beatCounter struct {
	storage.Store
	beats atomic.Int64
	away  atomic.Bool
}

func (b *beatCounter) Heartbeat(ctx context.Context, shard int, holder string) (bool, error) {
	b.beats.Add(1)
	if b.away.Load() {
		return false, storage.ErrUnavailable
	}
	return b.Store.Heartbeat(ctx, shard, holder)
}

// readyAge is how old an answer of /readyz may be.
const readyAge = time.Second

// However many clients ask /readyz, the hub asks the store at most once a second, whether it
// works or not.
func TestReadinessIsAskedOnceASecond(t *testing.T) {
	store := &beatCounter{Store: storetest.Open(t)}
	clock := clocktest.New()
	cfg := testConfig("hub", store, builtPage)
	cfg.Now = clock.Now
	h, err := New(cfg) // it does not run: so only /readyz makes it beat
	if err != nil {
		t.Fatal(err)
	}
	ask := func(want int, beats int64) {
		t.Helper()
		var asking sync.WaitGroup
		for range 20 {
			asking.Go(func() {
				w := httptest.NewRecorder()
				h.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
				if w.Code != want {
					t.Errorf("%d, not %d", w.Code, want)
				}
			})
		}
		asking.Wait()
		if n := store.beats.Load(); n != beats {
			t.Errorf("the store was asked %d times, want %d", n, beats)
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
}

// halfHung is a store of two shards. The second one does not answer.
type halfHung struct{ storage.Store }

func (s halfHung) Shards() int { return 2 }

func (s halfHung) Shard(id room.ID) int { return int(id[len(id)-1]) % 2 }

func (s halfHung) ClaimDue(ctx context.Context, shard int, _ time.Time, _ int) ([]room.ID, error) {
	return nil, s.answer(ctx, shard)
}

func (s halfHung) Heartbeat(ctx context.Context, shard int, _ string) (bool, error) {
	return true, s.answer(ctx, shard)
}

func (s halfHung) Downtimes(ctx context.Context, shard int) ([]room.Outage, error) {
	return nil, s.answer(ctx, shard)
}

func (s halfHung) answer(ctx context.Context, shard int) error {
	if shard == 1 {
		<-ctx.Done()
	}
	return ctx.Err()
}

// A hub is ready as soon as one shard has answered: it does not wait for the others.
func TestReadyWithAHungShard(t *testing.T) {
	s := serve(t, "hub", halfHung{storetest.Open(t)}, builtPage)
	for range 3 {
		began := time.Now()
		if err := s.hub.Ready(t.Context()); err != nil {
			t.Fatalf("not ready: %v", err)
		}
		if took := time.Since(began); took > storage.PresenceRenewal/2 {
			t.Errorf("it took %v", took)
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
