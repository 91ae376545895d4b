package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var bulkCases = []testCase{
	{"WalksOverAnEmptyStore", func(t *testing.T, s *suite) {
		wantRoomsOf(t, s)
		wantGamesOf(t, s)
	}},
	{"WalksOverRoomsWithALog", func(t *testing.T, s *suite) {
		a, b, c := &roomWriter{id: "a"}, &roomWriter{id: "b-2"}, &roomWriter{id: "c"}
		a.write(t, s, room.Effects{})
		b.write(t, s, room.Effects{Due: start, List: room.Waiting, Job: true})
		c.write(t, s, room.Effects{Record: game("c", 1, start, "p", "q")})
		wantRoomsOf(t, s, "a", "b-2", "c")
		wantGamesOf(t, s, "c/1")
		must(t, s.Delete(testContext(t), "c", 1))
		must(t, s.Delete(testContext(t), "a", 1))
		wantRoomsOf(t, s, "b-2")
		wantGamesOf(t, s, "c/1")
	}},
	{"WalksOverManyRoomsAndGames", func(t *testing.T, s *suite) {
		const all = 700 // more than one batch of each store
		restoreMany(t, s, all)
		var ids, games []string
		for i := range all {
			ids = append(ids, fmt.Sprintf("many-%d", i))
			games = append(games, fmt.Sprintf("many-%d/1", i))
		}
		wantRoomsOf(t, s, ids...)
		wantGamesOf(t, s, games...)
	}},
	{"WalkCanBeLeft", func(t *testing.T, s *suite) {
		restoreMany(t, s, 3)
		for range s.AllRooms(testContext(t)) {
			break
		}
		for range s.AllGames(testContext(t)) {
			break
		}
		ctx, cancel := context.WithCancel(testContext(t))
		cancel()
		for _, err := range s.AllRooms(ctx) {
			wantErr(t, "AllRooms", err, context.Canceled)
		}
		for _, err := range s.AllGames(ctx) {
			wantErr(t, "AllGames", err, context.Canceled)
		}
	}},
	{"StoreCanBeUsedDuringAWalk", func(t *testing.T, s *suite) {
		restoreMany(t, s, 300)
		walked := 0
		for id, err := range s.AllRooms(testContext(t)) {
			must(t, err)
			must(t, s.Delete(testContext(t), id, 1))
			walked++
		}
		if walked != 300 {
			t.Fatalf("%d rooms", walked)
		}
		wantRoomsOf(t, s)
	}},
	{"AddsAGame", func(t *testing.T, s *suite) {
		r := game("a", 2, start, "p", "q")
		must(t, s.AddGame(testContext(t), *r))
		got, err := s.Game(testContext(t), r.ID())
		must(t, err)
		sameRecord(t, got, *r)
		for _, player := range []room.PlayerID{"", "p", "q"} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 5}, 1)
		}
		other := game("a", 2, start.Add(time.Hour), "x", "y")
		wantErr(t, "AddGame under the same name", s.AddGame(testContext(t), *other), storage.ErrConflict)
		got, err = s.Game(testContext(t), r.ID())
		must(t, err)
		sameRecord(t, got, *r)
		wantPages(t, s, storage.GamesQuery{Player: "x", Limit: 5}, 0)
		wantRoomsOf(t, s)
		wantGamesOf(t, s, "a/2")
	}},
	{"AddsAnImportedGame", func(t *testing.T, s *suite) {
		r := game("a", 1, start, "p", "q")
		r.Imported = "i"
		must(t, s.AddGame(testContext(t), *r))
		for player, want := range map[room.PlayerID]int{"": 0, "p": 0, "q": 0, "i": 1} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 5}, want)
		}
		wantGamesOf(t, s, "a/1")
	}},
}

// wantRoomsOf walks over all rooms. A room may come twice.
func wantRoomsOf(t *testing.T, s storage.Store, want ...string) {
	t.Helper()
	var got []string
	for id, err := range s.AllRooms(testContext(t)) {
		must(t, err)
		got = append(got, string(id))
	}
	equal(t, "rooms", sortedOnce(got), sortedOnce(want))
}

// wantGamesOf walks over all games. A game may come twice.
func wantGamesOf(t *testing.T, s storage.Store, want ...string) {
	t.Helper()
	var got []string
	for r, err := range s.AllGames(testContext(t)) {
		must(t, err)
		again, err := s.Game(testContext(t), r.ID())
		must(t, err)
		sameRecord(t, r, again)
		got = append(got, r.ID().String())
	}
	equal(t, "games", sortedOnce(got), sortedOnce(want))
}

func sortedOnce(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}
