package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// SeriesPlayer is the player of Series.
const SeriesPlayer room.PlayerID = "5f1c0b7e9a3d4e6f8a1b2c3d4e5f6a7b"

// Series returns the log of a room with n entries, in which one player plays tic-tac-toe on
// both seats, game after game. The command ID of entry i is "c" followed by i.
func Series(t testing.TB, id room.ID, n int) []room.Entry {
	t.Helper()
	s, entries := &room.State{}, make([]room.Entry, 0, n)
	now := time.UnixMilli(1_763_700_000_000)
	for len(entries) < n {
		var do room.Action
		switch {
		case s.Phase == room.PhaseNone:
			do = room.Create{Variant: "tictactoe", Self: true, First: 1}
		case s.Phase == room.PhaseFinished:
			do = room.PlayAgain{}
		default:
			do = room.Move{Move: s.Position.FormatMove(s.Position.Moves(nil)[0])}
		}
		now = now.Add(time.Second)
		c := room.Command{ID: fmt.Sprintf("c%d", s.N+1), By: SeriesPlayer, Seen: s.N, Do: do}
		step, err := s.Next(id, c, now, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		s, entries = step.State, append(entries, step.Entry)
	}
	return entries
}
