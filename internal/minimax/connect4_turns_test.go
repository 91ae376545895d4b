package minimax

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// TestAnalyseRunsBothEngines analyses boards that fit the exact solver but are too large for
// it to finish. The solver cannot find the forced ends below in time. The heuristic engine finds
// them after fewer than 100,000 positions.
func TestAnalyseRunsBothEngines(t *testing.T) {
	deep := func(a Analysis) bool { return a.Depth > estimatePlies+3 }
	for _, c := range []struct {
		position string
		found    func(Analysis) bool
	}{
		{"", deep},
		{".......x.............ox.....xo.....oxoxo..ox.....xo.....", func(a Analysis) bool { return a.Value.Low >= Win-21 }},
		{"x......ox.....oxx..................xox...........oo.....", func(a Analysis) bool { return a.Value.High <= 12-Win }},
	} {
		pos := game(t, "connect4:8x7:4").Start()
		if c.position != "" {
			var err error
			if pos, err = rules.Setup(game(t, "connect4:8x7:4"), c.position); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		found := false
		a, err := engine.Analyse(ctx, pos, 20*time.Second, func(a Analysis) {
			if c.found(a) {
				found = true
				cancel()
			}
		})
		cancel()
		if !found && !c.found(a) || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%q: %+v, %v", c.position, a.Value, err)
		}
	}
}

// TestTurnsAreFair checks that an analysis by both engines searches at least as deep as the
// heuristic engine alone does in a fifth of the time.
func TestTurnsAreFair(t *testing.T) {
	const budget = time.Second
	pos := game(t, "connect4:9x6:4").Start().(*rules.Connect4Position)
	var alone heuristic.Result
	var both Analysis
	for try := range 3 { // on a busy machine one of them may have got less of its time
		limits := newLimits(t.Context(), budget/5)
		var err error
		if alone, err = NewEngine(DefaultTableBytes).boards.search(&limits, pos, heuristic.Limits{All: true}); err != nil {
			t.Fatal(err)
		}
		if both, err = NewEngine(DefaultTableBytes).Analyse(t.Context(), pos, budget, nil); err != nil {
			t.Fatal(err)
		}
		if both.Depth >= alone.Depth && both.Nodes > alone.Nodes {
			return
		}
		t.Logf("try %d: depth %d of %d, %d positions of %d", try, both.Depth, alone.Depth, both.Nodes, alone.Nodes)
	}
	t.Errorf("both engines reach depth %d with %d positions, the heuristic engine alone %d with %d in a fifth of the time",
		both.Depth, both.Nodes, alone.Depth, alone.Nodes)
}

// TestValue compares the result of Value with the value that Analyse finds. If the time is too
// short, the bounds of the result must contain this value.
func TestValue(t *testing.T) {
	variant, lines := readScores(t, "solver/testdata/7x6-middle-easy.txt")
	for _, line := range lines[:20] {
		moves, want, _ := strings.Cut(line, " ")
		want, _, _ = strings.Cut(want, " ")
		pos := replay(t, variant, moves).(*rules.Connect4Position)
		for _, budget := range []time.Duration{0, 2 * time.Millisecond, unlimitedBudget} {
			a, err := engine.Value(t.Context(), pos, budget, nil)
			exact, wantErr := engine.Analyse(t.Context(), pos, unlimitedBudget, nil)
			if err != nil || wantErr != nil || a.Value.Low > exact.Value.Low || a.Value.High < exact.Value.High {
				t.Fatalf("%s in %v: %+v, %v; want %+v, %v", moves, budget, a.Value, err, exact.Value, wantErr)
			}
			if budget == unlimitedBudget && (a.Value != exact.Value || discScore(pos, a.Value.Low) != want) {
				t.Errorf("%s: %+v, want %+v", moves, a.Value, exact.Value)
			}
		}
	}
}
