package play_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// discarding is a log that accepts every append and stores nothing.
type discarding struct{ storage.Log }

func (discarding) Append(context.Context, room.ID, room.Entry, room.Effects) error { return nil }

// BenchmarkPlay measures the time of a move, not counting the store. It plays games to their
// end, each in a new room.
func BenchmarkPlay(b *testing.B) {
	const moves = "4455667" // four in the bottom row
	at := time.UnixMilli(1)
	executor := play.Executor{Log: discarding{}, Now: func() time.Time { at = at.Add(time.Second); return at }}
	players := [2]room.PlayerID{"ana", "bob"}
	var r *play.Replica
	i := len(moves)
	send := func(by room.PlayerID, do room.Action) {
		c := room.Command{ID: fmt.Sprint("c", at.UnixMilli()), By: by, Do: do}
		if r != nil {
			c.Seen = r.N()
		}
		if _, err := executor.Play(b.Context(), r, c); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if i == len(moves) {
			b.StopTimer()
			r, i = play.NewReplica("bench"), 0
			send(players[0], room.Create{Variant: "connect4:7x6:4", First: 1, Starter: room.StarterMe})
			send(players[1], room.Sit{Name: "Bob"})
			b.StartTimer()
		}
		send(players[i%2], room.Move{Move: moves[i : i+1]})
		i++
	}
}
