package rooms

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// countingStore counts reads. It can give up an append before the answer arrives.
type countingStore struct {
	storage.Store
	reads  atomic.Int64
	giveUp atomic.Bool // the next append
}

func (c *countingStore) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	c.reads.Add(1)
	return c.Store.Read(ctx, id, after, limit)
}

func (c *countingStore) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	if c.giveUp.CompareAndSwap(true, false) {
		short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		defer cancel()
		ctx = short
	}
	return c.Store.Append(ctx, id, e, fx)
}

// The answer to one append is lost. The hub is told of the entry like any other hub, and reads no
// other room again.
func TestLostAnswer(t *testing.T) {
	redis := redistest.New(t)
	store := storetest.OpenRedis(t, redis.URL())
	counting := &countingStore{Store: store}
	s := serve(t, "hub", counting)
	id, ana, bob := seated(t, s, s)
	const others = 500
	for i := range others {
		s.dial(Visit{Room: s.createWith(room.ID(fmt.Sprint("other", i)), "cem", room.Create{}), Player: "cem"})
	}
	hubtest.Await(t, "the other rooms", func() bool { return len(s.rooms.registry.all()) == others+1 })
	lost := func() float64 { return s.counter("quatre_hub_repairs_total") }

	before := counting.reads.Load()
	counting.giveUp.Store(true)
	if reply, err := redis.Do("CLIENT", "PAUSE", "100", "WRITE"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("CLIENT PAUSE: %q, %v", reply, err)
	}
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "move": "4"}); m.Code != "store_away" {
		t.Errorf("a move without an answer of the store: %+v", m)
	}
	ana.Must("move", hubtest.Object{"id": "m1", "move": "4"})
	bob.Follow(3)
	s.beat()
	t.Logf("%d reads, %v repairs", counting.reads.Load()-before, lost())
	if n := lost(); n > 1 { // one, if the notice comes later than the next command
		t.Errorf("%v repairs", n)
	}
	if n := counting.reads.Load() - before; n > 10 {
		t.Errorf("the store was asked for %d logs", n)
	}
	if s.find(id) == nil {
		t.Error("the room was closed")
	}
}

// slowStore counts the reads that run, which wait until release is closed.
type slowStore struct {
	storage.Store
	slow          atomic.Bool
	running, most atomic.Int64
	release       chan struct{}
}

func (s *slowStore) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	if s.slow.Load() {
		n := s.running.Add(1)
		defer s.running.Add(-1)
		if n > s.most.Load() {
			s.most.Store(n)
		}
		<-s.release
	}
	return s.Store.Read(ctx, id, after, limit)
}

// After an outage all open rooms are read again, maxRepairs of them at a time.
func TestRepairsAreBounded(t *testing.T) {
	store := &slowStore{Store: storetest.Open(t), release: make(chan struct{})}
	s := serve(t, "hub", store)
	for i := range 3 * maxRepairs {
		s.dial(Visit{Room: s.createWith(room.ID(fmt.Sprint("r", i)), "cem", room.Create{}), Player: "cem"})
	}
	hubtest.Await(t, "the rooms", func() bool { return len(s.rooms.registry.all()) == 3*maxRepairs })
	store.slow.Store(true)
	for _, r := range s.rooms.registry.all() {
		r.repair()
	}
	hubtest.Await(t, "repairs", func() bool { return store.running.Load() == maxRepairs })
	close(store.release)
	hubtest.Await(t, "all repairs", func() bool { return s.counter("quatre_hub_repairs_total") >= 3*maxRepairs })
	if most := store.most.Load(); most > maxRepairs {
		t.Errorf("%d rooms were read at once, want at most %d", most, maxRepairs)
	}
}
