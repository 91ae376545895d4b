package room

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// accepting is a log that stores everything and nothing.
type accepting struct{ Log }

func (accepting) Append(context.Context, ID, Entry, Effects) error { return nil }

// BenchmarkPlay is what a move costs beside the store: a game is played to its
// end, and the next one begins in a new room.
func BenchmarkPlay(b *testing.B) {
	const moves = "4455667" // four in the bottom row
	at := time.UnixMilli(1)
	door := Executor{Log: accepting{}, Now: func() time.Time { at = at.Add(time.Second); return at }}
	players := [2]PlayerID{"ana", "bob"}
	var r *Replica
	i := len(moves)
	play := func(by PlayerID, do Action) {
		c := Command{ID: fmt.Sprint("c", at.UnixMilli()), By: by, Do: do}
		if r != nil {
			c.Seen = r.N()
		}
		if _, err := door.Play(b.Context(), r, c); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if i == len(moves) {
			b.StopTimer()
			r, i = NewReplica("bench"), 0
			play(players[0], Create{Variant: "connect4:7x6:4", First: 1, Starter: StarterMe})
			play(players[1], Sit{Name: "Bob"})
			b.StartTimer()
		}
		play(players[i%2], Move{Move: moves[i : i+1]})
		i++
	}
}
