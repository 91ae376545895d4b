package room_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// In the position of three moves the second side is to move.
var three = []string{"4", "4", "4"}

func TestGamesBeginAtThePosition(t *testing.T) {
	b := newTable(t, room.Create{Position: three, From: "puzzle 2026-11-21", Starter: room.StarterMe, Clock: &room.Clock{Move: 5000}})
	if s := b.state(); s.First != 2 || !slices.Equal(s.Moves, three) || s.Turn() != 0 {
		t.Fatalf("while the room waits: %+v", s)
	}
	b.must("bob", room.Sit{})
	b.refused(room.ErrNotYourTurn, "bob", room.Move{Move: "1"})
	b.refused(room.ErrNothingBack, "ana", takeback)
	b.refused(room.ErrNothingBack, "bob", takeback)
	b.wait(time.Minute) // no clock runs in the first two turns that are played
	b.must("ana", room.Move{Move: "1"})
	b.refused(room.ErrNothingBack, "bob", takeback)
	b.wait(time.Minute)
	b.must("bob", room.Move{Move: "2"})
	if flag, ticks := b.replica.State().FlagAt(); !ticks || !flag.After(b.now) {
		t.Errorf("in the third turn the flag falls at %v, %v", flag, ticks)
	}
	b.must("bob", takeback)
	b.must("ana", room.Accept{What: room.OfferTakeback})
	b.wantLast(room.TakenBack{Seat: 2, Ply: 4})
	b.moves("212", "bob", "ana")
	b.must("ana", room.Resign{})
	r, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1})
	if err != nil || r.Given != 3 || r.From != "puzzle 2026-11-21" || strings.Join(r.Moves, "") != "4441212" || r.MS[2] != 0 || r.MS[3] == 0 {
		t.Errorf("the record is %+v, %v", r, err)
	}
	b.must("bob", room.PlayAgain{})
	b.must("ana", room.PlayAgain{})
	if s := b.state(); !slices.Equal(s.Moves, three) || s.Turn() != 1 || len(s.MS) != 3 {
		t.Errorf("the next game begins with %+v", s)
	}
}

// A resigned game is recorded for the moves that were played, not for those that were given.
func TestGivenMovesDoNotMakeARecord(t *testing.T) {
	b := newGame(t, room.Create{Position: []string{"1", "2", "3", "4"}})
	b.must("ana", room.Move{Move: "4"})
	b.must("ana", room.Resign{})
	b.wantLast(room.Resigned{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonResigned}})
	if _, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1}); err == nil {
		t.Error("a game of one move has a record")
	}
}

func TestAnAIMovesInThePosition(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy, Position: three, First: 2})
	if s := b.state(); s.First != 1 || s.Turn() != 2 {
		t.Fatalf("seat %d moved first, seat %d is to move", s.First, s.Turn())
	}
	b.wantBacklog(1)
}

func TestPositionsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		moves []string
		from  room.Source
		code  string
		text  string
	}{
		{[]string{"4", "9"}, "", "bad_position", `Move 2 of the position, "9", is not possible`},
		{strings.Split("4444444", ""), "", "bad_position", "Move 7"},
		{[]string{"4", strings.Repeat("x", 1000)}, "", "bad_position", "Move 2"},
		{strings.Split("4343434", ""), "", "position_over", "move 7"},
		{strings.Split("434343411", ""), "", "position_over", "move 7"},
		{slices.Repeat(three, 100), "", "position_too_long", "300"},
		{three, "chess.com", "bad_source", ""},
		{three, "abc/0", "bad_source", ""},
		{three, "puzzle 2026-13-01", "bad_source", ""},
		{nil, "abc/1", "bad_source", ""},
	} {
		do := room.Create{Variant: "connect4:7x6:4", First: 1, Position: c.moves, From: c.from}
		_, err := room.Decide(&room.State{}, room.Command{ID: "1", By: "ana", Do: do}, start)
		var refusal *room.Refusal
		if !errors.As(err, &refusal) || refusal.Code != c.code || !strings.Contains(refusal.Text, c.text) || len(refusal.Text) > 200 {
			t.Errorf("%.60q from %q: %v, want %s with %q", c.moves, c.from, err, c.code, c.text)
		}
	}
}
