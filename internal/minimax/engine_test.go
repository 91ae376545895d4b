package minimax

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
)

// TestMarginExcludesCertainLosses checks that the margin applies to estimates only and
// never includes a certain loss, even if the best estimate is close to -100. A score of which only
// a bound is known does not count either.
func TestMarginExcludesCertainLosses(t *testing.T) {
	r := heuristic.Result{Score: -900, Moves: []heuristic.MoveScore{
		{Move: 0, Score: 4 - heuristic.Win},
		{Move: 1, Score: -900},
		{Move: 2, Score: -950},
		{Move: 3, Score: -heuristic.MaxHeuristic},
		{Move: 4, Score: -901, Bounded: true},
	}}
	if got := withinMargin(r, 4); !slices.Equal(got, []rules.Move{1, 2, 3}) {
		t.Errorf("withinMargin returned %v of %v", got, r.Moves)
	}
}

// TestExactValueHasNoEstimate checks that there is no estimate if the bounds of the
// solver and of the heuristic engine together leave one value.
func TestExactValueHasNoEstimate(t *testing.T) {
	c := connect4Solve{
		board: solver.Board{Columns: 7, Rows: 6, Align: 4}, discs: 20,
		moves: []columnBounds{{move: 0, low: 0, high: 5}, {move: 1, low: -5, high: 5}},
	}
	c.learn(Analysis{Moves: []MoveValue{
		{0, Value{Low: 4 - Win, High: 0, Estimate: 7}}, {1, Value{Low: -Win, High: Win, Estimate: -3}},
	}})
	a := c.analysis()
	if got := a.Moves[0].Value; got != exactValue(0) {
		t.Errorf("the value of bounds that meet at a draw is %+v, want no estimate", got)
	}
	if got := a.Moves[1].Value; got.Exact() || got.Estimate != -3 {
		t.Errorf("the value of bounds that differ is %+v, want an estimate", got)
	}
}

// TestPerfectPicksAmongBestMoves checks that perfect plays each of the best moves at some
// time.
func TestPerfectPicksAmongBestMoves(t *testing.T) {
	level, err := ParseLevel("perfect")
	if err != nil {
		t.Fatal(err)
	}
	level.Budget = unlimitedBudget
	rng := rand.New(rand.NewPCG(5, 5))
	pos := replay(t, "connect4:6x5:4", "225123")
	a, err := engine.Analyse(t.Context(), pos, unlimitedBudget, nil)
	if err != nil {
		t.Fatal(err)
	}
	best, picked := a.Best(), map[rules.Move]bool{}
	if len(best) < 2 || len(best) == len(a.Moves) {
		t.Fatalf("%d of %d moves are best, which makes the test useless", len(best), len(a.Moves))
	}
	for range 40 {
		c, err := engine.Choose(t.Context(), level, pos, rng)
		if err != nil || !slices.Contains(best, c.Move) {
			t.Errorf("perfect chose %+v, %v; want one of %v", c, err, best)
		}
		picked[c.Move] = true
	}
	if len(picked) < len(best) {
		t.Errorf("perfect chose only %v of the best moves %v", picked, best)
	}
}
