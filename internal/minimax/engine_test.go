package minimax

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// TestWithin: a margin blurs estimates, and never takes in a certain loss, which
// an estimate near -100 comes close to.
func TestWithin(t *testing.T) {
	r := heuristic.Result{Score: -900, Moves: []heuristic.MoveScore{
		{Move: 0, Score: 4 - heuristic.Win}, {Move: 1, Score: -900}, {Move: 2, Score: -950}, {Move: 3, Score: -heuristic.MaxHeuristic},
	}}
	if got := within(r, 4); !slices.Equal(got, []rules.Move{1, 2, 3}) {
		t.Errorf("%v of %v", got, r.Moves)
	}
}

// TestExactWithoutEstimate: where the bounds of the two engines together leave one
// value, no estimate is left.
func TestExactWithoutEstimate(t *testing.T) {
	c := columns{
		board: solver.Board{Columns: 7, Rows: 6, Align: 4}, discs: 20,
		moves: []column{{move: 0, low: 0, high: 5}, {move: 1, low: -5, high: 5}},
		estimates: Analysis{Moves: []MoveValue{
			{0, Value{Low: 4 - Win, High: 0, Estimate: 7}}, {1, Value{Low: -Win, High: Win, Estimate: -3}},
		}},
	}
	a := c.analysis()
	if got := a.Moves[0].Value; got != exactly(0) {
		t.Errorf("%+v of bounds that meet at a draw", got)
	}
	if got := a.Moves[1].Value; got.Exact() || got.Estimate != -3 {
		t.Errorf("%+v of bounds far apart", got)
	}
}

// TestPerfectVaries: of moves that are as good as each other perfect draws every one.
func TestPerfectVaries(t *testing.T) {
	level, err := ParseLevel("perfect")
	if err != nil {
		t.Fatal(err)
	}
	level.Budget = never
	rng := rand.New(rand.NewPCG(5, 5))
	pos := replay(t, "connect4:6x5:4", "225123")
	a, err := engine.Analyse(t.Context(), pos, never, nil)
	if err != nil {
		t.Fatal(err)
	}
	best, drawn := a.Best(), map[rules.Move]bool{}
	if len(best) < 2 || len(best) == len(a.Moves) {
		t.Fatalf("%d of %d moves are best", len(best), len(a.Moves))
	}
	for range 40 {
		c, err := engine.Choose(t.Context(), level, pos, rng)
		if err != nil || !slices.Contains(best, c.Move) {
			t.Errorf("%+v, %v: not one of %v", c, err, best)
		}
		drawn[c.Move] = true
	}
	if len(drawn) < len(best) {
		t.Errorf("%v were drawn of %v", drawn, best)
	}
}
