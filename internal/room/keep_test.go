package room_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// games returns how many records are listed for a player, or for everybody.
func (b *table) games(player room.PlayerID) int {
	b.t.Helper()
	games, _, err := b.store.Games(b.t.Context(), storage.GamesQuery{Player: player, Limit: 100})
	if err != nil {
		b.t.Fatal(err)
	}
	return len(games)
}

// A game that was resigned before its fourth move is not recorded.
func TestShortResignedGamesAreNotRecorded(t *testing.T) {
	for plies, want := range []int{0, 0, 0, 0, 1, 1} {
		b := newGame(t, room.Create{Open: true})
		b.moves("12345"[:plies], "ana", "bob")
		b.must("bob", room.Resign{})
		if got := b.games(""); got != want {
			t.Errorf("resigned after %d moves: %d games are recorded, want %d", plies, got, want)
		}
	}
	b := newGame(t, room.Create{Open: true})
	b.must("ana", room.Propose{What: room.OfferDraw})
	b.must("bob", room.Accept{What: room.OfferDraw})
	if b.games("") != 1 {
		t.Error("a draw by agreement without any move is not recorded")
	}
}

// A game that one player played on both seats is listed only for that player.
func TestSelfPlayIsPrivate(t *testing.T) {
	b := newTable(t, room.Create{Self: true, Open: true})
	b.moves("1212121", "ana", "ana")
	if b.phase() != room.PhaseFinished || b.games("ana") != 1 || b.games("") != 0 {
		t.Errorf("%s: %d games for ana, %d for everybody", b.phase(), b.games("ana"), b.games(""))
	}
}

// Only entries that begin or end a game change the room's list. Without a clock, the others leave the
// deadline as it is, too.
func TestEffectsUnchanged(t *testing.T) {
	b := newGame(t, room.Create{})
	b.executor.Retention = 24 * time.Hour
	unchanged := func(by room.PlayerID, do room.Action) (list, due bool) {
		t.Helper()
		b.executor.Admit = func(step *room.Step) error {
			list, due = step.Effects.ListUnchanged, step.Effects.DueUnchanged
			return nil
		}
		b.must(by, do)
		return list, due
	}
	for _, c := range []struct {
		by   room.PlayerID
		do   room.Action
		want bool
	}{
		{"ana", room.Move{Move: "4"}, true},
		{"bob", room.Resign{}, false},
		{"bob", room.Rename{Name: "Bo"}, true},
		{"bob", room.PlayAgain{}, true},
		{"ana", room.PlayAgain{}, false},
	} {
		if list, due := unchanged(c.by, c.do); list != c.want || due != c.want {
			t.Errorf("%T: list unchanged %v, deadline unchanged %v, want %v", c.do, list, due, c.want)
		}
	}
}

// The first entry of a game pays for all its moves, so moves cost 0. A rematch pays for the
// moves that the previous game has used.
func TestCost(t *testing.T) {
	costOf := func(b *table, by room.PlayerID, do room.Action) (cost int) {
		t.Helper()
		b.executor.Admit = func(step *room.Step) error { cost = step.Cost; return nil }
		b.must(by, do)
		return cost
	}
	b := newTable(t, room.Create{Self: true})
	if free := costOf(b, "ana", room.Move{Move: "1"}); free != 0 {
		t.Errorf("a move costs %d, want 0", free)
	}
	back := costOf(b, "ana", room.Propose{What: room.OfferTakeback})
	if again := costOf(b, "ana", room.Move{Move: "1"}); back < 200 || again != 0 {
		t.Errorf("a takeback costs %d, want at least 200; the next move costs %d, want 0", back, again)
	}
	costOf(b, "ana", room.Resign{})
	short := costOf(b, "ana", room.PlayAgain{})
	b.moves("12345671234567", "ana", "ana")
	costOf(b, "ana", room.Resign{})
	long := costOf(b, "ana", room.PlayAgain{})
	if short < 1000 || long < short+14*100 || long > 42*400 {
		t.Errorf("a rematch costs %d after a game of one move, %d after a game of 14 moves", short, long)
	}
	var full []int
	for _, variant := range []string{"tictactoe", "connect4:7x6:4", "connect4:15x15:5"} {
		x := newTable(t, room.Create{Variant: variant, Self: true})
		costOf(x, "ana", room.Resign{})
		s := x.replica.State()
		step, err := (&room.State{}).Next("x", room.Command{ID: "c", By: "ana", Do: room.Create{Variant: variant, Self: true, First: 1}}, s.At, 0)
		if err != nil {
			t.Fatal(err)
		}
		full = append(full, step.Cost)
	}
	if !slices.IsSorted(full) || full[2] > room.MaxCost {
		t.Errorf("rooms of growing boards cost %v, want ascending costs up to MaxCost", full)
	}
}

// If Executor.Admit refuses a step, the step is not stored.
func TestAdmit(t *testing.T) {
	b := newGame(t, room.Create{})
	no := errors.New("no")
	b.executor.Admit = func(step *room.Step) error {
		if step.Cost > 0 {
			return no
		}
		return nil
	}
	n := b.replica.N()
	b.refused(no, "ana", room.Emote{Emote: "hello"})
	b.refused(no, "ana", room.Rename{Name: "Ana"})
	if b.replica.N() != n {
		t.Errorf("%d entries were stored that Admit refused", b.replica.N()-n)
	}
	b.moves("12", "ana", "bob")
	b.must("bob", room.Resign{})
	b.refused(no, "ana", room.PlayAgain{})
	b.executor.Admit = func(step *room.Step) error { step.Effects.Record = nil; return nil }
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	b.moves("1212121", "bob", "ana")
	if got := fmt.Sprint(b.phase(), b.games("")); got != "finished0" && got != "finished 0" {
		t.Errorf("after Admit dropped the record: phase and number of games are %s, want finished 0", got)
	}
}
