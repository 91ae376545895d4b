package minimax

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// TestMeasureEqualsTextbook compares the value that each technique finds with that of a textbook
// search. Techniques that the textbook search has too must visit as many positions.
func TestMeasureEqualsTextbook(t *testing.T) {
	saved := 0
	for _, c := range []struct {
		variant          string
		plies, positions int
		depth            int
	}{{"tictactoe", 3, 8, 9}, {"connect4:4x4:3", 6, 20, 6}, {"connect4:7x6:4", 12, 10, 5}, {"connect4:9x8:4", 12, 3, 4}} {
		g, rng := game(t, c.variant), rand.New(rand.NewPCG(1, 6))
		for range c.positions {
			pos := randomPosition(g, rng.IntN(c.plies+1), rng)
			for _, e := range []Evaluation{EvaluationAI, EvaluationClassic} {
				nodes := map[bool]int{}
				for _, technique := range techniques {
					for _, tabled := range []bool{false, true} {
						got, value, err := Measure(t.Context(), pos, Measurement{Technique: technique, Tabled: tabled, Depth: c.depth, Evaluation: e, MaxNodes: 1 << 30})
						copied := pos.Clone()
						reference := textbook{max: pos.Turn(), pruned: technique.Pruned}
						eval := e.evaluatorFor(copied)
						reference.eval = func() Score {
							if copied.Turn() != reference.max {
								return -eval()
							}
							return eval()
						}
						want := reference.value(copied, c.depth, 0, -infinity, infinity)
						if err != nil || !got.Complete || value != want {
							t.Fatalf("%s %+v table %v: value %d, %v; want %d", c.variant, technique, tabled, value, err, want)
						}
						if !technique.Ordered && !tabled && (got.Nodes != reference.nodes || got.Total != reference.nodes) {
							t.Errorf("%s %+v: %+v, want %d nodes", c.variant, technique, got, reference.nodes)
						}
						if !technique.Ordered {
							nodes[tabled] += got.Nodes
						}
					}
				}
				if nodes[true] > nodes[false] {
					t.Errorf("%s: %d nodes with a table, %d without", c.variant, nodes[true], nodes[false])
				}
				saved += nodes[false] - nodes[true]
			}
		}
	}
	if saved == 0 {
		t.Error("the table saves nothing")
	}
}

func TestMeasureIsBounded(t *testing.T) {
	pos := game(t, "connect4:7x6:4").Start()
	what := Measurement{Depth: 9, Evaluation: EvaluationAI, MaxNodes: 10_000}
	if got, _, err := Measure(t.Context(), pos, what); err != nil || got.Complete || got.Nodes > what.MaxNodes+checkInterval {
		t.Errorf("%+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Measure(ctx, pos, what); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if pos.Ply() != 0 {
		t.Error("the position has changed")
	}
}
