package logtest

import (
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var (
	annThere = storage.RoomPresence{Seats: [2]storage.SeatConn{{Conn: "c1", Since: 1000}, {}}, Spectators: 1}
	bobThere = storage.RoomPresence{Seats: [2]storage.SeatConn{{}, {Conn: "c2", Since: 2000}}, Spectators: 2}
	bothHere = annThere.Merge(bobThere)
)

var presenceCases = []testCase{
	{"Merges", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2", "h3")
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "a", "h2", bobThere)
		wantHere(t, s, "a", bothHere)
		newer := storage.RoomPresence{Seats: [2]storage.SeatConn{{Conn: "c3", Since: 1_700_000_000_123}, {}}, Goodbyes: [2]int64{0, 1_700_000_000_456_789}}
		announce(t, s, "a", "h3", newer)
		all := wantHere(t, s, "a", bothHere.Merge(newer))
		if all.Seats[0] != newer.Seats[0] || all.Goodbyes != newer.Goodbyes || all.Spectators != 3 {
			t.Fatalf("merged %+v", all)
		}
		wantHere(t, s, "b", storage.RoomPresence{}) // rooms know nothing of each other
	}},
	{"Replaces", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "a", "h2", bobThere)
		announce(t, s, "a", "h1", storage.RoomPresence{Spectators: 7})
		wantHere(t, s, "a", bobThere.Merge(storage.RoomPresence{Spectators: 7}))
	}},
	{"TakesBack", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", storage.RoomPresence{})
		wantHere(t, s, "a", storage.RoomPresence{})
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "a", "h2", bobThere)
		announce(t, s, "a", "h1", storage.RoomPresence{})
		wantHere(t, s, "a", bobThere)
		announce(t, s, "a", "h2", storage.RoomPresence{})
		wantHere(t, s, "a", storage.RoomPresence{})
	}},
	{"WithoutAHeartbeat", func(t *testing.T, s *suite) {
		wantErr(t, "Announce before Beat", s.Announce(patient(t), "a", "h1", annThere), storage.ErrNotFound)
		begin(t, s, "h1")
		announce(t, s, "a", "h1", annThere)
		s.clock.advance(storage.PresenceTTL)
		wantErr(t, "Announce after the heartbeat", s.Announce(patient(t), "a", "h1", bobThere), storage.ErrNotFound)
		wantHere(t, s, "a", storage.RoomPresence{})
	}},
	{"OneBeatKeepsEveryRoom", func(t *testing.T, s *suite) {
		begin(t, s, "h1")
		for _, id := range manyRooms() {
			announce(t, s, id, "h1", annThere)
		}
		for range 5 {
			s.clock.advance(storage.PresenceTTL - time.Millisecond)
			beat(t, s, "h1", false)
		}
		for _, id := range manyRooms() {
			wantHere(t, s, id, annThere)
		}
	}},
	{"EndsWithTheHeartbeat", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "a", "h2", bobThere)
		s.clock.advance(storage.PresenceTTL - time.Millisecond)
		beat(t, s, "h2", false)
		wantHere(t, s, "a", bothHere)
		s.clock.advance(time.Millisecond)
		wantHere(t, s, "a", bobThere)
		s.clock.advance(storage.PresenceTTL - time.Millisecond)
		wantHere(t, s, "a", storage.RoomPresence{})
	}},
	{"BeginsWithNothing", func(t *testing.T, s *suite) {
		begin(t, s, "h1")
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "b", "h1", annThere)
		s.clock.advance(storage.PresenceTTL)
		begin(t, s, "h1")
		announce(t, s, "b", "h1", bobThere)
		wantHere(t, s, "a", storage.RoomPresence{})
		wantHere(t, s, "b", bobThere)
	}},
	{"TellsOfEveryAnnouncement", func(t *testing.T, s *suite) {
		begin(t, s, "h0", "h1", "h2")
		f := watch(t, s, "a")
		announce(t, s, "a", "h0", storage.RoomPresence{})
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "a", "h1", annThere) // whoever asks again is told again
		announce(t, s, "a", "h2", bobThere)
		beat(t, s, "h2", false)
		announce(t, s, "a", "h1", storage.RoomPresence{})
		announce(t, s, "b", "h1", annThere)
		(&pen{id: "a"}).write(t, s, room.Effects{})
		f.wantHeres(t, storage.RoomPresence{}, annThere, annThere, bothHere, bobThere)
		if n := f.next(t); n.Entry == nil {
			t.Fatalf("got %+v, want the entry", n)
		}
	}},
	{"BuriesTheDead", func(t *testing.T, s *suite) { buryTheDead(t, s, s) }},
	{"BuriesWhoDiedTogether", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2", "h3")
		announce(t, s, "a", "h1", annThere)
		announce(t, s, "a", "h2", bobThere)
		s.clock.advance(storage.PresenceTTL / 2)
		beat(t, s, "h3", false)
		s.clock.advance(storage.PresenceTTL / 2)
		f := watch(t, s, "a")
		beat(t, s, "h3", false)
		f.wantHeres(t, storage.RoomPresence{})
		begin(t, s, "h1", "h2") // nothing is left of them
		wantHere(t, s, "a", storage.RoomPresence{})
	}},
	{"OutlivesDelete", func(t *testing.T, s *suite) {
		begin(t, s, "h1", "h2")
		p := &pen{id: "a"}
		p.write(t, s, room.Effects{})
		announce(t, s, "a", "h1", annThere)
		must(t, s.Delete(patient(t), "a", 1))
		announce(t, s, "a", "h2", bobThere)
		wantHere(t, s, "a", bothHere) // the people are still there
	}},
}

// buryTheDead has a holder die that was in many rooms. The next heartbeat of
// another one tells all of them, and takes only what was the dead one's.
func buryTheDead(t *testing.T, a, b *suite) {
	begin(t, a, "dead")
	begin(t, b, "living")
	feeds := map[room.ID]*feed{}
	for i, id := range manyRooms() {
		announce(t, a, id, "dead", annThere)
		if i%2 == 0 {
			announce(t, b, id, "living", bobThere)
		}
		feeds[id] = watch(t, b, id)
	}
	b.clock.advance(storage.PresenceTTL / 2)
	beat(t, b, "living", false)
	b.clock.advance(storage.PresenceTTL / 2)
	beat(t, b, "living", false)
	for i, id := range manyRooms() {
		want := storage.RoomPresence{}
		if i%2 == 0 {
			want = bobThere
		}
		feeds[id].wantHeres(t, want)
		wantHere(t, b, id, want)
	}
	// It was not dead, only slow. It must say everything again.
	wantErr(t, "Announce by the buried", a.Announce(patient(t), "a", "dead", annThere), storage.ErrNotFound)
	begin(t, a, "dead")
	announce(t, a, "r0", "dead", annThere)
	wantHere(t, b, "r0", bothHere)
	wantHere(t, b, "r1", storage.RoomPresence{})
}

// manyRooms are more than a store takes at once.
func manyRooms() (ids []room.ID) {
	for i := range 150 {
		ids = append(ids, room.ID("r"+strconv.Itoa(i)))
	}
	return ids
}

// begin has heartbeats begin.
func begin(t tb, s storage.Store, holders ...string) {
	t.Helper()
	for _, holder := range holders {
		beat(t, s, holder, true)
	}
}

// beat renews a heartbeat, or begins it.
func beat(t tb, s storage.Store, holder string, begins bool) {
	t.Helper()
	began, err := s.Heartbeat(patient(t), holder)
	must(t, err)
	if began != begins {
		t.Fatalf("Beat of %s: a beginning: %v, want %v", holder, began, begins)
	}
}

func announce(t tb, s storage.Store, id room.ID, holder string, here storage.RoomPresence) {
	t.Helper()
	if err := s.Announce(patient(t), id, holder, here); err != nil {
		t.Fatalf("Announce %s in %s: %v", holder, id, err)
	}
}

func wantHere(t tb, s storage.Store, id room.ID, want storage.RoomPresence) storage.RoomPresence {
	t.Helper()
	got, err := s.Present(patient(t), id)
	must(t, err)
	if got != want {
		t.Fatalf("Here %s: got %+v, want %+v", id, got, want)
	}
	return got
}

// wantHeres waits for notices of who is there.
func (f *feed) wantHeres(t tb, all ...storage.RoomPresence) {
	t.Helper()
	for _, want := range all {
		if n := f.next(t); n.Presence == nil || *n.Presence != want {
			t.Fatalf("got %+v, want %+v", n, want)
		}
	}
}
