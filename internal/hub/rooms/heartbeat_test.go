package rooms

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// mutedStore is a store that can hold back notices of presence, as if the process did not run,
// and whose clock can be away.
type mutedStore struct {
	storage.Store
	muted, clockAway atomic.Bool
	syncs            atomic.Int64
}

func (m *mutedStore) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	return m.Store.Watch(ctx, id, func(n storage.Notice) {
		if n.Presence == nil || !m.muted.Load() {
			tell(n)
		}
	})
}

func (m *mutedStore) SyncClock(ctx context.Context) error {
	m.syncs.Add(1)
	if m.clockAway.Load() {
		return storage.ErrUnavailable
	}
	return m.Store.SyncClock(ctx)
}

// stopped makes the Rooms believe that their last heartbeat was d before it was.
func (s *served) stopped(d time.Duration) {
	for _, shard := range s.rooms.shards {
		last := *shard.lastBeat.Load()
		last.process = last.process.Add(-d)
		shard.lastBeat.Store(&last)
	}
}

// awaitClaimable drops bob and moves the clock until, for the hub of ana, she can claim the game.
func awaitClaimable(t *testing.T, clock *clocktest.Clock, ana, bob *hubtest.Client) {
	t.Helper()
	bob.Drop()
	ana.AwaitClaim(clock.Now().Add(room.AwayLimit).UnixMilli())
	clock.Add(room.AwayLimit)
}

var claim = hubtest.Object{"result": "win"}

// The notice that bob is back has not reached the hub of ana yet. Even so, her claim does not end
// the game.
func TestClaimAsksTheStore(t *testing.T) {
	clock, store := clocktest.New(), &mutedStore{Store: storetest.Open(t)}
	one, two := serve(t, "one", store, withClock(clock)), serve(t, "two", store.Store, withClock(clock))
	id, ana, bob := seated(t, one, two)
	ana.AwaitPresence(true, true, 0)
	awaitClaimable(t, clock, ana, bob)

	store.muted.Store(true)
	bob = two.resume("bob", id, bob.Entries)
	bob.AwaitPresence(true, true, 0)
	ana.Refused("not_away", "claim", claim)
	store.muted.Store(false)
	one.beat()
	ana.AwaitPresence(true, true, 0)
	awaitClaimable(t, clock, ana, bob)
	ana.Must("claim", claim)
}

// The process of a hub did not run for a minute, longer than the absence that a claim needs. Bob
// may have come back meanwhile, so his absence begins again.
func TestClaimAfterAGap(t *testing.T) {
	clock, store := clocktest.New(), &mutedStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, withClock(clock))
	_, ana, bob := seated(t, s, s)
	ana.AwaitPresence(true, true, 0)
	awaitClaimable(t, clock, ana, bob)

	syncs := store.syncs.Load()
	s.stopped(time.Minute)
	ana.Refused("not_away", "claim", claim)
	if store.syncs.Load() == syncs {
		t.Error("the hub did not ask the store for the time")
	}
	s.beat()
	ana.AwaitClaim(clock.Now().Add(room.AwayLimit).UnixMilli())
	clock.Add(room.AwayLimit - time.Millisecond)
	ana.Refused("not_away", "claim", claim)
	clock.Add(time.Millisecond)
	ana.Must("claim", claim)
}

// After a gap nothing is decided before the store has answered.
func TestNothingIsDecidedBeforeTheStoreIsHeard(t *testing.T) {
	store := &mutedStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store)
	_, ana, _ := seated(t, s, s)
	store.clockAway.Store(true)
	s.stopped(time.Minute)
	ana.Refused("store_away", "move", hubtest.Object{"move": "1"})
	store.clockAway.Store(false)
	ana.Must("move", hubtest.Object{"move": "1"})
}

// A stopped process shows as a gap on the monotonic clock, a sleeping machine only on the wall
// clock. A clock that was set back is no gap.
func TestGapsOfBothClocks(t *testing.T) {
	now := time.Now()
	slept := now.Add(-time.Second).Round(0).Add(-time.Minute) // on the wall clock a minute more has passed
	for _, c := range []struct {
		name string
		last time.Time
		gap  bool
	}{
		{"it ran", now.Add(-storage.PresenceRenewal), false},
		{"the process was stopped", now.Add(-storage.MinDowntime), true},
		{"the machine slept", slept, true},
		{"the clock was set back", now.Add(time.Hour).Round(0), false},
	} {
		var s shard
		s.lastBeat.Store(&moment{process: c.last})
		if got := s.beatAge() >= storage.MinDowntime; got != c.gap {
			t.Errorf("%s: a gap of %v", c.name, s.beatAge())
		}
	}
}
