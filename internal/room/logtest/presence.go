package logtest

import (
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var (
	annPresent  = storage.RoomPresence{Seats: [2]storage.SeatConn{{Conn: "c1", Since: 1000}, {}}, Spectators: 1}
	bobPresent  = storage.RoomPresence{Seats: [2]storage.SeatConn{{}, {Conn: "c2", Since: 2000}}, Spectators: 2}
	bothPresent = annPresent.Merge(bobPresent)
)

var presenceCases = []testCase{
	{"Merges", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2", "h3")
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "a", "h2", bobPresent)
		wantPresent(t, s, "a", bothPresent)
		newer := storage.RoomPresence{
			Seats:    [2]storage.SeatConn{{Conn: "c3", Since: 1_700_000_000_123}, {}},
			Goodbyes: [2]int64{0, 1_700_000_000_456_789},
		}
		announce(t, s, "a", "h3", newer)
		all := wantPresent(t, s, "a", bothPresent.Merge(newer))
		if all.Seats[0] != newer.Seats[0] || all.Goodbyes != newer.Goodbyes || all.Spectators != 3 {
			t.Fatalf("merged %+v", all)
		}
		wantPresent(t, s, "b", storage.RoomPresence{}) // another room is not affected
	}},
	{"Replaces", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "a", "h2", bobPresent)
		announce(t, s, "a", "h1", storage.RoomPresence{Spectators: 7})
		wantPresent(t, s, "a", bobPresent.Merge(storage.RoomPresence{Spectators: 7}))
	}},
	{"Withdraws", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", storage.RoomPresence{})
		wantPresent(t, s, "a", storage.RoomPresence{})
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "a", "h2", bobPresent)
		announce(t, s, "a", "h1", storage.RoomPresence{})
		wantPresent(t, s, "a", bobPresent)
		announce(t, s, "a", "h2", storage.RoomPresence{})
		wantPresent(t, s, "a", storage.RoomPresence{})
	}},
	{"WithoutAHeartbeat", func(t *testing.T, s *suite) {
		wantErr(t, "Announce before Heartbeat", s.Announce(testContext(t), "a", "h1", annPresent), storage.ErrNotFound)
		begin(t, s, "h1")
		announce(t, s, "a", "h1", annPresent)
		s.clock.Add(storage.PresenceTTL)
		wantErr(t, "Announce after the heartbeat", s.Announce(testContext(t), "a", "h1", bobPresent), storage.ErrNotFound)
		wantPresent(t, s, "a", storage.RoomPresence{})
	}},
	{"OneHeartbeatRenewsEveryRoom", func(t *testing.T, s *suite) {
		begin(t, s, "h1")
		for _, id := range manyRooms() {
			announce(t, s, id, "h1", annPresent)
		}
		for range 5 {
			s.clock.Add(storage.PresenceTTL - time.Millisecond)
			heartbeat(t, s, "h1", false)
		}
		for _, id := range manyRooms() {
			wantPresent(t, s, id, annPresent)
		}
	}},
	{"EndsWithTheHeartbeat", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "a", "h2", bobPresent)
		s.clock.Add(storage.PresenceTTL - time.Millisecond)
		heartbeat(t, s, "h2", false)
		wantPresent(t, s, "a", bothPresent)
		s.clock.Add(time.Millisecond)
		wantPresent(t, s, "a", bobPresent)
		s.clock.Add(storage.PresenceTTL - time.Millisecond)
		wantPresent(t, s, "a", storage.RoomPresence{})
	}},
	{"FirstHeartbeatForgetsEarlierAnnouncements", func(t *testing.T, s *suite) {
		begin(t, s, "h1")
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "b", "h1", annPresent)
		s.clock.Add(storage.PresenceTTL)
		begin(t, s, "h1")
		announce(t, s, "b", "h1", bobPresent)
		wantPresent(t, s, "a", storage.RoomPresence{})
		wantPresent(t, s, "b", bobPresent)
	}},
	{"TellsOfEveryAnnouncement", func(t *testing.T, s *suite) {
		begin(t, s, "h0", "h1", "h2")
		f := watch(t, s, "a")
		announce(t, s, "a", "h0", storage.RoomPresence{})
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "a", "h1", annPresent) // repeating an announcement sends another notice
		announce(t, s, "a", "h2", bobPresent)
		heartbeat(t, s, "h2", false)
		announce(t, s, "a", "h1", storage.RoomPresence{})
		announce(t, s, "b", "h1", annPresent)
		(&roomWriter{id: "a"}).write(t, s, room.Effects{})
		f.wantPresences(t, storage.RoomPresence{}, annPresent, annPresent, bothPresent, bobPresent)
		if n := f.next(t); n.Entry == nil {
			t.Fatalf("got %+v, want a notice of an entry", n)
		}
	}},
	{"ReapsAnExpiredHolder", func(t *testing.T, s *suite) { reapExpiredHolder(t, s, s) }},
	{"ReapsHoldersThatExpireTogether", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2", "h3")
		announce(t, s, "a", "h1", annPresent)
		announce(t, s, "a", "h2", bobPresent)
		s.clock.Add(storage.PresenceTTL / 2)
		heartbeat(t, s, "h3", false)
		s.clock.Add(storage.PresenceTTL / 2)
		f := watch(t, s, "a")
		heartbeat(t, s, "h3", false)
		f.wantPresences(t, storage.RoomPresence{})
		begin(t, s, "h1", "h2") // the announcements of h1 and h2 were removed
		wantPresent(t, s, "a", storage.RoomPresence{})
	}},
	{"ReportsADowntime", func(t *testing.T, s *suite) {
		last := func() room.Outage {
			o, err := s.LastDowntime(testContext(t), 0)
			must(t, err)
			return o
		}
		begin(t, s, "h1")
		s.clock.Add(storage.MinDowntime - time.Millisecond)
		begin(t, s, "h2")
		s.clock.Add(storage.MinDowntime - time.Millisecond)
		heartbeat(t, s, "h1", false)
		if o := last(); o != (room.Outage{}) {
			t.Errorf("%+v although a holder was alive all the time", o)
		}
		for _, lasts := range []time.Duration{storage.MinDowntime, 30 * 24 * time.Hour} {
			since := s.clock.Now()
			s.clock.Add(lasts)
			for _, holder := range []string{"h3", "h4"} {
				heartbeat(t, s, holder, true)
				if o := last(); !o.NoHubAlive || !o.Since.Equal(since) || o.Until.Sub(o.Since) != lasts {
					t.Errorf("%+v, want a downtime from %v for %v", o, since, lasts)
				}
			}
		}
	}},
	{"OutlivesDelete", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{})
		announce(t, s, "a", "h1", annPresent)
		must(t, s.Delete(testContext(t), "a", 1))
		announce(t, s, "a", "h2", bobPresent)
		wantPresent(t, s, "a", bothPresent) // presence does not depend on the log
	}},
}

// reapExpiredHolder lets a holder expire that has announced many rooms. The next heartbeat of
// another holder must send notices to the watchers of all these rooms, and remove only the
// announcements of the expired holder.
func reapExpiredHolder(t *testing.T, a, b *suite) {
	begin(t, a, "dead")
	begin(t, b, "living")
	feeds := map[room.ID]*feed{}
	for i, id := range manyRooms() {
		announce(t, a, id, "dead", annPresent)
		if i%2 == 0 {
			announce(t, b, id, "living", bobPresent)
		}
		feeds[id] = watch(t, b, id)
	}
	b.clock.Add(storage.PresenceTTL / 2)
	heartbeat(t, b, "living", false)
	b.clock.Add(storage.PresenceTTL / 2)
	heartbeat(t, b, "living", false)
	for i, id := range manyRooms() {
		want := storage.RoomPresence{}
		if i%2 == 0 {
			want = bobPresent
		}
		feeds[id].wantPresences(t, want)
		wantPresent(t, b, id, want)
	}
	// The expired holder was only slow. It must announce everything again.
	wantErr(t, "Announce by the reaped holder", a.Announce(testContext(t), "a", "dead", annPresent), storage.ErrNotFound)
	begin(t, a, "dead")
	announce(t, a, "r0", "dead", annPresent)
	wantPresent(t, b, "r0", bothPresent)
	wantPresent(t, b, "r1", storage.RoomPresence{})
}

// manyRooms returns more rooms than a store reaps at once.
func manyRooms() (ids []room.ID) {
	for i := range 150 {
		ids = append(ids, room.ID("r"+strconv.Itoa(i)))
	}
	return ids
}

// begin begins the heartbeat of each holder.
func begin(t tb, s storage.Store, holders ...string) {
	t.Helper()
	for _, holder := range holders {
		heartbeat(t, s, holder, true)
	}
}

// heartbeat renews a heartbeat, or begins it if begins is true.
func heartbeat(t tb, s storage.Store, holder string, begins bool) {
	t.Helper()
	began, err := s.Heartbeat(testContext(t), holder)
	must(t, err)
	if began != begins {
		t.Fatalf("Heartbeat of %s: began %v, want %v", holder, began, begins)
	}
}

func announce(t tb, s storage.Store, id room.ID, holder string, here storage.RoomPresence) {
	t.Helper()
	if err := s.Announce(testContext(t), id, holder, here); err != nil {
		t.Fatalf("Announce %s in %s: %v", holder, id, err)
	}
}

func wantPresent(t tb, s storage.Store, id room.ID, want storage.RoomPresence) storage.RoomPresence {
	t.Helper()
	got, err := s.Present(testContext(t), id)
	must(t, err)
	if got != want {
		t.Fatalf("Present %s: got %+v, want %+v", id, got, want)
	}
	return got
}

// wantPresences waits for notices of presence.
func (f *feed) wantPresences(t tb, all ...storage.RoomPresence) {
	t.Helper()
	for _, want := range all {
		if n := f.next(t); n.Presence == nil || *n.Presence != want {
			t.Fatalf("got %+v, want %+v", n, want)
		}
	}
}
