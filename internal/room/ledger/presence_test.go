package ledger_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
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
	// A gap of the heartbeats of all holders is a downtime, however many holders begin again.
	{"Downtimes", func(t *testing.T, s *suite) {
		begin(t, s, "h1")
		wantDowntimes(t, s)
		s.clock.Add(storage.PresenceRenewal)
		begin(t, s, "h2")
		s.clock.Add(storage.MinDowntime - time.Millisecond)
		heartbeat(t, s, "h1", false)
		wantDowntimes(t, s)
		since := s.clock.Now()
		s.clock.Add(storage.MinDowntime)
		heartbeat(t, s, "h2", false)
		first := room.Outage{Since: since, Until: s.clock.Now()}
		heartbeat(t, s, "h1", false)
		wantDowntimes(t, s, first)
		since = s.clock.Now()
		s.clock.Add(time.Hour)
		begin(t, s, "h3", "h1")
		wantDowntimes(t, s, first, room.Outage{Since: since, Until: s.clock.Now()})
	}},
	{"RemembersTheLastDowntimes", func(t *testing.T, s *suite) {
		begin(t, s, "h1")
		var all []room.Outage
		for range storage.MaxDowntimes + 2 {
			since := s.clock.Now()
			s.clock.Add(time.Minute)
			begin(t, s, "h1")
			all = append(all, room.Outage{Since: since, Until: s.clock.Now()})
		}
		wantDowntimes(t, s, all[2:]...)
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

// heartbeat renews a heartbeat in all shards, or begins it if begins is true.
func heartbeat(t tb, s storage.Store, holder string, begins bool) {
	t.Helper()
	for shard := range s.Shards() {
		began, err := s.Heartbeat(testContext(t), shard, holder)
		must(t, err)
		if began != begins {
			t.Fatalf("Heartbeat of %s: began %v, want %v", holder, began, begins)
		}
	}
}

func wantDowntimes(t tb, s storage.Store, want ...room.Outage) {
	t.Helper()
	got, err := s.Downtimes(testContext(t), s.Shard("a"))
	must(t, err)
	same := func(a, b room.Outage) bool { return a.Since.Equal(b.Since) && a.Until.Equal(b.Until) }
	if !slices.EqualFunc(got, want, same) {
		t.Fatalf("the downtimes are %v, want %v", got, want)
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

// A holder whose heartbeat has expired is back while another one withdraws what it had announced:
// what it announces now stays.
func TestHolderIsBackDuringReap(t *testing.T) {
	clock, ctx := clocktest.New(), t.Context()
	s := storetest.OpenAt(t, clock.Now)
	beat(t, s, "slow")
	must(t, s.Announce(ctx, "room", "slow", storage.RoomPresence{Spectators: 1}))
	clock.Add(storage.PresenceTTL)

	reads := 0
	s.Observe(func(operation string, _ time.Time, _ bool, _ error) {
		// The first read of members finds the holders, the second one those that live, and the third
		// one the rooms of the holder that does not.
		if operation == "members" {
			reads++
		}
		if reads == 3 {
			reads++
			beat(t, s, "slow")
			must(t, s.Announce(ctx, "room", "slow", storage.RoomPresence{Spectators: 2}))
		}
	})
	beat(t, s, "other")
	s.Observe(func(string, time.Time, bool, error) {})
	beat(t, s, "other")
	if here, err := s.Present(ctx, "room"); err != nil || here.Spectators != 2 {
		t.Errorf("in the room: %+v, %v", here, err)
	}
}
