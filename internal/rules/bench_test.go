package rules_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/rules/rulestest"
)

// BenchmarkPerft counts the same sequences of moves with the fast game and with its model. It
// reports how many times faster the fast game is.
func BenchmarkPerft(b *testing.B) {
	for _, test := range []struct {
		variant string
		depth   int
	}{
		{"connect4:7x6:4", 5},
		{"connect4:9x7:4", 4},
		{"connect4:15x15:5", 3},
		{"tictactoe", 6},
		{"force3", 4},
		{"force3:placed", 6},
		{"force3:report", 4},
	} {
		b.Run(test.variant, func(b *testing.B) {
			p, bufs := parse(b, test.variant).Start(), make([][]rules.Move, test.depth+1)
			m := rulestest.New(test.variant)
			var fast, slow time.Duration
			var n uint64
			for b.Loop() {
				start := time.Now()
				n = perftPlayed(p, test.depth, bufs)
				fast += time.Since(start)
				start = time.Now()
				if want := perftModel(m, test.depth); n != want {
					b.Fatalf("counted %d sequences, the model counts %d", n, want)
				}
				slow += time.Since(start)
			}
			b.ReportMetric(float64(slow)/float64(fast), "x-model")
			b.ReportMetric(float64(fast.Nanoseconds())/float64(b.N)/float64(n), "ns/sequence")
		})
	}
}

// perftPlayed is like perft, but also plays the last move of each sequence, as perftModel does.
func perftPlayed(p rules.Position, depth int, bufs [][]rules.Move) uint64 {
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

func perftModel(m *rulestest.Model, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, move := range m.Legal {
		m.Play(move)
		n += perftModel(m, depth-1)
		m.Undo()
	}
	return n
}

// BenchmarkPlayUndo makes one move and takes it back.
func BenchmarkPlayUndo(b *testing.B) {
	for _, test := range []struct{ variant, moves, move string }{
		{"connect4:7x6:4", "44535", "3"},
		{"connect4:15x15:5", "44535", "3"},
		{"tictactoe", "b2 a1", "c3"},
		{"force3", "P1 P3 S2 P9 P7 P5", "M1-6"},
	} {
		b.Run(test.variant, func(b *testing.B) {
			p := play(b, test.variant, test.moves)
			m, err := p.ParseMove(test.move)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				p.Play(m)
				p.Undo()
			}
		})
	}
}

// BenchmarkModel plays random games on the models alone. It shows how much of a test's
// time the models take.
func BenchmarkModel(b *testing.B) {
	for _, variant := range variants {
		b.Run(variant, func(b *testing.B) {
			pick, plies := uint32(1), 0
			for b.Loop() {
				m := rulestest.New(variant)
				for !m.Over {
					pick = pick*1664525 + 1013904223
					m.Play(m.Legal[int(pick>>8)%len(m.Legal)])
					plies++
				}
			}
			b.ReportMetric(float64(plies)/float64(b.N), "plies")
		})
	}
}
