package trace

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// BenchmarkMove measures a move in a process without store and sockets. It does so without the
// package trace, with tracing off, with 1 % of the moves traced, and with all moves traced.
func BenchmarkMove(b *testing.B) {
	b.Run("none", func(b *testing.B) {
		executor := play.Executor{Log: &acceptingLog{}}
		benchmarkMoves(b, executor, func(r *play.Replica, c room.Command) error {
			_, err := executor.Play(b.Context(), r, c)
			return err
		})
	})
	for _, ratio := range []float64{0, 0.01, 1} {
		b.Run(fmt.Sprint("ratio=", ratio), func(b *testing.B) {
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
			defer server.Close()
			tracer := openTracer(b, server.URL, ratio)
			defer tracer.Close()
			executor := play.Executor{Log: tracer.Log(&acceptingLog{})}
			benchmarkMoves(b, executor, func(r *play.Replica, c room.Command) error {
				f := tracer.Frame()
				n, err := executor.Play(f.Context(b.Context()), r, c)
				if start := tracer.Now(); tracer != nil {
					entries, _ := r.Since(0, "")
					tracer.Broadcast(r.ID(), entries[n-1], start, 0)
				}
				f.End(Command{Kind: "move", Room: r.ID(), Player: c.By, N: n})
				return err
			})
		})
	}
}

// benchmarkMoves plays games, each in a new room. It measures only the moves.
func benchmarkMoves(b *testing.B, executor play.Executor, send func(*play.Replica, room.Command) error) {
	const moves = "4455667" // four in the bottom row
	players := [2]room.PlayerID{"ana", "bob"}
	var r *play.Replica
	i, games := len(moves), 0
	command := func(by room.PlayerID, do room.Action) room.Command {
		return room.Command{ID: fmt.Sprint("c", r.N()), By: by, Seen: r.N(), Do: do}
	}
	begin := func(by room.PlayerID, do room.Action) {
		if _, err := executor.Play(b.Context(), r, command(by, do)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if i == len(moves) {
			b.StopTimer()
			games++
			r, i = play.NewReplica(room.ID(fmt.Sprint("bench", games))), 0
			begin(players[0], room.Create{Variant: "connect4:7x6:4", First: 1, Starter: room.StarterMe})
			begin(players[1], room.Sit{Name: "Bob"})
			b.StartTimer()
		}
		if err := send(r, command(players[i%2], room.Move{Move: moves[i : i+1]})); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
