package logtest

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

var (
	annThere = room.Here{Seats: [2]room.Presentee{{Conn: "c1", Since: 1000}, {}}, Spectators: 1}
	bobThere = room.Here{Seats: [2]room.Presentee{{}, {Conn: "c2", Since: 2000}}, Spectators: 2}
)

var presenceCases = []testCase{
	{"Merges", func(t *testing.T, s *suite) {
		wantHere(t, s, "a", "h1", annThere, annThere)
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere))
		newer := room.Here{Seats: [2]room.Presentee{{Conn: "c3", Since: 1_700_000_000_123}, {}}}
		all := wantHere(t, s, "a", "h3", newer, annThere.Merge(bobThere).Merge(newer))
		if all.Seats[0].Conn != "c3" || all.Seats[0].Since != 1_700_000_000_123 || all.Spectators != 3 {
			t.Fatalf("merged %+v", all)
		}
		wantHere(t, s, "b", "h1", bobThere, bobThere) // rooms know nothing of each other
	}},
	{"Replaces", func(t *testing.T, s *suite) {
		wantHere(t, s, "a", "h1", annThere, annThere)
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere))
		wantHere(t, s, "a", "h1", room.Here{Spectators: 7}, bobThere.Merge(room.Here{Spectators: 7}))
	}},
	{"TakesBack", func(t *testing.T, s *suite) {
		wantHere(t, s, "a", "h1", room.Here{}, room.Here{})
		wantHere(t, s, "a", "h1", annThere, annThere)
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere))
		wantHere(t, s, "a", "h1", room.Here{}, bobThere)
		wantHere(t, s, "a", "h2", room.Here{}, room.Here{})
	}},
	{"Expires", func(t *testing.T, s *suite) {
		wantHere(t, s, "a", "h1", annThere, annThere)
		s.clock.advance(room.PresenceTTL - time.Millisecond)
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere))
		s.clock.advance(time.Millisecond)
		wantHere(t, s, "a", "h2", bobThere, bobThere)
		s.clock.advance(room.PresenceTTL - time.Millisecond) // h2 has been renewed
		wantHere(t, s, "a", "h3", room.Here{}, bobThere)
		s.clock.advance(time.Millisecond)
		wantHere(t, s, "a", "h3", room.Here{}, room.Here{})
	}},
	{"TellsOfChangesOnly", func(t *testing.T, s *suite) {
		f := watch(t, s, "a")
		wantHere(t, s, "a", "h0", room.Here{}, room.Here{}) // nothing to take back
		wantHere(t, s, "a", "h1", annThere, annThere)
		wantHere(t, s, "a", "h1", annThere, annThere) // only renewed
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere))
		wantHere(t, s, "a", "h1", room.Here{}, bobThere)
		wantHere(t, s, "b", "h1", annThere, annThere)
		(&pen{id: "a"}).write(t, s, room.Effects{})
		for _, want := range []room.Here{annThere, annThere.Merge(bobThere), bobThere} {
			if n := f.next(t); n.Here == nil || *n.Here != want {
				t.Fatalf("got %+v, want %+v", n, want)
			}
		}
		if n := f.next(t); n.Entry == nil {
			t.Fatalf("got %+v, want the entry", n)
		}
	}},
	{"TellsOfTheExpired", func(t *testing.T, s *suite) {
		f := watch(t, s, "a")
		wantHere(t, s, "a", "h1", annThere, annThere)
		s.clock.advance(room.PresenceTTL / 2)
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere))
		s.clock.advance(room.PresenceTTL / 2)
		wantHere(t, s, "a", "h2", bobThere, bobThere)
		for _, want := range []room.Here{annThere, annThere.Merge(bobThere), bobThere} {
			if n := f.next(t); n.Here == nil || *n.Here != want {
				t.Fatalf("got %+v, want %+v", n, want)
			}
		}
	}},
	{"OutlivesDelete", func(t *testing.T, s *suite) {
		p := &pen{id: "a"}
		p.write(t, s, room.Effects{})
		wantHere(t, s, "a", "h1", annThere, annThere)
		must(t, s.Delete(patient(t), "a", 1))
		wantHere(t, s, "a", "h2", bobThere, annThere.Merge(bobThere)) // the people are still there
	}},
}

func wantHere(t tb, s room.Store, id room.ID, holder string, here, want room.Here) room.Here {
	t.Helper()
	got, err := s.Announce(patient(t), id, holder, here)
	must(t, err)
	if got != want {
		t.Fatalf("Announce %s: got %+v, want %+v", holder, got, want)
	}
	return got
}
