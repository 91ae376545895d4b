package aiworker

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/storetest"
)

// The longer a turn has waited, the less time its search has, but at least a tenth of the
// budget.
func TestHurry(t *testing.T) {
	const budget = 5 * time.Second
	for waited, want := range map[time.Duration]time.Duration{
		-time.Second: budget, 0: budget, time.Second: 4 * time.Second, 4500 * time.Millisecond: 500 * time.Millisecond,
		time.Hour: 500 * time.Millisecond,
	} {
		if got := budgetLeft(budget, waited); got != want {
			t.Errorf("after %v there is %v left, want %v", waited, got, want)
		}
	}
	for _, c := range []struct {
		left, took time.Duration
		want       bool
	}{{2 * time.Second, 2 * time.Second, true}, {2 * time.Second, time.Second, false}, {3 * time.Second, 3 * time.Second, false}} {
		if isHurried(budget, c.left, c.took) != c.want {
			t.Errorf("with %v left and %v used: want %v", c.left, c.took, c.want)
		}
	}
}

// want is what a Take wants.
type want struct {
	lane room.Lane
	skip []string
}

// wantsStore sends what each Take wants to the test, and returns the job that the test sends.
type wantsStore struct {
	storage.Queue
	wants chan want
	jobs  chan storage.Job
}

func (s wantsStore) Take(ctx context.Context, _ string, lane room.Lane, skip ...string) (storage.Job, error) {
	select {
	case s.wants <- want{lane, skip}:
	case <-ctx.Done():
		return storage.Job{}, ctx.Err()
	}
	select {
	case job := <-s.jobs:
		return job, nil
	case <-ctx.Done():
		return storage.Job{}, ctx.Err()
	}
}

// One origin has at most half of the slots. A Take that skips a full origin ends when that
// origin may have another slot.
func TestOneOriginHasHalfOfTheSlots(t *testing.T) {
	for slots, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 16: 8} {
		if got := newOrigins(slots).limit; got != want {
			t.Errorf("of %d slots an origin has %d, want %d", slots, got, want)
		}
	}
	o, store := newOrigins(4), wantsStore{wants: make(chan want), jobs: make(chan storage.Job)}
	type taken struct {
		done func()
		err  error
	}
	results := make(chan taken)
	ctx, cancel := context.WithCancel(t.Context())
	take := func() {
		go func() {
			_, done, err := o.take(ctx, store, "w")
			results <- taken{done, err}
		}()
	}
	var done []func()
	for _, origin := range []string{"", "", "", "keen", "keen"} {
		take()
		if want := <-store.wants; len(want.skip) > 0 || want.lane != room.LaneSlow {
			t.Fatalf("wanted %+v", want)
		}
		store.jobs <- storage.Job{Origin: origin}
		done = append(done, (<-results).done)
	}
	take()
	if want := <-store.wants; !slices.Equal(want.skip, []string{"keen"}) {
		t.Fatalf("wanted %+v", want)
	}
	done[4]()
	if want := <-store.wants; len(want.skip) > 0 {
		t.Fatalf("after its turn was over: wanted %+v", want)
	}
	cancel()
	if got := <-results; !errors.Is(got.err, context.Canceled) {
		t.Errorf("Take: %v", got.err)
	}
}

// endless is an engine whose searches at the level perfect last until they are stopped or
// released.
type endless struct {
	*minimax.Engine
	begun, release chan struct{}
}

func (e endless) Choose(ctx context.Context, l minimax.Level, pos rules.Position, rng *rand.Rand) (minimax.Choice, error) {
	if l.Name != "perfect" {
		return e.Engine.Choose(ctx, l, pos, rng)
	}
	e.begun <- struct{}{}
	select {
	case <-ctx.Done():
		return minimax.Choice{}, ctx.Err()
	case <-e.release:
		return minimax.Choice{Move: pos.Moves(nil)[0]}, nil
	}
}

// With one slot, slow turns of people end turns of AI against AI, which begin again later.
// Quick turns wait for no other turn.
func TestLanes(t *testing.T) {
	store := storetest.Open(t)
	w := newWorker(Config{
		Store: store, Name: "worker", Concurrency: 1,
		Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
	})
	engine := endless{minimax.NewEngine(1 << 20), make(chan struct{}), make(chan struct{})}
	w.engine = engine
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	over.Go(func() { w.run(ctx) })
	t.Cleanup(func() { cancel(); over.Wait() })

	replies := func(id room.ID, level string) {
		t.Helper()
		if len(newGame(t, store, id, level, 2).await()) == 0 {
			t.Fatalf("%s has not replied", level)
		}
	}
	newRoom(t, store, "machine").play(room.Create{Variant: "connect4:7x6:4", Levels: [2]string{"perfect", "perfect"}, First: 1})
	<-engine.begun
	replies("quick", "easy")
	select {
	case <-engine.begun:
		t.Error("a quick turn has ended a turn of AI against AI, which begins again")
	default:
	}
	replies("slow", "strong")
	<-engine.begun // the turn of AI against AI begins again
	slow := newGame(t, store, "endless", "perfect", 2)
	<-engine.begun
	replies("quick2", "easy") // while the slot has a slow turn
	engine.release <- struct{}{}
	slow.await()
	<-engine.begun // the turn of AI against AI
}
