package rooms

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// onClock seats ana and bob at a game with this time for each player. The clock runs, and it is
// ana's turn.
func onClock(t *testing.T, s, other *served, base time.Duration) (id room.ID, ana, bob *hubtest.Client) {
	t.Helper()
	id = s.createWith("clock", "ana", room.Create{Clock: &room.Clock{Base: base.Milliseconds()}})
	ana, bob = s.open("ana", id), other.open("bob", id)
	bob.Must("sit", nil)
	ana.Follow(2)
	hubtest.PlayOut("44", ana, bob)
	return id, ana, bob
}

func wantCredits(t *testing.T, c *hubtest.Client, want ...int64) {
	t.Helper()
	if got := hubtest.CreditsOf(c); !reflect.DeepEqual(got, want) {
		t.Errorf("credited are %v in %d entries, want %v", got, len(c.Entries), want)
	}
}

// pass moves the clock on while these hubs, and no others, beat.
func pass(clock *clocktest.Clock, d time.Duration, beating ...*served) {
	for ; d > 0; d -= storage.PresenceRenewal {
		clock.Add(min(d, storage.PresenceRenewal))
		for _, s := range beating {
			s.beat()
		}
	}
}

// passWithout moves the clock on while these hubs do not beat.
func passWithout(clock *clocktest.Clock, d time.Duration, stopped ...*served) {
	clock.Add(d)
	for _, s := range stopped {
		s.stopped(d)
	}
}

// Redis is away for longer than the players have time left. When Redis is back, nobody has lost,
// and the clock continues from where it was. Both hubs learn of the outage, and it is credited
// once.
func TestRedisIsAwayForLongerThanAClock(t *testing.T) {
	redis, clock := redistest.New(t), clocktest.New()
	store := storetest.OpenRedis(t, redis.URL(), redisdb.WithClock(clock.Now))
	one, two := serve(t, "one", store, withClock(clock)), serve(t, "two", store, withClock(clock))
	id, ana, bob := onClock(t, one, two, 10*time.Second)
	pass(clock, 4*time.Second, one, two)

	redis.Stop(t)
	ana.Until(hubtest.StoreIs(false))
	bob.Until(hubtest.StoreIs(false))
	passWithout(clock, 30*time.Second, one, two)
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move in the outage: %+v", m)
	}
	redis.Restart(t)
	ana.Until(hubtest.StoreIs(true))
	bob.Until(hubtest.StoreIs(true))

	ana.Follow(5)
	bob.Follow(5)
	wantCredits(t, ana, 30000)
	if gone := clock.Now().Sub(one.find(id).replica.State().TurnAt); gone != 4*time.Second {
		t.Errorf("the clock has run for %v", gone)
	}
	clock.Add(time.Second)
	ana.Must("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"})
	bob.Follow(6)
	if moved := bob.Entries[5].Event.(room.Moved); moved.MS != 5000 {
		t.Errorf("the move is stored as %+v", moved)
	}
	pass(clock, 12*time.Second, one, two)
	bob.Follow(7)
	if flagged, ok := bob.Entries[6].Event.(room.Flagged); !ok || flagged.Seat != 2 {
		t.Errorf("instead of the flag: %s", bob.Entries[6].Raw())
	}
}

// A shorter outage is not credited: the clock goes on, and a flag falls.
func TestShortOutageIsNotCredited(t *testing.T) {
	clock := clocktest.New()
	store := &hubtest.FailingStore{Store: storetest.OpenAt(t, clock.Now)}
	s := serve(t, "hub", store, withClock(clock))
	_, ana, bob := onClock(t, s, s, 10*time.Second)
	outage := func() {
		t.Helper()
		s.beat()
		store.Away.Store(true)
		ana.Until(hubtest.StoreIs(false))
		clock.Add(2 * time.Second)
		store.Away.Store(false)
		ana.Until(hubtest.StoreIs(true))
	}
	outage()
	ana.Must("move", hubtest.Object{"move": "1"})
	bob.Follow(5)
	if moved := bob.Entries[4].Event.(room.Moved); moved.MS != 2000 {
		t.Errorf("the move is stored as %+v", moved)
	}
	pass(clock, 10*time.Second, s)
	outage()
	bob.Follow(6)
	if flagged, ok := bob.Entries[5].Event.(room.Flagged); !ok || flagged.Seat != 2 {
		t.Errorf("instead of the flag: %s", bob.Entries[5].Raw())
	}
}

// Redis is full for longer than the players have time left: it answers the sweeps, and takes
// neither moves nor flags nor heartbeats.
func TestRedisIsFullForLongerThanAClock(t *testing.T) {
	redis, clock := redistest.New(t), clocktest.New()
	store := storetest.OpenRedis(t, redis.URL(), redisdb.WithClock(clock.Now))
	s := serve(t, "hub", store, withClock(clock))
	_, ana, _ := onClock(t, s, s, 10*time.Second)
	limit := func(bytes string) {
		t.Helper()
		if reply, err := redis.Do("CONFIG", "SET", "maxmemory", bytes); err != nil || reply != "+OK\r\n" {
			t.Fatalf("CONFIG SET maxmemory: %q, %v", reply, err)
		}
	}
	s.beat()
	limit("1")
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move to a full store: %+v", m)
	}
	passWithout(clock, 10*time.Minute, s)
	ana.Until(hubtest.StoreIs(false))
	limit("0")
	ana.Until(hubtest.StoreIs(true))
	ana.Must("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"})
	wantCredits(t, ana, 600000)
}

// A machine sleeps. A move that arrives first is decided after the credit, although nothing has
// noticed the gap yet.
func TestMachineSlept(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.OpenAt(t, clock.Now), withClock(clock))
	_, ana, _ := onClock(t, s, s, 10*time.Second)
	pass(clock, 4*time.Second, s)
	passWithout(clock, 10*time.Minute, s)
	ana.Must("move", hubtest.Object{"move": "1"})
	wantCredits(t, ana, 600000)
	if moved, ok := ana.Entries[len(ana.Entries)-1].Event.(room.Moved); len(ana.Entries) != 6 || !ok || moved.MS != 4000 {
		t.Errorf("%+v in %d entries", moved, len(ana.Entries))
	}
}

// A player who comes back, after an outage, to a room that nobody has open is credited.
func TestRoomIsOpenedAfterAnOutage(t *testing.T) {
	clock := clocktest.New()
	store := &hubtest.FailingStore{Store: storetest.OpenAt(t, clock.Now)}
	s := serve(t, "hub", store, withClock(clock))
	watcher := s.open("eve", s.create("eve"))
	id, ana, bob := onClock(t, s, s, 10*time.Second)
	seen := ana.Entries
	ana.Drop()
	bob.Drop()
	hubtest.Await(t, "the room to be closed", func() bool { return s.find(id) == nil })
	s.beat()
	store.Away.Store(true)
	watcher.Until(hubtest.StoreIs(false))
	passWithout(clock, storage.MinDowntime+time.Millisecond, s) // each heartbeat is stamped 1 µs later, also while the clock stands
	store.Away.Store(false)
	watcher.Until(hubtest.StoreIs(true))
	clock.Add(time.Second)
	ana = s.resume("ana", id, seen)
	ana.Follow(5)
	wantCredits(t, ana, 5001)
}

// No hub runs for longer than the players have time left. No flag falls when a hub starts,
// nor when a player comes back late. After a clean stop the downtime begins there, after a kill
// with the last heartbeat.
func TestAllHubsWereDown(t *testing.T) {
	for name, open := range map[string]func(t *testing.T, now func() time.Time) func() *ledger.Store{
		"file": func(t *testing.T, now func() time.Time) func() *ledger.Store {
			path := filepath.Join(t.TempDir(), "rooms.db")
			var last *ledger.Store
			return func() *ledger.Store {
				if last != nil {
					_ = last.Close() // otherwise the file is locked
				}
				last = storetest.OpenFile(t, path, now, ledger.Options{})
				return last
			}
		},
		"Redis": func(t *testing.T, now func() time.Time) func() *ledger.Store {
			redis := redistest.New(t)
			return func() *ledger.Store { return storetest.OpenRedis(t, redis.URL(), redisdb.WithClock(now)) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, killed := range []bool{false, true} {
				clock := clocktest.New()
				allHubsWereDown(t, clock, open(t, clock.Now), killed)
			}
		})
	}
}

func allHubsWereDown(t *testing.T, clock *clocktest.Clock, open func() *ledger.Store, killed bool) {
	t.Helper()
	start := func() (s *served, stop func(killed bool)) {
		store := &hubtest.FailingStore{Store: open()}
		s = serve(t, "hub", store, withClock(clock))
		return s, func(killed bool) {
			store.Away.Store(killed) // so that the last heartbeat fails
			s.stop()
		}
	}
	s, stop := start()
	fallen, ana, _ := onClock(t, s, s, 10*time.Second)
	slow := s.createWith("slow", "ana", room.Create{Clock: &room.Clock{Move: 3_600_000}})
	anaSlow, bobSlow := s.open("ana", slow), s.open("bob", slow)
	bobSlow.Must("sit", nil)
	anaSlow.Follow(2)
	hubtest.PlayOut("44", anaSlow, bobSlow)
	pass(clock, 4*time.Second, s)
	clock.Add(2 * time.Second)
	stop(killed)
	clock.Add(10 * time.Minute)
	want := int64(600000)
	if killed {
		want += 2000
	}

	s, stop = start()
	defer stop(false)
	ana = s.resume("ana", fallen, ana.Entries)
	ana.Follow(5)
	wantCredits(t, ana, want)
	ana.Must("move", hubtest.Object{"move": "1"})
	clock.Add(30 * time.Minute)
	anaSlow = s.resume("ana", slow, anaSlow.Entries)
	wantCredits(t, anaSlow, want)
}

// One of two hubs is cut off from the store. It takes no commands, and closes its sockets when it
// finds that the other hub went on. Its players come back through the other hub, and are credited
// nothing.
func TestOneHubIsCutOff(t *testing.T) {
	clock := clocktest.New()
	store := &hubtest.FailingStore{Store: storetest.OpenAt(t, clock.Now)}
	one, two := serve(t, "one", store, withClock(clock)), serve(t, "two", store.Store, withClock(clock))
	id, ana, bob := onClock(t, one, two, time.Minute)
	store.Away.Store(true)
	ana.Until(hubtest.StoreIs(false))
	pass(clock, 12*time.Second, two)
	one.stopped(12 * time.Second)
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move through the hub that is cut off: %+v", m)
	}
	store.Away.Store(false)
	ana.Closed(wire.CloseServiceRestart)
	ana = two.resume("ana", id, ana.Entries)
	ana.Must("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"})
	bob.Follow(5)
	if moved := bob.Entries[4].Event.(room.Moved); moved.MS != 12000 {
		t.Errorf("the move is stored as %+v", moved)
	}
	wantCredits(t, ana)
}
