package minimax

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// match plays games between a and b from random openings, each opening with
// both sides, and returns a's points: 2 for a win, 1 for a draw.
func match(tb testing.TB, variant string, a, b Level, games int, seed uint64) (points int) {
	tb.Helper()
	g, rng := game(tb, variant), rand.New(rand.NewPCG(seed, 21))
	for range games / 2 {
		opening := randomPosition(g, 2, rng)
		for _, first := range []rules.Side{rules.First, rules.Second} {
			pos := opening.Clone()
			for !pos.Outcome().Over() {
				level := a
				if pos.Turn() != first {
					level = b
				}
				c, err := engine.Choose(tb.Context(), level, pos, rng)
				if err != nil {
					tb.Fatal(err)
				}
				pos.Play(c.Move)
			}
			switch pos.Outcome().Winner() {
			case first:
				points += 2
			case rules.NoSide:
				points++
			}
		}
	}
	return points
}

// TestLevelsAreOrdered: each level beats the one two below, by three standard
// deviations of a match between equals. Expert has a depth here instead of its
// budget, so that the games are the same on every machine; for Force 3 that is
// too deep to be played often.
func TestLevelsAreOrdered(t *testing.T) {
	for _, test := range []struct {
		variant string
		games   []int // by level; none if 0
	}{
		{"connect4:7x6:4", []int{2: 100, 3: 800, 4: 60, 5: 30}},
		{"force3:fair", []int{2: 60, 3: 60, 4: 60}},
	} {
		for i, games := range test.games {
			if games == 0 {
				continue
			}
			weak, strong := unhurried(levels[i-2]), unhurried(levels[i])
			t.Run(test.variant+" "+strong.Name, func(t *testing.T) {
				share := float64(match(t, test.variant, strong, weak, games, uint64(i))) / float64(2*games)
				want := 0.5 + 3*0.5/math.Sqrt(float64(games))
				t.Logf("%.3f of the points against %s in %d games", share, weak.Name, games)
				if share < want {
					t.Errorf("only %.3f of the points against %s, want %.3f", share, weak.Name, want)
				}
			})
		}
	}
}

// BenchmarkPruning searches the same positions to the same depth with the
// search and with plain minimax, and reports how many times fewer nodes the
// search needs, how many times faster it is, and the nodes per second of both.
func BenchmarkPruning(b *testing.B) {
	for _, test := range []struct {
		variant string
		depth   int
	}{{"connect4:7x6:4", 6}, {"connect4:15x15:5", 4}, {"force3", 4}} {
		b.Run(test.variant, func(b *testing.B) {
			g, rng := game(b, test.variant), rand.New(rand.NewPCG(1, 2))
			var pruned, whole time.Duration
			var prunedNodes, wholeNodes int
			for b.Loop() {
				pos := randomPosition(g, 8, rng)
				start := time.Now()
				c, err := engine.Choose(b.Context(), Level{Depth: test.depth, Budget: never}, pos, rng)
				pruned += time.Since(start)
				prunedNodes += c.Nodes
				if err != nil {
					b.Fatal(err)
				}
				start = time.Now()
				if score, _ := plainBest(pos, evaluatorOf(pos), c.Depth, &wholeNodes); score != c.Score {
					b.Fatalf("score %d, want %d", c.Score, score)
				}
				whole += time.Since(start)
			}
			b.ReportMetric(float64(wholeNodes)/float64(prunedNodes), "x-nodes")
			b.ReportMetric(float64(whole)/float64(pruned), "x-speed")
			b.ReportMetric(float64(prunedNodes)/pruned.Seconds(), "nodes/s")
			b.ReportMetric(float64(wholeNodes)/whole.Seconds(), "plain-nodes/s")
		})
	}
}

// BenchmarkStrong is the time and the nodes of one move of the level that looks
// furthest ahead by depth.
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
