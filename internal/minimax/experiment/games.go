package experiment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

// unlimited is the budget of levels whose searches end at a depth.
const unlimited = 1000 * time.Hour

var depthsKind = Kind{
	Usual: Settings{Kind: "depths", Game: "connect4:7x6:4", Depth: 5, Opening: 2, N: 100},
	About: "games between players that look 1, 2, 3 … plies ahead",
	New:   newDepths,
}

var weightsKind = Kind{
	Usual: Settings{Kind: "weights", Game: "connect4:7x6:4", Opening: 2, N: 100, Levels: []string{
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
	tallies map[[2]int]*match.Tally // of the match between two players; the later one comes first
}

func newDepths(s Settings) (*Experiment, error) {
	if s.Depth < 2 || s.Depth > maxDepth {
		return nil, fmt.Errorf("depth %d: must be 2 to %d", s.Depth, maxDepth)
	}
	var players []string
	for depth := 1; depth <= s.Depth; depth++ {
		players = append(players, fmt.Sprint(plainPrefix, depth))
	}
	f, e, err := newTournament(s, players)
	if err == nil {
		e.table = f.depthsTable
	}
	return e, err
}

func newWeights(s Settings) (*Experiment, error) {
	if len(s.Levels) < 2 {
		return nil, errors.New("weights needs at least two levels")
	}
	f, e, err := newTournament(s, s.Levels)
	if err == nil {
		e.table = f.weightsTable
	}
	return e, err
}

// newTournament returns an experiment whose trials are pairs of games with the same opening and sides
// swapped. The caller must set its table.
func newTournament(s Settings, players []string) (*tournament, *Experiment, error) {
	f := &tournament{Settings: s, engine: minimax.NewEngine(minimax.DefaultTableBytes), tallies: map[[2]int]*match.Tally{}}
	var err error
	if f.game, err = s.parseGame(); err != nil {
		return nil, nil, err
	}
	for _, text := range players {
		l, err := ParsePlayer(text)
		if err != nil {
			return nil, nil, err
		}
		f.players = append(f.players, l)
	}
	if s.N < 2 || s.N%2 != 0 {
		return nil, nil, fmt.Errorf("games come in pairs: %d must be even and at least 2", s.N)
	}
	e := &Experiment{Settings: s, measured: fmt.Sprintf("%d games of each two players, after %d random turns", s.N, s.Opening)}
	for n := range s.N / 2 { // one pair of each match at a time, so that an early table has all matches
		for a := range f.players {
			for b := range a {
				if n == 0 {
					f.tallies[[2]int{a, b}] = &match.Tally{}
				}
				e.trials = append(e.trials, func(ctx context.Context) error { return f.playPair(ctx, a, b, n) })
			}
		}
	}
	return f, e, nil
}

// playPair plays two games of players a and b, with the same opening and sides swapped.
func (f *tournament) playPair(ctx context.Context, a, b, n int) error {
	t, err := match.Play(ctx, f.engine, match.Config{
		Game: f.game, A: f.players[a], B: f.players[b], Games: 2, Seed: f.rng(n).Uint64(), Opening: f.Opening,
	}, nil)
	if err == nil {
		f.tallies[[2]int{a, b}].Add(t)
	}
	return err
}

// tally returns the results of player i against player j.
func (f *tournament) tally(i, j int) match.Tally {
	if i < j {
		return f.tallies[[2]int{j, i}].Swapped()
	}
	return *f.tallies[[2]int{i, j}]
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
	{"nodes_move", "positions for a move", whole},
	{"ms_move", "time for a move", decimal},
	{"depth_move", "mean depth of the searches, in plies; moves from a table, a book or the exact solver have none", decimal},
}

// cellsOf returns the cells of gameColumns for player A of a match, and its points for the plot.
func cellsOf(t match.Tally) ([]any, mean) {
	share, low, high := match.Wilson(float64(t.Wins)+float64(t.Draws)/2, t.Games())
	points, moves := mean{100 * share, 100 * low, 100 * high}, float64(max(1, t.A.Played))
	var depth any
	if t.A.Searched > 0 {
		depth = t.A.MeanDepth()
	}
	return []any{
		t.Games(), t.Wins, t.Draws, t.Losses, points.Mean, points.Low, points.High,
		float64(t.A.Nodes) / moves, t.A.Time.Seconds() * 1e3 / moves, depth,
	}, points
}

func (f *tournament) depthsTable() Table {
	t := Table{
		Title:   fmt.Sprintf("Depth against depth, %s", f.game.Variant()),
		Columns: append([]Column{{"depth", "plies", whole}, {"against", "plies", whole}}, gameColumns...),
		plot:    plot{x: "depth of the deeper player in plies", y: "its points in percent"},
	}
	for b := range f.players {
		for a := b + 1; a < len(f.players); a++ {
			if results := f.tally(a, b); results.Games() > 0 {
				cells, points := cellsOf(results)
				t.Rows = append(t.Rows, append([]any{a + 1, b + 1}, cells...))
				t.plot.points = append(t.plot.points, point{fmt.Sprintf("against depth %d", b+1), a + 1, points})
			}
		}
	}
	return t
}

// everybody is the opponent in the rows that add up all matches of a player.
const everybody = "all others"

func (f *tournament) weightsTable() Table {
	t := Table{
		Title:   fmt.Sprintf("Each with each, %s", f.game.Variant()),
		Columns: append([]Column{{"level", "", text}, {"against", "", text}}, gameColumns...),
		plot:    plot{x: "level", y: "points in percent against all others", bars: true},
	}
	for i, p := range f.players {
		var total match.Tally
		row := func(against string, results match.Tally) {
			if cells, _ := cellsOf(results); results.Games() > 0 {
				t.Rows = append(t.Rows, append([]any{shortName(p), against}, cells...))
			}
		}
		for j, q := range f.players {
			if i != j {
				results := f.tally(i, j)
				row(shortName(q), results)
				total.Add(results)
			}
		}
		row(everybody, total)
		if _, points := cellsOf(total); total.Games() > 0 {
			t.plot.points = append(t.plot.points, point{shortName(p), i, points})
		}
	}
	return t
}

// shortName returns the name within the text of a custom level. Other levels keep their Name.
func shortName(l minimax.Level) string {
	if c, err := custom.Parse(l.Name); err == nil && c.Name != "" {
		return c.Name
	}
	return l.Name
}
