package logtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// oldGame stores the log of a new room, and a record without room.Record.Open, as older
// versions stored it.
func oldGame(t *testing.T, s storage.Store, id room.ID, open bool) *room.Record {
	t.Helper()
	e, err := room.Seal("", 1, start, "p", "c", room.Created{Variant: "tictactoe", First: 1, Open: open})
	must(t, err)
	r := game(id, 1, start, "p", "q")
	r.Open = false
	must(t, s.Append(testContext(t), id, e, room.Effects{Record: r}))
	return r
}

var listOpenGamesCases = []testCase{
	{"ListsGamesWhoseRoomIsOpen", func(t *testing.T, s *suite) {
		private, open := oldGame(t, s, "private", false), oldGame(t, s, "open", true)
		oldGame(t, s, "deleted", true)
		must(t, s.Delete(testContext(t), "deleted", 1))
		imported := game("imported", 1, start, "p", "q")
		imported.Imported, imported.Open = "i", false
		must(t, s.AddGame(testContext(t), *imported))
		wantPages(t, s, storage.GamesQuery{Limit: 5}, 0)
		for range 2 { // the second call changes nothing
			must(t, s.ListOpenGames(testContext(t)))
			wantPages(t, s, storage.GamesQuery{Limit: 5}, 1)
			wantPages(t, s, storage.GamesQuery{Player: "p", Limit: 5}, 3)
		}
		open.Open = true
		for _, want := range []*room.Record{private, open, imported} {
			got, err := s.Game(testContext(t), want.ID())
			must(t, err)
			sameRecord(t, got, *want)
		}
		wantForgotten(t, s, start.Add(day), 100, 3)
		wantPages(t, s, storage.GamesQuery{Limit: 5}, 0)
	}},
	{"WalksOnAfterAFailure", func(t *testing.T, s *suite) {
		const all = 300 // more than one batch of each store
		for i := range all {
			oldGame(t, s, room.ID(fmt.Sprintf("r%d", i)), true)
		}
		ended, cancel := context.WithCancel(testContext(t))
		cancel()
		wantErr(t, "ListOpenGames", s.ListOpenGames(ended), context.Canceled)
		must(t, s.ListOpenGames(testContext(t)))
		wantPages(t, s, storage.GamesQuery{Limit: 100}, all)
	}},
}

var nameKeyCases = []testCase{
	{"KeepsTheFirstKey", func(t *testing.T, s *suite) {
		for _, proposal := range []string{"first\x00\xff", "second"} {
			key, err := s.NameKey(testContext(t), []byte(proposal))
			must(t, err)
			if string(key) != "first\x00\xff" {
				t.Fatalf("NameKey returned %q", key)
			}
		}
	}},
}
