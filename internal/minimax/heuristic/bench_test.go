package heuristic

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// benchBoards has boards with a depth that takes a fraction of a second.
var benchBoards = []struct {
	variant string
	depth   int
}{
	{"7x6:4", 10}, {"8x8:4", 9}, {"10x10:4", 9}, {"10x10:5", 9}, {"15x15:5", 7}, {"9x7:4", 10},
}

// benchPositions returns random positions of 2 to 20 discs where nobody has won.
func benchPositions(tb testing.TB, variant string, n int) []*rules.Connect4Position {
	rng := rand.New(rand.NewPCG(7, 7))
	list := make([]*rules.Connect4Position, n)
	for i := range list {
		list[i] = randomPosition(tb, variant, 2+i%19, rng)
	}
	return list
}

// BenchmarkSearch searches the same positions to a fixed depth, each with an empty table.
// The number of nodes does not depend on the machine.
func BenchmarkSearch(b *testing.B) {
	for _, board := range benchBoards {
		b.Run(board.variant, func(b *testing.B) {
			positions := benchPositions(b, board.variant, 38)
			nodes, searches := 0, 0
			runtime.LockOSThread() // cpuTime measures the thread
			defer runtime.UnlockOSThread()
			began := cpuTime()
			for b.Loop() {
				for _, pos := range positions {
					columns, rows, align := pos.Size()
					nodes += New(columns, rows, align, 4<<20).Search(pos, Limits{Depth: board.depth}).Nodes
					searches++
				}
			}
			b.ReportMetric(float64(nodes)/float64(searches), "nodes/search")
			b.ReportMetric(float64((cpuTime()-began).Nanoseconds())/float64(nodes), "cpu-ns/node")
			b.ReportMetric(float64((cpuTime()-began).Microseconds())/float64(searches), "cpu-µs/search")
		})
	}
}
