package hub

import (
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// Of the games that one player plays on both seats the last 200 are kept, for that player
// alone.
func TestKeepsTheLastGamesAgainstOneself(t *testing.T) {
	store := storetest.Open(t)
	one, err := store.Game(t.Context(), (&games{t: t, store: store, now: noon}).play(room.Create{Self: true}, "ana", "ana", 1))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 230 { // by a hub that ended before it had counted
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
