package room_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRefusals(t *testing.T) {
	b := newTable(t, room.Create{})
	b.refused(room.ErrExists, "ana", room.Create{Variant: "connect4:7x6:4", First: 1})
	b.refused(room.ErrNotStarted, "ana", room.Move{Move: "4"})
	b.refused(room.ErrNotStarted, "ana", room.Resign{})
	b.refused(room.ErrNotStarted, "ana", room.PlayAgain{})
	b.refused(room.ErrSeated, "ana", room.Sit{})
	b.refused(room.ErrNotSeated, "bob", room.Move{Move: "4"})
	b.refused(room.ErrBadName, "bob", room.Sit{Name: "a name that is far too long"})
	b.refused(room.ErrBadName, "bob", room.Sit{Name: "a\x00b"})
	b.must("bob", room.Sit{Name: "  Bob  the\tbuilder "})
	if got := b.replica.State().Players[1].Name; got != "Bob the builder" {
		t.Errorf("the nickname is stored as %q", got)
	}
	b.refused(room.ErrSeated, "bob", room.Sit{})
	b.refused(room.ErrSeatTaken, "eve", room.Sit{})
	b.refused(room.ErrNotSeated, "eve", room.Move{Move: "4"})
	b.refused(room.ErrNotYourTurn, "bob", room.Move{Move: "4"})
	b.refused(room.ErrGameRunning, "bob", room.PlayAgain{})
	b.moves("4343434", "ana", "bob")
	b.refused(room.ErrGameOver, "bob", room.Move{Move: "1"})
	b.refused(room.ErrGameOver, "bob", room.Resign{})
	b.must("bob", room.PlayAgain{})
	b.refused(room.ErrAsked, "bob", room.PlayAgain{})
	b.must("ana", room.PlayAgain{})
	b.refused(room.ErrNotYourTurn, "ana", room.Move{Move: "4"}) // bob starts this game
	b.must("bob", room.Move{Move: "4"})
}

func TestMachineOnlyMoves(t *testing.T) {
	b := newTable(t, room.Create{})
	b.refused(room.ErrNotSeated, room.Machine, room.Sit{})
	b = newTable(t, room.Create{Levels: [2]string{1: "easy"}, First: 2})
	b.refused(room.ErrNotSeated, room.Machine, room.Resign{})
	b.refused(room.ErrNotSeated, room.Machine, room.Rename{Name: "HAL"})
	b.must(room.Machine, room.Move{Move: "4"})
	b.must("ana", room.Resign{})
	b.refused(room.ErrNotSeated, room.Machine, room.PlayAgain{})
	b.must("ana", room.PlayAgain{})
	b.refused(room.ErrNotYourTurn, room.Machine, room.Move{Move: "4"})
}

func TestRulesRefuse(t *testing.T) {
	b := newTable(t, room.Create{})
	b.must("bob", room.Sit{})
	b.moves("444444", "ana", "bob")
	for move, code := range map[string]string{"4": "column_full", "8": "bad_move", "": "bad_move", "x": "bad_move"} {
		var refusal *room.Refusal
		if err := b.do("ana", room.Move{Move: move}); !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("move %q: %v; want %s", move, err, code)
		}
	}
}

func TestCreateRefuses(t *testing.T) {
	good := room.Create{Variant: "connect4:7x6:4", First: 1}
	for code, spoil := range map[string]func(*room.Create){
		"unknown_variant":  func(c *room.Create) { c.Variant = "chess" },
		"unknown_level":    func(c *room.Create) { c.Levels[1] = "godlike" },
		"bad_custom_level": func(c *room.Create) { c.Levels[1] = "custom:depth=10" },
		"reserved_name":    func(c *room.Create) { c.Levels[1] = "custom:depth=4,name=Perfect" },
		"bad_colour":       func(c *room.Create) { c.Colours[0] = "plaid" },
		"bad_name":         func(c *room.Create) { c.Names[0] = "\u202egnol oot si taht eman a" },
		"bad_starter":      func(c *room.Create) { c.First = 3 },
	} {
		create := good
		spoil(&create)
		_, err := room.Decide(&room.State{}, room.Command{ID: "1", By: "ana", Do: create}, start)
		var refusal *room.Refusal
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("%+v: %v; want %s", create, err, code)
		}
	}
}

func TestStaleAndAhead(t *testing.T) {
	b := newTable(t, room.Create{})
	b.must("bob", room.Sit{})
	b.moves("44", "ana", "bob")
	play := func(id string, seen uint64, do room.Action) error {
		_, err := b.executor.Play(context.Background(), b.replica, room.Command{ID: id, By: "ana", Seen: seen, Do: do})
		return err
	}
	if err := play("old", b.replica.N()-1, room.Move{Move: "1"}); !errors.Is(err, room.ErrStale) {
		t.Errorf("a move sent before the opponent's move arrived: %v", err)
	}
	if err := play("resign before the game", 1, room.Resign{}); !errors.Is(err, room.ErrStale) {
		t.Errorf("a resignation from before the game: %v", err)
	}
	if err := play("future", b.replica.N()+1, room.Move{Move: "1"}); !errors.Is(err, room.ErrAhead) {
		t.Errorf("a move whose Seen is beyond the end of the log: %v", err)
	}
	// An entry that does not change the position does not make a move stale.
	n := b.replica.N()
	b.must("bob", room.Rename{Name: "Bob"})
	if err := play("fresh", n, room.Move{Move: "1"}); err != nil {
		t.Errorf("a move sent before a nickname's entry arrived: %v", err)
	}
	if err := play("fresh", n, room.Move{Move: "1"}); err != nil {
		t.Errorf("the same command again: %v", err)
	}
	for _, id := range []string{"", strings.Repeat("x", room.MaxCommandID+1), strings.Repeat("\x00", room.MaxCommandID)} {
		if err := play(id, n, room.Resign{}); !errors.Is(err, room.ErrBadCommand) {
			t.Errorf("id of %d bytes: %v", len(id), err)
		}
	}
}

func TestSeries(t *testing.T) {
	b := newTable(t, room.Create{First: 2, Colours: [2]string{"yellow"}})
	b.must("bob", room.Sit{})
	b.moves("4343434", "bob", "ana")
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	b.moves("1234", "ana", "bob")
	b.must("ana", room.Resign{})
	s := b.replica.State()
	if s.Score != [2]int{0, 2} || s.Draws != 0 || s.Number != 2 || s.First != 1 {
		t.Errorf("score %v, draws %d, game number %d, seat %d moved first", s.Score, s.Draws, s.Number, s.First)
	}
	if s.Players[0].Colour != "yellow" || s.Players[1].Colour != "red" {
		t.Errorf("colours %+v", s.Players)
	}
	games, _, err := b.store.Games(context.Background(), storage.GamesQuery{Player: "bob", Limit: 10})
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if got := games[0].End; got.Winner != 2 || got.Reason != room.ReasonResigned || games[0].Game != 2 {
		t.Errorf("the second game ended with %+v", got)
	}
	if got := games[1].End; got.Winner != 2 || got.Reason != room.ReasonLine || len(got.Cells) != 4 {
		t.Errorf("the first game ended with %+v", got)
	}
}

func TestSweep(t *testing.T) {
	ctx := context.Background()
	due := func(b *table) []room.ID {
		ids, err := b.store.Due(ctx, b.now, 10)
		if err != nil {
			b.t.Fatal(err)
		}
		return ids
	}
	sweep := func(b *table) {
		b.t.Helper()
		if err := b.executor.Sweep(ctx, b.replica.ID()); err != nil {
			b.t.Fatal(err)
		}
		if err := b.replica.Refresh(ctx, b.store); err != nil && !errors.Is(err, play.ErrRewound) {
			b.t.Fatal(err)
		}
	}

	t.Run("unjoined, closed, deleted", func(t *testing.T) {
		b := newTable(t, room.Create{Open: true})
		b.executor.Retention = 2 * time.Hour
		b.now = start.Add(room.UnjoinedLimit - time.Millisecond)
		if len(due(b)) != 0 {
			t.Error("the room is due before its deadline")
		}
		sweep(b)
		if b.phase() != room.PhaseWaiting {
			t.Errorf("a sweep before the deadline changed the phase to %s", b.phase())
		}
		b.now = start.Add(room.UnjoinedLimit)
		if len(due(b)) != 1 {
			t.Error("not due")
		}
		sweep(b)
		sweep(b) // a second hub
		if b.phase() != room.PhaseClosed {
			t.Errorf("phase %s", b.phase())
		}
		b.refused(room.ErrClosed, "bob", room.Sit{})
		b.now = b.now.Add(time.Hour)
		sweep(b)
		if entries, err := b.store.Read(ctx, b.replica.ID(), 0, storage.All); err != nil || len(entries) != 0 {
			t.Errorf("the log has %d entries after the retention, error %v", len(entries), err)
		}
		if len(due(b)) != 0 {
			t.Error("a deleted room is due")
		}
	})

	t.Run("abandoned", func(t *testing.T) {
		b := newTable(t, room.Create{})
		b.must("bob", room.Sit{})
		b.now = start.Add(room.AbandonedLimit)
		sweep(b)
		if b.phase() != room.PhaseClosed {
			t.Errorf("phase %s", b.phase())
		}
	})

	t.Run("finished", func(t *testing.T) {
		b := newTable(t, room.Create{})
		b.must("bob", room.Sit{})
		b.moves("1234", "ana", "bob")
		b.must("bob", room.Resign{})
		b.now = start.Add(time.Hour)
		sweep(b)
		if _, err := play.Open(ctx, b.store, b.replica.ID()); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("reading the deleted log: got error %v, want ErrNotFound", err)
		}
		if _, err := b.store.Game(ctx, room.GameID{Room: "table", Game: 1}); err != nil {
			t.Errorf("the record did not outlive the log: %v", err)
		}
	})

	t.Run("AI overdue", func(t *testing.T) {
		b := newTable(t, room.Create{Levels: [2]string{1: "expert"}, First: 2})
		job, err := b.store.Take(ctx, "worker", room.LaneSlow)
		if err != nil || job.Room != "table" || job.N != 1 {
			t.Fatalf("%+v, %v", job, err)
		}
		if err := b.store.Done(ctx, job); err != nil { // the worker never replies
			t.Fatal(err)
		}
		b.now = start.Add(500*time.Millisecond + room.AIGrace)
		if len(due(b)) != 1 {
			t.Fatal("the room is not due although the AI's reply is overdue")
		}
		sweep(b)
		if job, err := b.store.Take(ctx, "worker", room.LaneSlow); err != nil || job.N != 1 {
			t.Errorf("%+v, %v", job, err)
		}
		if len(due(b)) != 0 {
			t.Error("the room is due again right after a sweep")
		}
	})
}

func TestRewound(t *testing.T) {
	ctx := context.Background()
	b := newTable(t, room.Create{})
	b.must("bob", room.Sit{})
	b.moves("44", "ana", "bob")
	if err := b.store.Delete(ctx, "table", b.replica.N()); err != nil {
		t.Fatal(err)
	}
	// The log is restored from an older copy, and another writer continues it.
	other := play.NewReplica("table")
	if _, err := b.executor.Play(ctx, other, room.Command{ID: "x", By: "ana", Do: room.Create{Variant: "connect4:7x6:4", First: 1}}); err != nil {
		t.Fatal(err)
	}
	if err := b.do("ana", room.Move{Move: "4"}); !errors.Is(err, play.ErrRewound) {
		t.Errorf("a move on a log that was rewound: %v", err)
	}
	if b.replica.N() != 1 || b.replica.N() == 0 {
		t.Errorf("the replica ends at entry %d", b.replica.N())
	}
}

// Other goroutines may read a state while Decide uses it. The race detector finds any write to
// the state.
func TestDecideOnlyReads(t *testing.T) {
	b := newGame(t, room.Create{})
	b.moves("12", "ana", "bob")
	s := b.replica.State()
	var readers sync.WaitGroup
	readers.Go(func() { s.Turn(); s.Effects("table", b.now, time.Hour) })
	if _, err := room.Decide(s, room.Command{By: "ana", Seen: s.N, Do: room.Move{Move: "3"}}, b.now); err != nil {
		t.Error(err)
	}
	readers.Wait()
}

// The log says which moves an AI made with less than its level's budget. A person cannot say so.
func TestHurriedMove(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy})
	for i, by := range []room.PlayerID{"ana", room.Machine} {
		b.must(by, room.Move{Move: "4", Hurried: true})
		moved, _ := b.last().Event.(room.Moved)
		if moved.Seat != room.Seat(i+1) || moved.Hurried != (by == room.Machine) {
			t.Errorf("move by %s: %+v", by, moved)
		}
	}
}
