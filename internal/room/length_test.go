package room_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// longGame returns a table with a log of n entries. Ana and Bob have resigned game after game, and Ana is to move.
func longGame(t *testing.T, n uint64) *table {
	t.Helper()
	b := newGame(t, room.Create{Starter: room.StarterMe})
	s := b.replica.State()
	log, err := b.store.Read(t.Context(), "table", 0, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	next := func(by room.PlayerID, do room.Action) {
		step, err := s.Next("long", room.Command{ID: "long" + strconv.FormatUint(s.N, 10), By: by, Seen: s.N, Do: do}, start, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		s, log = step.State, append(log, step.Entry)
	}
	for s.N < n {
		next("ana", room.Resign{})
		next("ana", room.PlayAgain{})
		next("bob", room.PlayAgain{})
	}
	b.replica = play.NewReplica("long")
	if _, err := b.executor.Restore(t.Context(), b.store, "long", log); err != nil {
		t.Fatal(err)
	}
	if err := b.replica.Refresh(t.Context(), b.store); err != nil || s.N != n {
		t.Fatalf("%d entries, %v", s.N, err)
	}
	return b
}

// In a room whose log is full, the present game can end, but no new game can start. A command
// that is stored already is still acknowledged.
func TestAFullRoomEndsItsGame(t *testing.T) {
	b := longGame(t, room.MaxEntries-3)
	b.moves("121", "ana", "bob")
	b.refused(room.ErrFull, "ana", room.Propose{What: room.OfferDraw})
	b.refused(room.ErrFull, "ana", room.Rename{Name: "Anna"})
	b.refused(room.ErrFull, "ana", room.Emote{Emote: "hello"})
	b.moves("2121", "bob", "ana")
	if b.phase() != room.PhaseFinished {
		t.Fatalf("the game is not over: %+v", b.state())
	}
	b.refused(room.ErrFull, "ana", room.PlayAgain{})
}

func TestTheLastEntryOfAFullRoom(t *testing.T) {
	b := longGame(t, room.MaxEntries-3)
	b.moves("1", "ana")
	b.must("ana", room.Resign{})
	again := room.Command{ID: "again", By: "ana", Seen: b.replica.N(), Do: room.PlayAgain{}}
	for range 2 {
		if n, err := b.executor.Play(t.Context(), b.replica, again); err != nil || n != room.MaxEntries {
			t.Fatalf("the last entry: %d, %v", n, err)
		}
	}
	b.refused(room.ErrFull, "bob", room.PlayAgain{First: 1})
}
