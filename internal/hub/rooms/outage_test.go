package rooms

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/storetest"
)

// onClock seats ana and bob at a game with 10 s for each player. The clock runs, and it is
// ana's turn.
func onClock(t *testing.T, s, other *served) (id room.ID, ana, bob *hubtest.Client) {
	t.Helper()
	id = s.createWith("clock", "ana", room.Create{Clock: &room.Clock{Base: 10000}})
	ana, bob = s.open("ana", id), other.open("bob", id)
	bob.Must("sit", nil)
	ana.Follow(2)
	hubtest.PlayOut("44", ana, bob)
	return id, ana, bob
}

// Redis is away for longer than the players have time left. When Redis is back, nobody has lost,
// and the clock continues from where it was.
func TestRedisIsAwayForLongerThanAClock(t *testing.T) {
	redis, clock := redistest.New(t), clocktest.New()
	store := storetest.OpenRedis(t, redis.URL())
	one, two := serve(t, "one", store, withClock(clock)), serve(t, "two", store, withClock(clock))
	id, ana, bob := onClock(t, one, two)
	clock.Add(4 * time.Second)
	one.rooms.shards[0].markResponsive(false) // the outage begins after this
	two.rooms.shards[0].markResponsive(false)

	redis.Stop(t)
	ana.Until(hubtest.StoreIs(false))
	bob.Until(hubtest.StoreIs(false))
	clock.Add(10 * time.Minute)
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move in the outage: %+v", m)
	}
	redis.Restart(t)
	ana.Until(hubtest.StoreIs(true))
	bob.Until(hubtest.StoreIs(true))

	ana.Follow(5)
	bob.Follow(5)
	if got := hubtest.CreditsOf(ana); !reflect.DeepEqual(got, []int64{600000}) {
		t.Fatalf("credited are %v in %d entries, the last is %s", got, len(ana.Entries), ana.Entries[len(ana.Entries)-1].Raw())
	}
	one.find(id).replica.View(func(s *room.State) {
		if gone := clock.Now().Sub(s.TurnAt); gone != 4*time.Second {
			t.Errorf("the clock has run for %v", gone)
		}
	})
	clock.Add(time.Second)
	ana.Must("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"})
	bob.Follow(6)
	if moved := bob.Entries[5].Event.(room.Moved); moved.MS != 5000 {
		t.Errorf("the move is stored as %+v", moved)
	}
	clock.Add(12 * time.Second)
	bob.Follow(7)
	if flagged, ok := bob.Entries[6].Event.(room.Flagged); !ok || flagged.Seat != 2 {
		t.Errorf("instead of the flag: %s", bob.Entries[6].Raw())
	}
}

// Redis is full for longer than the players have time left: it answers the sweeps, and takes
// neither moves nor flags.
func TestRedisIsFullForLongerThanAClock(t *testing.T) {
	redis, clock := redistest.New(t), clocktest.New()
	store := storetest.OpenRedis(t, redis.URL())
	s := serve(t, "hub", store, withClock(clock))
	_, ana, _ := onClock(t, s, s)
	limit := func(bytes string) {
		t.Helper()
		if reply, err := redis.Do("CONFIG", "SET", "maxmemory", bytes); err != nil || reply != "+OK\r\n" {
			t.Fatalf("CONFIG SET maxmemory: %q, %v", reply, err)
		}
	}
	limit("1")
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move to a full store: %+v", m)
	}
	s.rooms.heartbeat()
	hubtest.Await(t, "a heartbeat to be refused", func() bool {
		o := &s.rooms.shards[0].outages
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.refuses
	})
	clock.Add(10 * time.Minute)
	limit("0")
	ana.Must("move", hubtest.Object{"id": "m1", "n": 4, "move": "1"})
	if got := hubtest.CreditsOf(ana); len(ana.Entries) != 6 || !reflect.DeepEqual(got, []int64{600000}) {
		t.Errorf("credited are %v, in %d entries", got, len(ana.Entries))
	}
}

// If a move arrives before the sweep has noticed that the store is back, the outage is credited
// before the move is decided.
func TestMoveIsFasterThanTheSweep(t *testing.T) {
	store, clock := &hubtest.FailingStore{Store: storetest.Open(t)}, clocktest.New()
	s := serve(t, "hub", store, withClock(clock))
	_, ana, bob := onClock(t, s, s)
	clock.Add(4 * time.Second)
	s.rooms.shards[0].markResponsive(false)
	store.DueAway.Store(true) // from now on sweeps fail, but moves succeed
	bob.Until(hubtest.StoreIs(false))
	clock.Add(time.Minute)
	ana.Must("move", hubtest.Object{"move": "1"})
	if moved, ok := ana.Entries[len(ana.Entries)-1].Event.(room.Moved); len(ana.Entries) != 6 || !ok || moved.MS != 4000 {
		t.Errorf("%+v in %d entries", moved, len(ana.Entries))
	}
	store.DueAway.Store(false)
	bob.Until(hubtest.StoreIs(true))
	if got := hubtest.CreditsOf(bob); !reflect.DeepEqual(got, []int64{60000}) {
		t.Errorf("credited are %v", got)
	}
}

// A player who comes back, after an outage, to a room that nobody has open is credited.
func TestRoomIsOpenedAfterAnOutage(t *testing.T) {
	store, clock := &hubtest.FailingStore{Store: storetest.Open(t)}, clocktest.New()
	s := serve(t, "hub", store, withClock(clock))
	watcher := s.open("eve", s.create("eve"))
	id, ana, bob := onClock(t, s, s)
	seen := ana.Entries
	ana.Drop()
	bob.Drop()
	hubtest.Await(t, "the room to be closed", func() bool { return s.find(id) == nil })
	s.rooms.shards[0].markResponsive(false)
	store.Away.Store(true)
	watcher.Until(hubtest.StoreIs(false))
	clock.Add(3 * time.Second) // of 10
	store.Away.Store(false)
	watcher.Until(hubtest.StoreIs(true))
	clock.Add(time.Second)
	ana = s.resume("ana", id, seen)
	ana.Follow(5)
	if got := hubtest.CreditsOf(ana); !reflect.DeepEqual(got, []int64{3000}) {
		t.Errorf("credited are %v", got)
	}
}

// No hub runs for longer than the players have time left. No flag falls when a hub starts,
// nor when a player comes back late.
func TestAllHubsWereDown(t *testing.T) {
	clock, path := clocktest.New(), filepath.Join(t.TempDir(), "rooms.db")
	start := func() (*served, func()) {
		store := storetest.OpenFile(t, path, clock.Now, ledger.Options{})
		s := serve(t, "hub", store, withClock(clock))
		return s, func() {
			s.stop()
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	s, stop := start()
	fallen, ana, _ := onClock(t, s, s)
	clock.Add(4 * time.Second)
	slow := s.createWith("slow", "ana", room.Create{Clock: &room.Clock{Move: 3_600_000}})
	anaSlow, bobSlow := s.open("ana", slow), s.open("bob", slow)
	bobSlow.Must("sit", nil)
	anaSlow.Follow(2)
	hubtest.PlayOut("44", anaSlow, bobSlow)
	s.beat() // as Drain does
	stop()
	clock.Add(10 * time.Minute)

	s, stop = start()
	defer stop()
	ana = s.resume("ana", fallen, ana.Entries)
	ana.Follow(5)
	if got := hubtest.CreditsOf(ana); !reflect.DeepEqual(got, []int64{600000}) {
		t.Errorf("credited are %v", got)
	}
	ana.Must("move", hubtest.Object{"move": "1"})
	clock.Add(30 * time.Minute)
	anaSlow = s.resume("ana", slow, anaSlow.Entries)
	if got := hubtest.CreditsOf(anaSlow); !reflect.DeepEqual(got, []int64{600000}) {
		t.Errorf("a player who comes back late is credited %v", got)
	}
}

func TestOutages(t *testing.T) {
	began := time.Now()
	at := func(s float64) moment {
		d := time.Duration(s * float64(time.Second))
		return moment{began.Add(d), began.Add(d)}
	}
	var o outages
	o.noAnswer()
	if o.list("", at(100)) != nil || o.answered(at(100), false) {
		t.Error("an outage before the first answer")
	}
	for _, step := range []struct {
		at     float64
		fails  bool
		ends   bool
		listed int // outages in the list just before the step
	}{
		{at: 100.25},
		{at: 100.5, fails: true},
		{at: 101.2},             // too short for an outage
		{at: 104.1},             // a slow answer
		{at: 107.1, ends: true}, // 3 s without an answer
		{at: 107.2, fails: true, listed: 1},
		{at: 150, ends: true, listed: 2},
		{at: 150.2, listed: 2},
	} {
		if step.fails {
			o.noAnswer()
		}
		listed := o.list("", at(step.at))
		if step.fails {
			continue
		}
		if ends := o.answered(at(step.at), false); ends != step.ends {
			t.Errorf("at %v an outage ends: %v", step.at, ends)
		}
		if step.listed > 0 && len(listed) != step.listed {
			t.Errorf("at %v there are %v", step.at, listed)
		}
	}
	want := []room.Outage{{Since: at(104.1).now, Until: at(107.1).now}, {Since: at(107.1).now, Until: at(150).now}}
	if got := o.list("", at(151)); !reflect.DeepEqual(got, want) {
		t.Errorf("the outages are %v, want %v", got, want)
	}
	for i := range 2 * maxOutages {
		o.noAnswer()
		o.answered(at(200+2*float64(i)), true)
	}
	if got := o.list("", at(300)); len(got) < maxOutages || len(got) > maxOutages+1 {
		t.Errorf("%d are remembered", len(got))
	}
}

// While a store takes no heartbeat, its answers to reads do not end the outage.
func TestStoreRefusesToWrite(t *testing.T) {
	began := time.Now()
	at := func(seconds int) moment {
		d := time.Duration(seconds) * time.Second
		return moment{began.Add(d), began.Add(d)}
	}
	var o outages
	o.answered(at(0), true)
	o.answered(at(2), false)
	o.refused()
	for second := 4; second < 60; second++ {
		if o.answered(at(second), false) {
			t.Errorf("the outage ends in second %d", second)
		}
	}
	if got, want := o.list("", at(60)), (room.Outage{Since: at(0).now, Until: at(60).now}); len(got) != 1 || got[0] != want {
		t.Errorf("the outage is %v", got)
	}
	if !o.answered(at(61), true) || o.answered(at(62), false) || len(o.list("", at(62))) != 1 {
		t.Errorf("the outages are %v", o.list("", at(62)))
	}
	// If the store has answered neither reads nor writes, an answer to a read ends the outage.
	o.noAnswer()
	o.refused()
	if !o.answered(at(70), false) {
		t.Error("an answer does not end an outage without any answer")
	}
}

// Setting the clock is no outage.
func TestClockIsSet(t *testing.T) {
	began := time.Now()
	var o outages
	o.answered(moment{began, began}, true)
	if o.answered(moment{began.Add(time.Hour), began.Add(time.Second)}, true) {
		t.Error("a clock that was set counts as an outage")
	}
}

// The store is away for one of two hubs for 6 s. Ana is credited the time until she has connected
// to the other hub.
func TestPlayersWhoMoveToAnotherHub(t *testing.T) {
	for name, c := range map[string]struct {
		elsewhere bool // ana is at the other hub from the start
		moves     bool // ana moves to the other hub after 2 s
		returns   bool // ana comes back from the other hub
		want      []int64
	}{
		"she stays":               {want: []int64{6000}},
		"she moves":               {moves: true, want: []int64{2000}},
		"she moves, and returns":  {moves: true, returns: true, want: []int64{2000}},
		"she was there all along": {elsewhere: true},
	} {
		t.Run(name, func(t *testing.T) {
			clock := clocktest.New()
			store := &hubtest.FailingStore{Store: storetest.OpenAt(t, clock.Now)}
			one, two := serve(t, "one", store, withClock(clock)), serve(t, "two", store.Store, withClock(clock))
			anas, bobs := one, two
			if c.elsewhere {
				anas, bobs = two, one
			}
			id, ana, _ := onClock(t, anas, bobs)
			eve := one.open("eve", id)
			anas.awaitAnnounced(id)
			clock.Add(time.Second)
			one.rooms.shards[0].markResponsive(false) // the outage begins after this
			store.Away.Store(true)
			eve.Until(hubtest.StoreIs(false))
			clock.Add(2 * time.Second)
			if c.moves {
				ana = two.resume("ana", id, ana.Entries)
				two.awaitAnnounced(id)
			}
			clock.Add(4 * time.Second)
			store.Away.Store(false)
			eve.Until(hubtest.StoreIs(true))
			if err := one.find(id).refreshAndCredit(); err != nil {
				t.Fatal(err)
			}
			if c.returns {
				ana = one.resume("ana", id, ana.Entries)
			}
			ana.Must("move", hubtest.Object{"move": "1"})
			if got := hubtest.CreditsOf(ana); !reflect.DeepEqual(got, c.want) {
				t.Errorf("credited are %v, want %v", got, c.want)
			}
		})
	}
}
