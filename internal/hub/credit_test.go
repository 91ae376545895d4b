package hub

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/filelog"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/storetest"
)

// onClock seats ana and bob at a game with 10 s for each player, of which the clock
// runs. It is ana's turn.
func onClock(t *testing.T, s, other *served) (id room.ID, ana, bob *client) {
	t.Helper()
	id = s.openWith("ana", object{"clock": object{"base": 10000}})
	ana, bob = s.open("ana", id), other.open("bob", id)
	bob.must("sit", nil)
	ana.follow(2)
	playOut("44", ana, bob)
	return id, ana, bob
}

func storeIs(up bool) func(message) bool {
	return func(m message) bool { return m.T == "store" && m.Up == up }
}

// creditsOf returns the outages that a client has seen credited, in milliseconds.
func creditsOf(c *client) (all []int64) {
	for _, e := range c.entries {
		if credit, ok := e.Event.(room.Credited); ok {
			all = append(all, credit.MS)
		}
	}
	return all
}

// Redis is away for much longer than anybody has left: when it is back nobody has
// lost, the clock shows what it showed before, and then it runs on.
func TestRedisIsAwayForLongerThanAClock(t *testing.T) {
	redis, clock := redistest.New(t), newHands()
	store, err := redislog.Open(t.Context(), redis.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	one, two := serve(t, "one", store, builtPage, clock.set), serve(t, "two", store, builtPage, clock.set)
	id, ana, bob := onClock(t, one, two)
	clock.move(4 * time.Second)
	one.hub.shards[0].answers(false) // now
	two.hub.shards[0].answers(false)

	redis.Stop(t)
	ana.until(storeIs(false))
	bob.until(storeIs(false))
	clock.move(10 * time.Minute)
	if m := ana.ask("move", object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move in the outage: %+v", m)
	}
	redis.Restart(t)
	ana.until(storeIs(true))
	bob.until(storeIs(true))

	ana.follow(5)
	bob.follow(5)
	if got := creditsOf(ana); !reflect.DeepEqual(got, []int64{600000}) {
		t.Fatalf("credited are %v in %d entries", got, len(ana.entries))
	}
	one.live(id).replica.View(func(s *room.State) {
		if gone := clock.read().Sub(s.TurnAt); gone != 4*time.Second {
			t.Errorf("the clock has run for %v", gone)
		}
	})
	clock.move(time.Second)
	ana.must("move", object{"id": "m1", "n": 4, "move": "1"})
	bob.follow(6)
	if moved := bob.entries[5].Event.(room.Moved); moved.MS != 5000 {
		t.Errorf("%+v", moved)
	}
	clock.move(12 * time.Second)
	bob.follow(7)
	if flagged, ok := bob.entries[6].Event.(room.Flagged); !ok || flagged.Seat != 2 {
		t.Errorf("%s", bob.entries[6].Raw())
	}
}

// Redis is full for much longer than anybody has left: it answers the sweeps, and
// takes neither moves nor flags.
func TestRedisIsFullForLongerThanAClock(t *testing.T) {
	redis, clock := redistest.New(t), newHands()
	store, err := redislog.Open(t.Context(), redis.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s := serve(t, "hub", store, builtPage, clock.set)
	_, ana, _ := onClock(t, s, s)
	limit := func(bytes string) {
		t.Helper()
		if reply, err := redis.Do("CONFIG", "SET", "maxmemory", bytes); err != nil || reply != "+OK\r\n" {
			t.Fatalf("%q, %v", reply, err)
		}
	}
	limit("1")
	if m := ana.ask("move", object{"id": "m1", "n": 4, "move": "1"}); m.Code != "store_away" {
		t.Errorf("a move to a full store: %+v", m)
	}
	await(t, "a heartbeat to be refused", func() bool {
		o := &s.hub.shards[0].outages
		o.mu.Lock()
		defer o.mu.Unlock()
		return o.refuses
	})
	clock.move(10 * time.Minute)
	limit("0")
	ana.must("move", object{"id": "m1", "n": 4, "move": "1"})
	if got := creditsOf(ana); len(ana.entries) != 6 || !reflect.DeepEqual(got, []int64{600000}) {
		t.Errorf("credited are %v, in %d entries", got, len(ana.entries))
	}
}

// A move that arrives before the hub has noticed that the store is back is decided
// after the credit all the same.
func TestMoveIsFasterThanTheSweep(t *testing.T) {
	store, clock := &flaky{Store: storetest.Open(t)}, newHands()
	s := serve(t, "hub", store, builtPage, clock.set)
	_, ana, bob := onClock(t, s, s)
	clock.move(4 * time.Second)
	s.hub.shards[0].answers(false)
	store.deaf.Store(true) // no sweep comes through any more, and moves do
	bob.until(storeIs(false))
	clock.move(time.Minute)
	ana.must("move", object{"move": "1"})
	if moved, ok := ana.entries[len(ana.entries)-1].Event.(room.Moved); len(ana.entries) != 6 || !ok || moved.MS != 4000 {
		t.Errorf("%+v in %d entries", moved, len(ana.entries))
	}
	store.deaf.Store(false)
	bob.until(storeIs(true))
	if got := creditsOf(bob); !reflect.DeepEqual(got, []int64{60000}) {
		t.Errorf("credited are %v", got)
	}
}

// Who comes back to a room that nobody has open any more, and thinks on, is credited.
func TestRoomIsOpenedAfterAnOutage(t *testing.T) {
	store, clock := &flaky{Store: storetest.Open(t)}, newHands()
	s := serve(t, "hub", store, builtPage, clock.set)
	watcher := s.open("eve", s.create("eve"))
	id, ana, bob := onClock(t, s, s)
	seen := ana.entries
	_ = ana.ws.CloseNow()
	_ = bob.ws.CloseNow()
	await(t, "the room to be closed", func() bool { return s.live(id) == nil })
	s.hub.shards[0].answers(false)
	store.away.Store(true)
	watcher.until(storeIs(false))
	clock.move(3 * time.Second) // of 10
	store.away.Store(false)
	watcher.until(storeIs(true))
	clock.move(time.Second)
	ana = s.resume("ana", id, seen)
	ana.follow(5)
	if got := creditsOf(ana); !reflect.DeepEqual(got, []int64{3000}) {
		t.Errorf("credited are %v", got)
	}
}

// There was no hub for much longer than anybody has left: neither the flag falls
// when there is one again, nor does it for who comes back late.
func TestAllHubsWereDown(t *testing.T) {
	clock, path := newHands(), filepath.Join(t.TempDir(), "rooms.db")
	start := func() (*served, func()) {
		store, err := filelog.Open(path, filelog.WithClock(clock.read))
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, "hub", store, builtPage, clock.set)
		return s, func() {
			s.stop()
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	s, stop := start()
	fallen, ana, _ := onClock(t, s, s)
	clock.move(4 * time.Second)
	slow := s.openWith("ana", object{"id": "c2", "clock": object{"move": 3_600_000}})
	anaSlow, bobSlow := s.open("ana", slow), s.open("bob", slow)
	bobSlow.must("sit", nil)
	anaSlow.follow(2)
	playOut("44", anaSlow, bobSlow)
	stop()
	clock.move(10 * time.Minute)

	s, stop = start()
	defer stop()
	ana = s.resume("ana", fallen, ana.entries)
	ana.follow(5)
	if got := creditsOf(ana); !reflect.DeepEqual(got, []int64{600000}) {
		t.Errorf("credited are %v", got)
	}
	ana.must("move", object{"move": "1"})
	clock.move(30 * time.Minute)
	anaSlow = s.resume("ana", slow, anaSlow.entries)
	if got := creditsOf(anaSlow); !reflect.DeepEqual(got, []int64{600000}) {
		t.Errorf("who comes back late is credited %v", got)
	}
}

// The documented log, of which the page's fold and the terminal client's say the
// same.
func TestDocumentedOutages(t *testing.T) {
	var example struct {
		Entries []struct {
			At   int64           `json:"at"`
			By   room.PlayerID   `json:"by"`
			Cmd  string          `json:"cmd"`
			Type string          `json:"type"`
			Data json.RawMessage `json:"data"`
		} `json:"entries"`
	}
	for _, raw := range examples(t)["entries"] {
		if bytes.Contains(raw, []byte(`"credited"`)) {
			if err := json.Unmarshal(raw, &example); err != nil {
				t.Fatal(err)
			}
		}
	}
	var s room.State
	var outages []room.TurnCredit
	for _, e := range example.Entries {
		raw := mustMarshal(object{"n": s.N + 1, "at": e.At, "type": e.Type, "data": e.Data})
		decoded, err := room.DecodeEntry(append(raw[:len(raw)-1], `,"digest":"0123456789abcdef"}`...))
		if err != nil {
			t.Fatal(err)
		}
		sealed, err := room.Seal(s.Digest, s.N+1, decoded.At, e.By, e.Cmd, decoded.Event)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(sealed); err != nil {
			t.Fatal(err)
		}
		if len(s.Credits) > len(outages) {
			outages = s.Credits
		}
	}
	want := [2]room.Timer{
		{Left: 50 * time.Second, Quota: 2 * time.Second, Used: 11 * time.Second},
		{Left: 56 * time.Second, Quota: room.FirstLagQuota, Used: 5 * time.Second},
	}
	if s.N != 10 || s.Timers != want || s.TurnAt.UnixMilli() != 1763700175000 || len(outages) != 3 || len(s.Credits) != 0 {
		t.Errorf("entry %d: %+v, the turn began at %v; credited %v, %v", s.N, s.Timers, s.TurnAt, outages, s.Credits)
	}
}

func TestOutages(t *testing.T) {
	began := time.Now()
	at := func(s float64) moment {
		d := time.Duration(s * float64(time.Second))
		return moment{began.Add(d), began.Add(d)}
	}
	var o outages
	o.failed()
	if o.list(at(100)) != nil || o.answered(at(100), false) {
		t.Error("an outage before the first answer")
	}
	for _, step := range []struct {
		at     float64
		fails  bool
		ends   bool
		listed int // just before
	}{
		{at: 100.25},
		{at: 100.5, fails: true},
		{at: 101.2},             // too short
		{at: 104.1},             // slow
		{at: 107.1, ends: true}, // 3 s without a word
		{at: 107.2, fails: true, listed: 1},
		{at: 150, ends: true, listed: 2},
		{at: 150.2, listed: 2},
	} {
		if step.fails {
			o.failed()
		}
		listed := o.list(at(step.at))
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
	if got := o.list(at(151)); !reflect.DeepEqual(got, want) {
		t.Errorf("the outages are %v, want %v", got, want)
	}
	for i := range 2 * maxOutages {
		o.failed()
		o.answered(at(200+2*float64(i)), true)
	}
	if got := o.list(at(300)); len(got) < maxOutages || len(got) > maxOutages+1 {
		t.Errorf("%d are remembered", len(got))
	}
}

// While a store takes no heartbeat its answers to questions count for nothing.
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
			t.Errorf("it ends in second %d", second)
		}
	}
	if got, want := o.list(at(60)), (room.Outage{Since: at(0).now, Until: at(60).now}); len(got) != 1 || got[0] != want {
		t.Errorf("the outage is %v", got)
	}
	if !o.answered(at(61), true) || o.answered(at(62), false) || len(o.list(at(62))) != 1 {
		t.Errorf("the outages are %v", o.list(at(62)))
	}
	// One that does not answer at all is back when it answers.
	o.failed()
	o.refused()
	if !o.answered(at(70), false) {
		t.Error("an answer does not end an outage in which there was none")
	}
}

// A clock that is set is no outage.
func TestClockIsSet(t *testing.T) {
	began := time.Now()
	var o outages
	o.answered(moment{began, began}, true)
	if o.answered(moment{began.Add(time.Hour), began.Add(time.Second)}, true) {
		t.Error("a clock that was set counts as an outage")
	}
}
