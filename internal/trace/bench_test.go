package trace

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// BenchmarkMove is what a move costs beside the store and the socket: decided, told
// to a log that stores nothing, broadcast to nobody; without traces, with one in a
// hundred, and with all of them sent to a collector in this process.
func BenchmarkMove(b *testing.B) {
	for _, ratio := range []float64{0, 0.01, 1} {
		b.Run(fmt.Sprint("ratio=", ratio), func(b *testing.B) {
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
			defer server.Close()
			tracer := open(b, server.URL, ratio)
			defer tracer.Close()
			benchmarkMoves(b, tracer)
		})
	}
}

func benchmarkMoves(b *testing.B, tracer *Tracer) {
	const moves = "4455667" // four in the bottom row
	at := time.UnixMilli(1)
	door := room.Door{Log: tracer.Log(&accepting{}), Now: func() time.Time { at = at.Add(time.Second); return at }}
	players := [2]room.PlayerID{"ana", "bob"}
	var r *room.Replica
	i, games := len(moves), 0
	play := func(by room.PlayerID, do room.Action) {
		f := tracer.Frame()
		n, err := door.Play(f.Context(b.Context()), r, room.Command{ID: fmt.Sprint("c", at.UnixMilli()), By: by, Seen: r.N(), Do: do})
		if err != nil {
			b.Fatal(err)
		}
		start := tracer.Now()
		if tracer != nil {
			entries, _ := r.Since(0, "")
			tracer.Broadcast(r.ID(), entries[n-1], start, 0)
		}
		f.End(Command{Kind: "move", Room: r.ID(), Player: by, N: n})
	}
	b.ReportAllocs()
	for b.Loop() {
		if i == len(moves) {
			b.StopTimer()
			games++
			r, i = room.NewReplica(room.ID(fmt.Sprint("bench", games))), 0
			play(players[0], room.Create{Variant: "connect4:7x6:4", First: 1, Starter: room.StarterMe})
			play(players[1], room.Sit{Name: "Bob"})
			b.StartTimer()
		}
		play(players[i%2], room.Move{Move: moves[i : i+1]})
		i++
	}
}
