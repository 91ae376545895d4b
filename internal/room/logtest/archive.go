package logtest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

var archiveCases = []testCase{
	{"NotFound", func(t *testing.T, s *suite) {
		p := &pen{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "q")})
		for _, id := range []room.GameID{{Room: "a", Game: 2}, {Room: "b", Game: 1}, {}} {
			_, err := s.Game(patient(t), id)
			wantErr(t, id.String(), err, room.ErrNotFound)
		}
	}},
	{"Pages", func(t *testing.T, s *suite) {
		// Of three games each, the ends fall into one millisecond.
		var all []*room.Record
		for i := range 30 {
			id := room.ID(fmt.Sprintf("r%d", i%7))
			r := game(id, i/7+1, start.Add(time.Duration(i/3)*time.Minute), "alice", "bob")
			if i%2 == 1 {
				r.Players[1] = room.Player{Level: "easy", Colour: "red"}
			}
			all = append(all, r)
		}
		pens := make(map[room.ID]*pen)
		for i := range all { // stored in another order
			r := all[(i*11)%len(all)]
			if pens[r.Room] == nil {
				pens[r.Room] = &pen{id: r.Room}
			}
			pens[r.Room].write(t, s, room.Effects{Record: r})
		}
		for player, want := range map[room.PlayerID]int{"": 30, "alice": 30, "bob": 15, "carol": 0, room.Machine: 0} {
			for _, limit := range []int{1, 4, 15, 30, 100} {
				wantPages(t, s, player, limit, want)
			}
		}
		if got, next, err := s.Games(patient(t), "", "", 0); err != nil || len(got) != 0 || next != "" {
			t.Fatalf("limit 0: %d records, cursor %q, error %v", len(got), next, err)
		}
	}},
	{"AForeignCursorIsNone", func(t *testing.T, s *suite) {
		p := &pen{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "q")})
		for _, c := range []string{"x", "0", "-1", "AAAA", "////", "é", "a/1", " ", "MTIz", "AAAAAAAAAAAAAAAA"} {
			got, _, err := s.Games(patient(t), "", c, 10)
			must(t, err)
			if len(got) != 1 {
				t.Errorf("cursor %q: %d records", c, len(got))
			}
		}
	}},
	{"ANewGameDoesNotDisturbThePages", func(t *testing.T, s *suite) {
		p := &pen{id: "a"}
		for i := range 4 {
			p.write(t, s, room.Effects{Record: game("a", i+1, start.Add(time.Duration(i)*time.Second), "p", "q")})
		}
		got, next, err := s.Games(patient(t), "p", "", 2)
		must(t, err)
		equal(t, "first page", games(got), []int{4, 3})
		p.write(t, s, room.Effects{Record: game("a", 5, start.Add(time.Hour), "p", "q")})
		got, next, err = s.Games(patient(t), "p", next, 2)
		must(t, err)
		equal(t, "second page", games(got), []int{2, 1})
		if next != "" {
			t.Fatalf("there is no third page, but a cursor %q", next)
		}
	}},
	{"OnePlayerOnBothSeats", func(t *testing.T, s *suite) {
		p := &pen{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "p")})
		got, _, err := s.Games(patient(t), "p", "", 10)
		must(t, err)
		equal(t, "games", games(got), []int{1})
	}},
}

func games(records []room.Record) (numbers []int) {
	for _, r := range records {
		numbers = append(numbers, r.Game)
	}
	return numbers
}

// wantPages reads all pages and checks that together they have each of the
// player's games once, the latest first.
func wantPages(t *testing.T, s room.Store, player room.PlayerID, limit, want int) {
	t.Helper()
	seen := make(map[room.GameID]bool)
	var last time.Time
	cursor := ""
	for pages := 0; ; pages++ {
		got, next, err := s.Games(patient(t), player, cursor, limit)
		must(t, err)
		if len(got) > limit || pages > want {
			t.Fatalf("player %q: page %d has %d records, limit %d", player, pages, len(got), limit)
		}
		for _, r := range got {
			if seen[r.ID()] {
				t.Fatalf("player %q, limit %d: %s came twice", player, limit, r.ID())
			}
			if len(seen) > 0 && r.Ended.After(last) {
				t.Fatalf("player %q, limit %d: %s came late", player, limit, r.ID())
			}
			if player != "" && r.Players[0].ID != player && r.Players[1].ID != player {
				t.Fatalf("player %q did not play %s", player, r.ID())
			}
			seen[r.ID()], last = true, r.Ended
		}
		if next == "" {
			break
		}
		if len(got) != limit {
			t.Fatalf("player %q: a page of %d, limit %d, is not the last", player, len(got), limit)
		}
		cursor = next
	}
	if len(seen) != want {
		t.Fatalf("player %q, limit %d: %d records, want %d", player, limit, len(seen), want)
	}
}

// game makes a record.
func game(id room.ID, k int, ended time.Time, seat1, seat2 room.PlayerID) *room.Record {
	return &room.Record{
		Room: id, Game: k, Variant: "connect4:7x6:4",
		Players: [2]room.Player{{ID: seat1, Name: "Ann é", Colour: "red"}, {ID: seat2, Colour: "yellow"}},
		First:   1, Started: ended.Add(-time.Minute), Ended: ended,
		Moves: []string{"4", "4"}, MS: []int64{12, 345},
		End: room.Ending{Winner: 2, Reason: room.ReasonResigned}, N: 7, Digest: "0123456789abcdef",
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
