package rules

import (
	"testing"
	"time"
)

// BenchmarkPerft counts the same sequences with the bitboards and with the
// model, and reports how many times faster the bitboards are.
func BenchmarkPerft(b *testing.B) {
	for _, test := range []struct {
		variant string
		depth   int
	}{{"connect4:7x6:4", 5}, {"connect4:9x7:4", 4}, {"connect4:15x15:5", 3}} {
		b.Run(test.variant, func(b *testing.B) {
			g, err := Parse(test.variant)
			if err != nil {
				b.Fatal(err)
			}
			p, bufs := g.Start(), make([][]Move, test.depth+1)
			m := newModel(g.(*connect4).columns, g.(*connect4).rows, g.(*connect4).align)
			var fast, slow time.Duration
			var n uint64
			for b.Loop() {
				start := time.Now()
				n = perftPlayed(p, test.depth, bufs)
				fast += time.Since(start)
				start = time.Now()
				if want := m.perft(test.depth); n != want {
					b.Fatalf("%d sequences, the model has %d", n, want)
				}
				slow += time.Since(start)
			}
			b.ReportMetric(float64(slow)/float64(fast), "x-model")
			b.ReportMetric(float64(fast.Nanoseconds())/float64(b.N)/float64(n), "ns/sequence")
		})
	}
}

// perftPlayed is perft with the last move played too, as the model does it.
func perftPlayed(p Position, depth int, bufs [][]Move) uint64 {
	if depth == 0 {
		return 1
	}
	moves := p.Moves(bufs[depth][:0])
	bufs[depth] = moves
	var n uint64
	for _, m := range moves {
		p.Play(m)
		n += perftPlayed(p, depth-1, bufs)
		p.Undo()
	}
	return n
}

// BenchmarkPlayUndo is one move made and taken back.
func BenchmarkPlayUndo(b *testing.B) {
	for _, variant := range []string{"connect4:7x6:4", "connect4:15x15:5"} {
		b.Run(variant, func(b *testing.B) {
			p := play(b, variant, "44535")
			for b.Loop() {
				p.Play(2)
				p.Undo()
			}
		})
	}
}
