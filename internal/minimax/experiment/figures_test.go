package experiment

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

// row is a line of a table, by the names of its columns.
type row map[string]string

// number returns a cell that is a number.
func (r row) number(t *testing.T, column string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(r[column], 64)
	if err != nil {
		t.Fatalf("%s of %v: %v", column, r, err)
	}
	return x
}

func rowsOf(t *testing.T, table Table) (all []row) {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) < 2 {
		t.Fatalf("%v, %v", lines, err)
	}
	for _, cells := range lines[1:] {
		r := row{}
		for i, cell := range cells {
			r[lines[0][i]] = cell
		}
		all = append(all, r)
	}
	return all
}

// tally counts games as one player sees them.
type tally struct{ won, drawn, lost, moves, nodes float64 }

func (a tally) plus(b tally) tally {
	return tally{a.won + b.won, a.drawn + b.drawn, a.lost + b.lost, a.moves + b.moves, a.nodes + b.nodes}
}

// expect compares a line of a table with games that the test has played.
func (a tally) expect(t *testing.T, r row) {
	t.Helper()
	n := a.won + a.drawn + a.lost
	for column, want := range map[string]float64{"games": n, "won": a.won, "drawn": a.drawn, "lost": a.lost, "points": 100 * (a.won + a.drawn/2) / n} {
		if got := r.number(t, column); math.Abs(got-want) > 0.05 {
			t.Errorf("%s is %v, the test's own games have %v: %v", column, got, want, r)
		}
	}
	if _, ok := r["nodes_move"]; ok && math.Abs(r.number(t, "nodes_move")-a.nodes/a.moves) > 0.5 {
		t.Errorf("nodes_move is not %v: %v", a.nodes/a.moves, r)
	}
}

// games are the results of games between two players, as each sees them.
type games struct{ a, b tally }

// ownGames plays the games of a match without package match: in pairs that begin with the same
// random turns. Player a begins the first game of a pair.
func ownGames(t *testing.T, s Settings, variant string, a, b minimax.Level) (all games) {
	t.Helper()
	engine := minimax.NewEngine(minimax.DefaultTableBytes)
	game, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	for pair := range s.N / 2 {
		seed := rand.New(rand.NewPCG(s.Seed, uint64(pair))).Uint64()
		opening, _ := match.RandomOpening(game, s.Opening, rand.New(rand.NewPCG(seed, 0)))
		for k, sideA := range []rules.Side{rules.First, rules.Second} {
			pos, rng := opening.Clone(), rand.New(rand.NewPCG(seed, uint64(k)+1))
			for !pos.Outcome().Over() {
				player, counts := a, &all.a
				if pos.Turn() != sideA {
					player, counts = b, &all.b
				}
				choice, err := engine.Choose(t.Context(), player, pos, rng)
				if err != nil {
					t.Fatal(err)
				}
				counts.moves++
				counts.nodes += float64(choice.Nodes)
				pos.Play(choice.Move)
			}
			all.a, all.b = all.a.plus(result(pos, sideA)), all.b.plus(result(pos, sideA.Other()))
		}
	}
	return all
}

func result(pos rules.Position, side rules.Side) tally {
	switch pos.Outcome().Winner() {
	case side:
		return tally{won: 1}
	case rules.NoSide:
		return tally{drawn: 1}
	}
	return tally{lost: 1}
}

func newExperiment(t *testing.T, kind Kind, change func(*Settings)) *Experiment {
	t.Helper()
	s := kind.Usual
	s.Seed = 7
	change(&s)
	e, err := kind.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func tableOf(t *testing.T, e *Experiment) Table {
	t.Helper()
	run(t, e, 0)
	return e.Table()
}

// TestDepthsFigures compares the table with games that the test plays itself.
func TestDepthsFigures(t *testing.T) {
	e := newExperiment(t, depthsKind, func(s *Settings) { s.Game, s.Depth, s.N = "connect4:5x4:4", 3, 12 })
	found := rowsOf(t, tableOf(t, e))
	if len(found) != 3 {
		t.Fatalf("%d lines", len(found))
	}
	for _, r := range found {
		deeper, err := match.ParsePlayer("depth=" + r["depth"])
		if err != nil {
			t.Fatal(err)
		}
		other, err := match.ParsePlayer("depth=" + r["against"])
		if err != nil || deeper.Depth <= other.Depth {
			t.Fatalf("%v: %v", r, err)
		}
		ownGames(t, e.Settings, "connect4:5x4:4", deeper, other).a.expect(t, r)
	}
}

// TestWeightsFigures compares the table with games that the test plays itself, from both sides.
func TestWeightsFigures(t *testing.T) {
	names := []string{"depth=2", "wins", "lines"}
	e := newExperiment(t, weightsKind, func(s *Settings) {
		s.Game, s.N = "connect4:5x5:4", 10
		s.Levels = []string{"depth=2", "custom:depth=2,name=wins", "custom:depth=1,open3=9,open2=1,name=lines"}
	})
	total, lines := tally{}, 0
	for _, r := range rowsOf(t, tableOf(t, e)) {
		lines++
		if r["against"] == everybody.String() {
			total.expect(t, r)
			total = tally{}
			continue
		}
		i, j := slices.Index(names, r["level"]), slices.Index(names, r["against"])
		later, err := match.ParsePlayer(e.Levels[max(i, j)]) // it begins a pair
		if err != nil {
			t.Fatal(err)
		}
		earlier, err := match.ParsePlayer(e.Levels[min(i, j)])
		if err != nil {
			t.Fatal(err)
		}
		played := ownGames(t, e.Settings, "connect4:5x5:4", later, earlier)
		own := played.a
		if i < j {
			own = played.b
		}
		own.expect(t, r)
		total = total.plus(own)
	}
	if lines != 9 {
		t.Errorf("%d lines", lines)
	}
}

// TestTimesAddUp compares the times of the tables with the time that the test measures around
// the experiments: most of it is searching.
func TestTimesAddUp(t *testing.T) {
	for _, c := range []struct {
		e     *Experiment
		times func(row) float64 // of the searches that a line is about, in milliseconds
	}{
		{
			newExperiment(t, effortKind, func(s *Settings) { s.Depth, s.Positions, s.Opening = 6, 3, 4 }),
			func(r row) float64 {
				if (r["technique"] == "ordered" || r["technique"] == "with table") && r["depth"] != "6" {
					return 0 // the line of depth 6 has this time too
				}
				return r.number(t, "ms") * r.number(t, "positions")
			},
		},
		{
			newExperiment(t, depthsKind, func(s *Settings) { s.Depth, s.N = 2, 40 }),
			func(r row) float64 { return r.number(t, "ms_move") * r.number(t, "games") * 5 }, // at least 5 moves, most more
		},
	} {
		start := time.Now()
		table := tableOf(t, c.e)
		whole := time.Since(start).Seconds() * 1e3
		sum := 0.0
		for _, r := range rowsOf(t, table) {
			ms := c.times(r)
			if sum += ms; ms < 0 {
				t.Errorf("%s: %v", c.e.Kind, r)
			}
			if r["ms_low"] != "" && (r.number(t, "ms_low") > r.number(t, "ms") || r.number(t, "ms_high") < r.number(t, "ms")) {
				t.Errorf("the interval does not hold the mean: %v", r)
			}
		}
		if sum <= whole/20 || sum > 1.01*whole {
			t.Errorf("%s: %.1f ms of searches in an experiment of %.1f ms", c.e.Kind, sum, whole)
		}
	}
}
