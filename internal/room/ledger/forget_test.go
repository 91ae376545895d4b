package ledger_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// day is much longer than all games of a test together.
const day = 24 * time.Hour

var forgetCases = []testCase{
	{"ForgetsGamesThatEndedBefore", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		for k := range 6 {
			p.write(t, s, room.Effects{Record: game("a", k+1, start.Add(time.Duration(k)*time.Minute), "p", "q")})
		}
		private := game("b", 1, start, "q", "r")
		private.Open = false
		must(t, s.AddGame(testContext(t), *private)) // added by an operator
		wantForgotten(t, s, start.Add(2*time.Minute), 100, 3)
		for k := range 6 {
			_, err := s.Game(testContext(t), room.GameID{Room: "a", Game: k + 1})
			if k < 2 {
				wantErr(t, fmt.Sprint("game ", k+1), err, storage.ErrNotFound)
			} else {
				must(t, err)
			}
		}
		for player, want := range map[room.PlayerID]int{"": 4, "p": 4, "q": 4, "r": 0} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 3}, want)
		}
		wantGamesOf(t, s, "a/3", "a/4", "a/5", "a/6")
		if got := read(t, s, "a", 0); len(got) != 6 {
			t.Fatalf("the log has %d entries", len(got))
		}
		wantForgotten(t, s, start.Add(2*time.Minute), 100, 0)
	}},
	{"ForgetsUpToLimit", func(t *testing.T, s *suite) {
		restoreMany(t, s, 50)
		n := 0
		for more, steps := true, 0; more; steps++ {
			var got int
			var err error
			got, more, err = s.Forget(testContext(t), start.Add(day), 20)
			must(t, err)
			if n += got; got > 20 || steps > 3 {
				t.Fatalf("step %d has forgotten %d of 20 games", steps, got)
			}
		}
		if n != 50 {
			t.Fatalf("%d of 50 games were forgotten", n)
		}
		wantGamesOf(t, s)
	}},
	{"ForgottenGameCanBeAddedAgain", func(t *testing.T, s *suite) {
		r := game("a", 1, start, "p", "q")
		must(t, s.AddGame(testContext(t), *r))
		wantForgotten(t, s, start.Add(time.Second), 100, 1)
		must(t, s.AddGame(testContext(t), *r))
		wantPages(t, s, storage.GamesQuery{Player: "p", Limit: 3}, 1)
		wantForgotten(t, s, start.Add(time.Second), 100, 1)
		wantPages(t, s, storage.GamesQuery{Player: "p", Limit: 3}, 0)
	}},
	{"ImportedGameAgesFromItsImport", func(t *testing.T, s *suite) {
		for _, id := range []room.ID{"a", "b"} { // a by Restore, b by AddGame
			r := game(id, 1, start.Add(-100*day), "p", "q")
			r.Imported = "i"
			if id == "a" {
				must(t, s.Restore(testContext(t), id, (&roomWriter{id: id}).log(1), room.Effects{Record: r}))
			} else {
				must(t, s.AddGame(testContext(t), *r))
			}
		}
		must(t, s.AddGame(testContext(t), *game("c", 1, start.Add(100*day), "p", "q"))) // a wrong clock dated game c
		wantForgotten(t, s, start, 100, 0)
		wantForgotten(t, s, start.Add(day), 100, 2)
		wantPages(t, s, storage.GamesQuery{Player: "i", Limit: 3}, 0)
		wantGamesOf(t, s, "c/1")
	}},
	{"SelfPlayAgesFromItsEnd", func(t *testing.T, s *suite) {
		must(t, s.AddGame(testContext(t), *game("a", 1, start, "p", "p")))
		(&roomWriter{id: "b"}).write(t, s, room.Effects{Record: game("b", 1, start.Add(day), "p", "p")})
		wantForgotten(t, s, start.Add(time.Hour), 100, 1)
		wantGamesOf(t, s, "b/1")
		wantForgotten(t, s, start.Add(2*day), 100, 1)
		wantPages(t, s, storage.GamesQuery{Player: "p", Limit: 3}, 0)
	}},
	{"ForgetsDuringReads", func(t *testing.T, s *suite) {
		restoreMany(t, s, 200)
		var n atomic.Int32
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { n.Add(forgetAll(t, s)) })
			all.Go(func() {
				for range 10 {
					if _, _, err := s.Games(testContext(t), storage.GamesQuery{Player: "p", Limit: 50}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if n.Load() != 200 {
			t.Fatalf("200 games were forgotten %d times", n.Load())
		}
		wantPages(t, s, storage.GamesQuery{Player: "p", Limit: 50}, 0)
	}},
}

// forgetTogether lets two processes call Forget at the same time. Each game must be counted
// once.
func forgetTogether(t *testing.T, a, b *suite) {
	restoreMany(t, a, 100)
	var n atomic.Int32
	var all sync.WaitGroup
	for _, s := range []*suite{a, b} {
		all.Go(func() { n.Add(forgetAll(t, s)) })
	}
	all.Wait()
	if n.Load() != 100 {
		t.Fatalf("100 games were forgotten %d times", n.Load())
	}
	wantGamesOf(t, b)
}

// forgetAll calls Forget until no game is left. It returns the number of games forgotten.
func forgetAll(t *testing.T, s storage.Store) (n int32) {
	for {
		got, more, err := s.Forget(testContext(t), start.Add(day), 30)
		if err != nil {
			t.Error(err)
			return n
		}
		if n += int32(got); !more {
			return n
		}
	}
}

func wantForgotten(t tb, s storage.Store, before time.Time, limit, want int) {
	t.Helper()
	n, more, err := s.Forget(testContext(t), before, limit)
	must(t, err)
	if n != want || more {
		t.Fatalf("Forget: %d games, more: %v; want %d", n, more, want)
	}
}
