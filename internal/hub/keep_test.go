package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// The hub keeps the last 200 games that one player plays on both seats. Only that player's list
// has them.
func TestKeepsTheLastGamesAgainstOneself(t *testing.T) {
	store := storetest.Open(t)
	one, err := store.Game(t.Context(), (&games{t: t, store: store, now: noon}).play(room.Create{Self: true}, "ana", "ana", 1))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 230 { // as if by a hub that ended before it removed old games
		all.Go(func() {
			r := one
			r.Game, r.Ended = i+2, one.Ended.Add(time.Duration(i)*time.Second)
			if err := store.AddGame(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s := serve(t, "hub", store, builtPage)
	ana := s.open("ana", s.openWith("ana", hubtest.Object{"variant": "connect4:7x6:4", "opponent": "self"}))
	hubtest.PlayOut("1212121", ana)
	count := func(player room.PlayerID) int {
		games, _, err := store.Games(hubtest.Context(t), storage.GamesQuery{Player: player, Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		return len(games)
	}
	hubtest.Await(t, "the oldest games to go", func() bool { return count(playerOf("ana")) == 200 })
	if n := count(""); n != 0 {
		t.Errorf("%d games are listed for everybody", n)
	}
}

// The hub keeps the last 8 MB of the games that a player has imported, and always the games of the
// latest import.
func TestKeepsTheLastImports(t *testing.T) {
	const allowed, large = 8 << 20, 100_000
	store := storetest.Open(t)
	ana := playerOf("ana")
	for i := range allowed/large + 10 {
		r := room.Record{
			Room: room.ID(fmt.Sprintf("i%d", i)), Game: 1, Variant: "tictactoe", Imported: ana, Ended: noon.Add(time.Duration(i) * time.Second),
			Players: [2]room.Player{{ID: "x", Name: strings.Repeat("x", large), Colour: "red"}, {ID: "y", Colour: "blue"}},
		}
		if err := store.AddGame(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	s, other := serve(t, "hub", store, builtPage, atNoon), serve(t, "other", storetest.Open(t), builtPage, atNoon)
	playSamples(t, other.store)
	file, _ := other.export("bob", "format=json")
	a, status := s.post("ana", file)
	if status != http.StatusCreated || len(a.Games) == 0 {
		t.Fatalf("imported %d %+v", status, a)
	}
	games, _, err := store.Games(t.Context(), storage.GamesQuery{
		Player: ana, Limit: 1000, Match: func(r *room.Record) bool { return r.Imported == ana },
	})
	if err != nil {
		t.Fatal(err)
	}
	bytes, old := 0, 0
	for i := range games {
		raw, _ := json.Marshal(games[i])
		bytes += len(raw)
		if strings.HasPrefix(string(games[i].Room), "i") && len(raw) > large {
			old++
		}
	}
	if bytes > allowed || bytes < allowed-2*large || len(games) != old+len(a.Games) {
		t.Errorf("%d games are kept, with %d bytes; %d were just imported", len(games), bytes, len(a.Games))
	}
	if _, err := store.Game(t.Context(), room.GameID{Room: "i0", Game: 1}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the oldest game: %v", err)
	}
}
