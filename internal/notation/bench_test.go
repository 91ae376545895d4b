package notation_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// longGame returns a game that fills a board of 15x15. No game is longer.
func longGame(tb testing.TB) room.Record {
	tb.Helper()
	game, err := rules.Parse("connect4:15x15:5")
	if err != nil {
		tb.Fatal(err)
	}
	r := room.Record{
		Variant: game.Variant(), First: 1, Started: start, Ended: start.Add(time.Hour),
		End: room.Ending{Winner: 2, Reason: room.ReasonResigned},
	}
	p := game.Start()
	for !p.Outcome().Over() {
		r.Moves, r.MS = append(r.Moves, ""), append(r.MS, 1000)
		for _, m := range p.Moves(nil) { // play the first move that does not win at once
			r.Moves[p.Ply()] = p.FormatMove(m)
			p.Play(m)
			if !p.Outcome().Over() {
				break
			}
			p.Undo()
			r.Moves[p.Ply()] = ""
		}
		if r.Moves[len(r.Moves)-1] == "" { // every move wins
			r.Moves, r.MS = r.Moves[:len(r.Moves)-1], r.MS[:len(r.MS)-1]
			break
		}
	}
	return r
}

// BenchmarkRead reads a file of the longest games. Its throughput counts the bytes of the file.
func BenchmarkRead(b *testing.B) {
	games := make([]room.Record, 20)
	for i := range games {
		games[i] = longGame(b)
	}
	for _, f := range []notation.Format{notation.Text, notation.JSON} {
		b.Run(string(f), func(b *testing.B) {
			file := write(b, f, games)
			b.SetBytes(int64(len(file)))
			b.ReportMetric(float64(len(games[0].Moves)), "moves/game")
			for b.Loop() {
				if _, _, err := notation.Read(file, now); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
