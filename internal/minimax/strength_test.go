package minimax

import (
	"math/rand/v2"
	"testing"
	"time"
)

// BenchmarkPruning searches the same positions to the same depth with the search and with
// plain minimax. It reports how many times fewer nodes the search needs, how many times
// faster it is, and the nodes per second of both.
func BenchmarkPruning(b *testing.B) {
	for _, test := range []struct {
		variant string
		depth   int
	}{{"connect4:7x6:4", 6}, {"connect4:15x15:5", 4}, {"force3", 4}} {
		b.Run(test.variant, func(b *testing.B) {
			g, rng := game(b, test.variant), rand.New(rand.NewPCG(1, 2))
			var searchTime, plainTime time.Duration
			var searchNodes, plainNodes int
			for b.Loop() {
				pos := randomPosition(g, 8, rng)
				start := time.Now()
				c, err := engine.Choose(b.Context(), Level{Depth: test.depth, Budget: unlimitedBudget}, pos, rng)
				searchTime += time.Since(start)
				searchNodes += c.Nodes
				if err != nil {
					b.Fatal(err)
				}
				start = time.Now()
				if score, _ := plainBest(pos, EvaluationAI.evaluatorFor(pos), c.Depth, &plainNodes); score != c.Score {
					b.Fatalf("score %d, want %d", c.Score, score)
				}
				plainTime += time.Since(start)
			}
			b.ReportMetric(float64(plainNodes)/float64(searchNodes), "x-nodes")
			b.ReportMetric(float64(plainTime)/float64(searchTime), "x-speed")
			b.ReportMetric(float64(searchNodes)/searchTime.Seconds(), "nodes/s")
			b.ReportMetric(float64(plainNodes)/plainTime.Seconds(), "plain-nodes/s")
		})
	}
}

// BenchmarkStrong measures the time and the nodes of one move of the level strong, the deepest
// level with a limit of depth.
func BenchmarkStrong(b *testing.B) {
	level, err := ParseLevel("strong")
	if err != nil {
		b.Fatal(err)
	}
	for _, variant := range []string{"connect4:7x6:4", "connect4:15x15:5", "force3"} {
		b.Run(variant, func(b *testing.B) {
			g, rng, nodes := game(b, variant), rand.New(rand.NewPCG(3, 4)), 0
			for b.Loop() {
				c, err := engine.Choose(b.Context(), level, randomPosition(g, 8, rng), rng)
				if err != nil {
					b.Fatal(err)
				}
				nodes += c.Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/move")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
