package ledger_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// roomWriter writes as this player.
const author room.PlayerID = "somebody"

var forgetPlayerCases = []testCase{
	{"DeletesTheRoomsOfThePlayer", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		must(t, s.Restore(testContext(t), "a", p.log(600), room.Effects{Due: start, List: room.OpenPlaying, Job: true, Owner: author})) // more than a page
		must(t, s.KeepSnapshot(testContext(t), "a", 600, []byte("snapshot")))
		_, err := s.Heartbeat(testContext(t), s.Shard("a"), "holder")
		must(t, err)
		must(t, s.Announce(testContext(t), "a", "holder", bothPresent))
		other := storetest.Series(t, "b", 3)
		must(t, s.Restore(testContext(t), "b", other, room.Effects{List: room.OpenPlaying}))
		watched := watch(t, s, "a")
		wantForgottenPlayer(t, s, author, 1, 0)
		if n := watched.next(t); !n.Gone {
			t.Fatalf("notice %+v", n)
		}
		wantRoomsOf(t, s, "b")
		wantRooms(t, s, room.OpenPlaying, "b")
		wantDue(t, s, start.Add(day))
		wantPresent(t, s, "a", storage.RoomPresence{})
		wantBacklog(t, s, 0)
		if snapshot, _, err := s.Tail(testContext(t), "a"); err != nil || snapshot != nil {
			t.Fatalf("snapshot %q, %v", snapshot, err)
		}
		wantForgottenPlayer(t, s, author, 0, 0)
		wantForgottenPlayer(t, s, storetest.SeriesPlayer, 1, 0)
	}},
	{"TakesTheNameFromGames", func(t *testing.T, s *suite) {
		must(t, s.AddGame(testContext(t), *game("a", 1, start, "p", "q")))
		must(t, s.AddGame(testContext(t), *game("b", 1, start, "q", "r")))
		self := game("c", 1, start, "p", "p")
		must(t, s.AddGame(testContext(t), *self))
		own, others := game("d", 1, start, "x", "y"), game("e", 1, start, "p", "y")
		own.Imported, others.Imported = "p", "q"
		must(t, s.AddGame(testContext(t), *own))
		must(t, s.AddGame(testContext(t), *others))
		wantForgottenPlayer(t, s, "p", 0, 4)
		wantGamesOf(t, s, "a/1", "b/1", "c/1", "e/1")
		for player, want := range map[room.PlayerID]int{"p": 0, "q": 3, "": 2} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 5}, want)
		}
		for _, id := range []room.ID{"a", "c", "e"} {
			r, err := s.Game(testContext(t), room.GameID{Room: id, Game: 1})
			must(t, err)
			if one := r.Players[0]; one.ID == "p" || len(one.ID) < 22 || one.Name != "" || one.Colour != "red" || r.SelfPlay() != (id == "c") {
				t.Fatalf("game %s: %+v", id, r.Players)
			}
			if r.Imported == "" {
				wantPages(t, s, storage.GamesQuery{Player: r.Players[0].ID, Limit: 5}, 1)
			}
		}
		wantForgottenPlayer(t, s, "p", 0, 0)
		wantForgotten(t, s, start.Add(day), 9, 4) // the date of a game stays
	}},
	{"RemovesJobsThatNoRoomNames", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Job: true, Owner: "p"})
		job := take(t, s, "w")
		p.write(t, s, room.Effects{Job: true, Owner: "p"})
		must(t, s.Reply(testContext(t), p.next("reply"), room.Effects{}, "w", job))
		wantForgottenPlayer(t, s, "p", 0, 0) // the log has another player
		wantBacklog(t, s, 0)
	}},
	{"RemovesQuestions", func(t *testing.T, s *suite) {
		for i, player := range []room.PlayerID{"p", "p", "q"} {
			_, err := s.Ask(testContext(t), question(fmt.Sprint(i)), storage.Asker{Origin: "o", Player: player})
			must(t, err)
		}
		task, err := s.TakeQuestion(testContext(t), "w")
		must(t, err)
		wantForgottenPlayer(t, s, "p", 0, 0)
		wantErr(t, "RenewQuestion", s.RenewQuestion(testContext(t), "w", task.Key()), storage.ErrNotFound)
		if n, err := s.Questions(testContext(t)); err != nil || n != 1 {
			t.Fatalf("%d questions, %v", n, err)
		}
		if task, err = s.TakeQuestion(testContext(t), "w"); err != nil || task.Position != "2" {
			t.Fatalf("question %+v, %v", task, err)
		}
	}},
	{"ForgetsWhileTheRoomGoesOn", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{})
		over := make(chan error, 1)
		go func() {
			for { // as a hub that has the room open
				e := p.next("x")
				if err := s.Append(testContext(t), "a", e, room.Effects{Record: game("a", int(e.N), start.Add(time.Duration(e.N)), author, "q")}); err != nil {
					over <- err
					return
				}
				p.n, p.last = e.N, e.Digest
			}
		}()
		wantForgottenRooms(t, s, author, 1)
		if err := <-over; !errors.Is(err, storage.ErrConflict) {
			t.Fatalf("the writer got %v", err)
		}
		wantRoomsOf(t, s)
		wantPages(t, s, storage.GamesQuery{Player: author, Limit: 5}, 0)
	}},
}

func wantForgottenPlayer(t tb, s storage.Store, p room.PlayerID, wantRooms, wantGames int) {
	t.Helper()
	rooms, games, err := s.ForgetPlayer(testContext(t), p)
	must(t, err)
	if rooms != wantRooms || games != wantGames {
		t.Fatalf("ForgetPlayer %s: %d rooms and %d games, want %d and %d", p, rooms, games, wantRooms, wantGames)
	}
}

func wantForgottenRooms(t tb, s storage.Store, p room.PlayerID, want int) {
	t.Helper()
	rooms, _, err := s.ForgetPlayer(testContext(t), p)
	must(t, err)
	if rooms != want {
		t.Fatalf("ForgetPlayer %s: %d rooms, want %d", p, rooms, want)
	}
}
