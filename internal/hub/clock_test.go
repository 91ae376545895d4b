package hub

import (
	"errors"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// serveSkewed runs a hub on a machine whose clock is ahead of the right time.
func serveSkewed(t *testing.T, name string, redis *redistest.Server, ahead time.Duration) *served {
	t.Helper()
	store := storetest.OpenRedis(t, redis.URL(), redisdb.WithMachineClock(func() time.Time { return time.Now().Add(ahead) }))
	return serve(t, name, store, builtPage)
}

// The clocks of three machines differ by 90 s and more. Nobody gains or loses time by it,
// nobody's flag falls, and an absence is counted from when the player left.
func TestClocksOfMachinesDiffer(t *testing.T) {
	const skew, base = 90 * time.Second, time.Minute
	redis := redistest.New(t)
	right := serveSkewed(t, "right", redis, 0)
	ahead, behind := serveSkewed(t, "ahead", redis, skew), serveSkewed(t, "behind", redis, -skew)
	began := time.Now()
	id := behind.openWith("ana", hubtest.Object{"starter": "me", "clock": hubtest.Object{"base": base.Milliseconds()}})
	ana, bob := ahead.open("ana", id), behind.open("bob", id)
	bob.Must("sit", nil)
	ana.Follow(2)
	ana.AwaitPresence(true, true, 0)
	bob.AwaitPresence(true, true, 0)
	hubtest.PlayOut("434343", ana, bob)
	eve := right.open("eve", id)
	eve.AwaitPresence(true, true, 1)
	bob.Must("name", hubtest.Object{"name": "Bob", "seat": 2})
	ana.Follow(len(bob.Entries))

	took := time.Since(began) + time.Second
	for _, e := range ana.Entries {
		switch ev := e.Event.(type) {
		case room.Moved:
			if ev.MS > took.Milliseconds() {
				t.Errorf("a move took %d ms of a game that took %v", ev.MS, took)
			}
		case room.Flagged, room.Credited:
			t.Errorf("an unexpected entry: %s", e.Raw())
		}
		if d := time.Since(e.At); d < -time.Second || d > took {
			t.Errorf("entry %d was stored %v ago, and the game took %v", e.N, d, took)
		}
	}

	bob.Goodbye()
	ana.Until(func(hubtest.Message) bool { return ana.Here.Claim[1] != 0 })
	if in := time.Until(time.UnixMilli(ana.Here.Claim[1])); in <= 0 || in > room.LeftLimit+time.Second {
		t.Errorf("bob said goodbye a moment ago, and can be claimed against in %v", in)
	}
	right.resume("bob", id, bob.Entries)
	ana.AwaitClaim(0)
	ana.Refused("not_away", "claim", hubtest.Object{"result": "win"})

	again := behind.resume("ana", id, ana.Entries) // the newer connection, whatever the clocks say
	ana.Closed(4001)
	again.AwaitPresence(true, true, 1)
}

// A hub whose machine's clock differs from the store's by more than 10 s is not ready.
func TestReadinessNeedsARightClock(t *testing.T) {
	redis := redistest.New(t)
	for _, c := range []struct {
		ahead time.Duration
		ready bool
	}{{0, true}, {9 * time.Second, true}, {-11 * time.Second, false}, {90 * time.Second, false}} {
		s := serveSkewed(t, "hub"+c.ahead.String(), redis, c.ahead)
		err := s.hub.Ready(t.Context())
		if (err == nil) != c.ready || !c.ready && !errors.Is(err, storage.ErrClockDiffers) {
			t.Errorf("a clock that is %v ahead: %v", c.ahead, err)
		}
		if !c.ready {
			var answer struct{ Code string }
			if status := s.call("ana", "GET", "/readyz", nil, &answer); status != 503 || answer.Code != "clock_wrong" {
				t.Errorf("/readyz: %d %+v", status, answer)
			}
		}
	}
	if err := serve(t, "file", storetest.Open(t), builtPage).hub.Ready(t.Context()); err != nil {
		t.Errorf("with a file: %v", err)
	}
}
