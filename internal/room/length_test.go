package room_test

import (
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// In a room whose log is full, the present game can end, but no new game can start. A command
// that is stored already is still acknowledged.
func TestAFullRoomEndsItsGame(t *testing.T) {
	b := newGame(t, room.Create{})
	b.executor.MaxEntries = 5
	b.moves("121", "ana", "bob")
	b.refused(room.ErrFull, "ana", room.Propose{What: room.OfferDraw})
	b.refused(room.ErrFull, "ana", room.Rename{Name: "Anna"})
	b.refused(room.ErrFull, "ana", room.Emote{Emote: "hello"})
	b.moves("2121", "bob", "ana")
	if b.phase() != room.PhaseFinished {
		t.Fatalf("the game is not over: %+v", b.state())
	}
	b.refused(room.ErrFull, "ana", room.PlayAgain{})
	b.executor.MaxEntries = 10
	again := room.Command{ID: "again", By: "ana", Seen: b.replica.N(), Do: room.PlayAgain{}}
	for range 2 {
		if n, err := b.executor.Play(t.Context(), b.replica, again); err != nil || n != 10 {
			t.Fatalf("the last entry: %d, %v", n, err)
		}
	}
	b.refused(room.ErrFull, "bob", room.PlayAgain{First: 1})
}
