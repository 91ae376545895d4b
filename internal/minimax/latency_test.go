package minimax

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var anyPositions = flag.Int("any-positions", 10, "value all columns of `N` random positions of 7x6, of every length, and print how long it took")

// positionTimeout is how long TestAnyPosition waits for one position.
const positionTimeout = 10 * time.Second

// TestAnyPosition checks that all columns of random positions get their exact scores.
// docs/teach/solver.md has the times of many positions. Positions with few discs that the book does
// not have can take longer than positionTimeout, so the test includes them only if
// -any-positions is at least 100.
func TestAnyPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	g := game(t, "connect4:7x6:4")
	fewest, budget := 0, positionTimeout
	if *anyPositions < 100 {
		fewest, budget = 12, unlimitedBudget
	}
	unsolved := 0
	var times []time.Duration
	for len(times) < *anyPositions {
		pos, discs := g.Start(), fewest+rng.IntN(42-fewest)
		for pos.Ply() < discs && !pos.Outcome().Over() {
			moves := pos.Moves(nil)
			pos.Play(moves[rng.IntN(len(moves))])
		}
		if pos.Outcome().Over() {
			continue
		}
		start := time.Now()
		a, err := engine.Analyse(t.Context(), pos, budget, nil)
		took := time.Since(start)
		times = append(times, took)
		if err != nil || len(a.Moves) != len(pos.Moves(nil)) || budget == unlimitedBudget && !a.Exact() {
			t.Fatalf("%d discs: %+v, %v", discs, a, err)
		}
		if !a.Exact() {
			unsolved++
		}
		if *anyPositions >= 100 && took > time.Second {
			t.Logf("%d discs: %v", discs, took)
		}
	}
	slices.Sort(times)
	t.Logf("%d positions: p50 %v, p90 %v, p99 %v, %d not solved within %v", len(times), times[len(times)/2],
		times[len(times)*9/10], times[len(times)*99/100], unsolved, positionTimeout)
}
