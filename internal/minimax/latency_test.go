package minimax

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var anyPositions = flag.Int("any-positions", 10, "value all columns of `N` random positions of 7x6, of every length, and print how long it took")

// TestAnyPosition: whatever has been played, all columns get their exact scores.
// docs/solver.md has the times of 1,000 positions.
func TestAnyPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	g := game(t, "connect4:7x6:4")
	longest, hardest := time.Duration(0), 0
	var times []time.Duration
	for len(times) < *anyPositions {
		pos := g.Start()
		discs := rng.IntN(42)
		if *anyPositions < 100 {
			discs = 12 + rng.IntN(30) // with fewer it can take seconds where the book has gaps
		}
		for pos.Ply() < discs && !pos.Outcome().Over() {
			moves := pos.Moves(nil)
			pos.Play(moves[rng.IntN(len(moves))])
		}
		if pos.Outcome().Over() {
			continue
		}
		start := time.Now()
		a, err := engine.Analyse(t.Context(), pos, never, nil)
		took := time.Since(start)
		if err != nil || !a.Exact() || len(a.Moves) != len(pos.Moves(nil)) {
			t.Fatalf("%d discs: %+v, %v", discs, a, err)
		}
		if times = append(times, took); took > longest {
			longest, hardest = took, discs
		}
	}
	slices.Sort(times)
	t.Logf("%d positions: p50 %v, p90 %v, p99 %v, max %v (%d discs)", len(times), times[len(times)/2],
		times[len(times)*9/10], times[len(times)*99/100], longest, hardest)
}
