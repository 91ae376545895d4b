package ledger_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var archiveCases = []testCase{
	{"NotFound", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "q")})
		for _, id := range []room.GameID{{Room: "a", Game: 2}, {Room: "b", Game: 1}, {}} {
			_, err := s.Game(testContext(t), id)
			wantErr(t, id.String(), err, storage.ErrNotFound)
		}
	}},
	{"Pages", func(t *testing.T, s *suite) {
		// Three games at a time end in the same millisecond.
		var all []*room.Record
		for i := range 30 {
			id := room.ID(fmt.Sprintf("r%d", i%7))
			r := game(id, i/7+1, start.Add(time.Duration(i/3)*time.Minute), "alice", "bob")
			if i%2 == 1 {
				r.Players[1] = room.Player{Level: "easy", Colour: "red"}
			}
			all = append(all, r)
		}
		writers := make(map[room.ID]*roomWriter)
		for i := range all { // stored in another order
			r := all[(i*11)%len(all)]
			if writers[r.Room] == nil {
				writers[r.Room] = &roomWriter{id: r.Room}
			}
			writers[r.Room].write(t, s, room.Effects{Record: r})
		}
		for player, want := range map[room.PlayerID]int{"": 30, "alice": 30, "bob": 15, "carol": 0, room.Machine: 0} {
			for _, limit := range []int{1, 4, 15, 30, 100} {
				wantPages(t, s, storage.GamesQuery{Player: player, Limit: limit}, want)
			}
		}
		for id, want := range map[room.ID]int{"r0": 5, "r6": 4, "r9": 0} {
			for _, limit := range []int{1, 3, 4, 5, 100} {
				wantPages(t, s, storage.GamesQuery{Limit: limit, Match: func(r *room.Record) bool { return r.Room == id }}, want)
			}
		}
		if got, next, err := s.Games(testContext(t), storage.GamesQuery{}); err != nil || len(got) != 0 || next != "" {
			t.Fatalf("limit 0: %d records, cursor %q, error %v", len(got), next, err)
		}
	}},
	{"ForeignCursorIsRefused", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "q")})
		for _, c := range []string{"x", "0", "-1", "AAAA", "////", "é", "a/1", " ", "MTIz", "AAAAAAAAAAAAAAAA"} {
			_, _, err := s.Games(testContext(t), storage.GamesQuery{Cursor: c, Limit: 10})
			wantErr(t, c, err, storage.ErrCursor)
		}
	}},
	{"PagesAreStableWhileGamesEnd", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		for i := range 4 {
			p.write(t, s, room.Effects{Record: game("a", i+1, start.Add(time.Duration(i)*time.Second), "p", "q")})
		}
		got, next, err := s.Games(testContext(t), storage.GamesQuery{Player: "p", Limit: 2})
		must(t, err)
		equal(t, "first page", games(got), []int{4, 3})
		p.write(t, s, room.Effects{Record: game("a", 5, start.Add(time.Hour), "p", "q")})
		got, next, err = s.Games(testContext(t), storage.GamesQuery{Player: "p", Cursor: next, Limit: 2})
		must(t, err)
		equal(t, "second page", games(got), []int{2, 1})
		if next != "" {
			t.Fatalf("the second page is the last, but has the cursor %q", next)
		}
	}},
	{"OnePlayerOnBothSeats", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "p")})
		got, _, err := s.Games(testContext(t), storage.GamesQuery{Player: "p", Limit: 10})
		must(t, err)
		equal(t, "games", games(got), []int{1})
		wantPages(t, s, storage.GamesQuery{Limit: 10}, 0)
	}},
	{"ListsGamesOfOpenRoomsForEverybody", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		private := game("a", 1, start, "p", "q")
		private.Open = false
		p.write(t, s, room.Effects{Record: private})
		p.write(t, s, room.Effects{Record: game("a", 2, start, "p", "q")})
		for player, want := range map[room.PlayerID]int{"": 1, "p": 2, "q": 2} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 5}, want)
		}
		got, err := s.Game(testContext(t), private.ID())
		must(t, err)
		sameRecord(t, got, *private)
	}},
	{"ListsAnImportedGameForItsImporterOnly", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		r := game("a", 1, start, "p", "q")
		r.Imported = "i"
		p.write(t, s, room.Effects{Record: r})
		for player, want := range map[room.PlayerID]int{"": 0, "p": 0, "q": 0, "i": 1} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 5}, want)
		}
		got, err := s.Game(testContext(t), r.ID())
		must(t, err)
		sameRecord(t, got, *r)
	}},
	{"FilterLooksAtGamesScanLimit", func(t *testing.T, s *suite) {
		// Only the oldest game matches. The first call stops before it reaches this game.
		const all = storage.GamesScanLimit + 20
		restoreMany(t, s, all)
		wanted := room.GameID{Room: "many-0", Game: 1}
		q := storage.GamesQuery{Limit: 1, Match: func(r *room.Record) bool { return r.ID() == wanted }}
		got, next, err := s.Games(testContext(t), q)
		must(t, err)
		if len(got) != 0 || next == "" {
			t.Fatalf("the first call: %d records, cursor %q", len(got), next)
		}
		q.Cursor = next
		got, next, err = s.Games(testContext(t), q)
		must(t, err)
		if len(got) != 1 || got[0].ID() != wanted || next != "" {
			t.Fatalf("the second call: %d records, cursor %q", len(got), next)
		}
		// A page that ends with the last record that a call looks at.
		var looked atomic.Int32
		q = storage.GamesQuery{Limit: storage.GamesScanLimit, Match: func(*room.Record) bool { looked.Add(1); return true }}
		got, next, err = s.Games(testContext(t), q)
		must(t, err)
		if s.Shards() == 1 && len(got) != storage.GamesScanLimit || looked.Load() > storage.GamesScanLimit || next == "" {
			t.Fatalf("the call looked at %d records and returned %d, cursor %q", looked.Load(), len(got), next)
		}
		for n := len(got); next != "" || n < all; n += len(got) {
			if q.Cursor = next; len(got) == 0 {
				t.Fatalf("%d of %d records, cursor %q", n, all, next)
			}
			got, next, err = s.Games(testContext(t), q)
			must(t, err)
		}
	}},
}

func games(records []room.Record) (numbers []int) {
	for _, r := range records {
		numbers = append(numbers, r.Game)
	}
	return numbers
}

// wantPages reads all pages of q. Together they must have each game that q asks for once,
// the latest first. All pages but the last must be full.
func wantPages(t *testing.T, s storage.Store, q storage.GamesQuery, want int) {
	t.Helper()
	seen := make(map[room.GameID]bool)
	var last time.Time
	for pages := 0; ; pages++ {
		got, next, err := s.Games(testContext(t), q)
		must(t, err)
		if len(got) > q.Limit || pages > want {
			t.Fatalf("player %q: page %d has %d records, limit %d", q.Player, pages, len(got), q.Limit)
		}
		for _, r := range got {
			if seen[r.ID()] {
				t.Fatalf("player %q, limit %d: game %s was returned twice", q.Player, q.Limit, r.ID())
			}
			if len(seen) > 0 && r.Ended.After(last) {
				t.Fatalf("player %q, limit %d: game %s was returned after an older game", q.Player, q.Limit, r.ID())
			}
			if !slices.Contains(r.Listed(), q.Player) || q.Match != nil && !q.Match(&r) {
				t.Fatalf("%s is not listed for player %q, or does not match", r.ID(), q.Player)
			}
			seen[r.ID()], last = true, r.Ended
		}
		if next == "" {
			break
		}
		if len(got) != q.Limit {
			t.Fatalf("player %q: a page of %d, limit %d, is not the last", q.Player, len(got), q.Limit)
		}
		q.Cursor = next
	}
	if len(seen) != want {
		t.Fatalf("player %q, limit %d: %d records, want %d", q.Player, q.Limit, len(seen), want)
	}
}

// game returns a record of an open room.
func game(id room.ID, k int, ended time.Time, seat1, seat2 room.PlayerID) *room.Record {
	return &room.Record{
		Room: id, Game: k, Variant: "connect4:7x6:4",
		Players: [2]room.Player{{ID: seat1, Name: "Ann é", Colour: "red"}, {ID: seat2, Colour: "yellow"}},
		First:   1, Started: ended.Add(-time.Minute), Ended: ended,
		Moves: []string{"4", "4"}, MS: []int64{12, 345},
		End: room.Ending{Winner: 2, Reason: room.ReasonResigned}, N: 7, Digest: "0123456789abcdef", Open: true,
	}
}

func sameRecord(t tb, got, want room.Record) {
	t.Helper()
	g, err := json.Marshal(got)
	must(t, err)
	w, err := json.Marshal(want)
	must(t, err)
	if string(g) != string(w) {
		t.Fatalf("got record %s\nwant %s", g, w)
	}
}
