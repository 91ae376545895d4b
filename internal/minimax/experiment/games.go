package experiment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

// unlimited is the budget of levels whose searches end at a depth.
const unlimited = 1000 * time.Hour

var depthsKind = Kind{
	Usual: Settings{Kind: "depths", Games: []string{"connect4:7x6:4"}, Depth: 5, Opening: 2, N: 100},
	About: "games between players that look 1, 2, 3 … plies ahead",
	New:   newDepths,
}

var weightsKind = Kind{
	Usual: Settings{Kind: "weights", Games: []string{"connect4:7x6:4"}, Opening: 2, N: 100, Levels: []string{
		"depth=4", "custom:depth=4,name=wins only",
		"custom:depth=4,open3=5,open2=2,their3=4,their2=0,centre=3,theircentre=0,name=5 and 2 and -4",
		"custom:depth=4,open3=100,open2=10,open1=1,name=100 10 1",
	}},
	About: "games of each level, or set of weights, with each other",
	New:   newWeights,
}

// tournament is an experiment of matches between players.
type tournament struct {
	Settings
	game    rules.Game
	engine  *minimax.Engine
	players []minimax.Level
	title   string
}

func newDepths(s Settings) (*Experiment, error) {
	if s.Depth < 2 || s.Depth > maxDepth {
		return nil, fmt.Errorf("depth %d: must be 2 to %d", s.Depth, maxDepth)
	}
	var players []minimax.Level
	for depth := 1; depth <= s.Depth; depth++ {
		l, err := ParsePlayer(plainPrefix + fmt.Sprint(depth))
		if err != nil {
			return nil, err
		}
		players = append(players, l)
	}
	f := &tournament{Settings: s, players: players, title: "Depth against depth"}
	e, err := f.experiment()
	if err == nil {
		e.table = f.depthsTable
	}
	return e, err
}

func newWeights(s Settings) (*Experiment, error) {
	var players []minimax.Level
	for _, text := range s.Levels {
		l, err := ParsePlayer(text)
		if err != nil {
			return nil, err
		}
		players = append(players, l)
	}
	if len(players) < 2 {
		return nil, errors.New("weights needs at least two levels")
	}
	f := &tournament{Settings: s, players: players, title: "Each with each"}
	e, err := f.experiment()
	if err == nil {
		e.table = f.weightsTable
	}
	return e, err
}

// experiment returns the experiment. The caller must set its table. A trial is a pair of games with
// the same opening and sides swapped.
func (f *tournament) experiment() (*Experiment, error) {
	var err error
	if f.game, err = f.onlyGame(); err != nil {
		return nil, err
	}
	if f.N < 2 || f.N%2 != 0 || f.Opening < 0 {
		return nil, fmt.Errorf("games come in pairs: %d must be even and at least 2", f.N)
	}
	f.engine = minimax.NewEngine(minimax.Options{})
	e := &Experiment{Settings: f.Settings}
	for n := range f.N / 2 { // one pair of each match at a time, so that an early table has all matches
		for a := range f.players {
			for b := range a {
				pair := func(ctx context.Context) (Values, error) { return f.pair(ctx, f.players[a], f.players[b], n) }
				e.trials = append(e.trials, trial{pairID(a, b, n), gameCost(f.players[a]) + gameCost(f.players[b]), pair})
			}
		}
	}
	return e, nil
}

func pairID(a, b, n int) string { return fmt.Sprintf("%d-%d/%d", a, b, n) }

// gameCost estimates the work of a player in one game, relative to other players.
func gameCost(l minimax.Level) float64 {
	cost := 1.0
	for range l.Depth {
		cost *= 3
	}
	return cost
}

// pair plays two games with the same opening and sides swapped.
func (f *tournament) pair(ctx context.Context, a, b minimax.Level, n int) (Values, error) {
	t, err := match.Play(ctx, f.engine, match.Config{Game: f.game, A: a, B: b, Games: 2, Seed: f.rng(n).Uint64(), Opening: f.Opening}, nil)
	if err != nil {
		return nil, err
	}
	v := Values{
		"won": float64(t.Wins), "drawn": float64(t.Draws), "lost": float64(t.Losses),
		"first": float64(t.AsFirst[0] + t.Losses - t.AsFirst[2]), "first_lost": float64(t.AsFirst[2] + t.Wins - t.AsFirst[0]),
	}
	for suffix, m := range map[string]match.Moves{"_a": t.A, "_b": t.B} {
		v["moves"+suffix], v["nodes"+suffix], v["ms"+suffix] = float64(m.Played), float64(m.Nodes), m.Time.Seconds()*1e3
		v["searched"+suffix], v["depths"+suffix] = float64(m.Searched), float64(m.Depths)
	}
	return v, nil
}

// sum adds up the completed pairs of the match between players a and b.
func (f *tournament) sum(done map[string]Values, a, b int) Values {
	total := Values{}
	for n := range f.N / 2 {
		for key, v := range done[pairID(a, b, n)] {
			total[key] += v
		}
	}
	return total
}

// gameColumns are the columns of results, after those that name the players.
var gameColumns = []Column{
	{"games", "", whole},
	{"won", "", whole},
	{"drawn", "", whole},
	{"lost", "", whole},
	{"points", "percent, a draw is half", decimal},
	{"points_low", "", decimal},
	{"points_high", "", decimal},
}

var effortColumns = []Column{
	{"nodes_move", "positions for a move", whole},
	{"ms_move", "time for a move", decimal},
	{"depth_move", "mean depth of the searches, in plies; moves from a table, a book or the exact solver have none", decimal},
}

// resultCells returns the cells of gameColumns, and the share of points for the plot.
func resultCells(v Values) (cells []any, points Point) {
	n := v["won"] + v["drawn"] + v["lost"]
	share, low, high := match.Wilson(v["won"]+v["drawn"]/2, int(n))
	points = Point{Y: 100 * share, Low: 100 * low, High: 100 * high}
	return []any{n, v["won"], v["drawn"], v["lost"], points.Y, points.Low, points.High}, points
}

// perMove returns the cells of effortColumns for player a.
func perMove(v Values) []any {
	moves := max(1, v["moves_a"])
	cells := []any{v["nodes_a"] / moves, v["ms_a"] / moves, nil}
	if n := v["searched_a"]; n > 0 {
		cells[2] = v["depths_a"] / n
	}
	return cells
}

func (f *tournament) depthsTable(done map[string]Values) Table {
	t := Table{
		Title:   fmt.Sprintf("%s, %s", f.title, f.game.Variant()),
		Columns: append(append([]Column{{"depth", "plies", whole}, {"against", "plies", whole}}, gameColumns...), effortColumns...),
		Plot:    Plot{X: "depth of the deeper player in plies", Y: "its points in percent", Top: 100},
	}
	for b := range f.players {
		line := Line{Name: fmt.Sprintf("against depth %d", b+1)}
		for a := b + 1; a < len(f.players); a++ {
			v := f.sum(done, a, b)
			if len(v) == 0 {
				continue
			}
			cells, p := resultCells(v)
			t.addRow(append(append([]any{a + 1, b + 1}, cells...), perMove(v)...)...)
			p.X = float64(a + 1)
			line.Points = append(line.Points, p)
		}
		if b < len(f.players)-1 {
			t.Plot.Lines = append(t.Plot.Lines, line)
		}
	}
	return t
}

// everybody is the opponent in the rows that add up all matches of a player.
const everybody = "all others"

func (f *tournament) weightsTable(done map[string]Values) Table {
	t := Table{
		Title:   fmt.Sprintf("%s, %s", f.title, f.game.Variant()),
		Columns: append(append([]Column{{"level", "", text}, {"against", "", text}}, gameColumns...), effortColumns...),
		Plot:    Plot{X: "", Y: "points in percent against all others", Top: 100, Bars: true},
	}
	for i, p := range f.players {
		total := Values{}
		for j, q := range f.players {
			if i == j {
				continue
			}
			v := f.sum(done, max(i, j), min(i, j))
			if len(v) == 0 {
				continue
			}
			if i < j {
				v = swapped(v)
			}
			cells, _ := resultCells(v)
			t.addRow(append(append([]any{shortName(p), shortName(q)}, cells...), perMove(v)...)...)
			for key, x := range v {
				total[key] += x
			}
		}
		if len(total) == 0 {
			continue
		}
		cells, point := resultCells(total)
		t.addRow(append(append([]any{shortName(p), everybody}, cells...), perMove(total)...)...)
		t.Plot.Lines = append(t.Plot.Lines, Line{Name: shortName(p), Points: []Point{point}})
	}
	return t
}

// swapped returns the results of a match with players a and b exchanged.
func swapped(v Values) Values {
	other := strings.NewReplacer("_a", "_b", "_b", "_a", "won", "lost", "lost", "won")
	swapped := Values{}
	for key, x := range v {
		if !strings.HasPrefix(key, "first") {
			swapped[other.Replace(key)] = x
		}
	}
	return swapped
}

// shortName returns the name within the text of a custom level. Other levels keep their Name.
func shortName(l minimax.Level) string {
	if c, err := custom.Parse(l.Name); err == nil && c.Name != "" {
		return c.Name
	}
	return l.Name
}
