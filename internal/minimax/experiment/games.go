package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/learn"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/rules"
)

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
	players []player
	tallies map[[2]int]*match.Tally // of the match between two players; the later one comes first
}

// player is a level, or a program that plays in its place.
type player struct {
	minimax.Level
	program match.Program
	name    names.Text // in the table
}

// open returns the player with a text.
func (s Settings) open(text string) (player, error) {
	if s.Open != nil {
		if program, name := s.Open(text); program != nil {
			return player{program: program, name: names.Text{name, name}}, nil
		}
	}
	l, err := match.ParsePlayer(text)
	return player{Level: l, name: shortName(l)}, err
}

// NewMatch returns an experiment in which each of the Levels, which may be programs, plays with each other, with a
// column of the games that a program lost by an error. forfeits returns the first error of each program that lost
// so, by its name.
func NewMatch(s Settings) (e *Experiment, forfeits func() map[string]error, err error) {
	if len(s.Levels) < 2 {
		return nil, nil, errors.New("a match needs two players")
	}
	f, e, err := newTournament(s, s.Levels, (*tournament).weightsTable)
	if err != nil {
		return nil, nil, err
	}
	return e, f.forfeits, nil
}

func newDepths(s Settings) (*Experiment, error) {
	if s.Depth < 2 || s.Depth > match.MaxDepth {
		return nil, fmt.Errorf("depth %d: must be 2 to %d", s.Depth, match.MaxDepth)
	}
	var players []string
	for depth := 1; depth <= s.Depth; depth++ {
		players = append(players, fmt.Sprint("depth=", depth))
	}
	_, e, err := newTournament(s, players, (*tournament).depthsTable)
	return e, err
}

func newWeights(s Settings) (*Experiment, error) {
	if len(s.Levels) < 2 {
		return nil, errors.New("weights needs at least two levels")
	}
	_, e, err := newTournament(s, s.Levels, (*tournament).weightsTable)
	return e, err
}

// newTournament returns an experiment whose trials are pairs of games with the same opening and sides
// swapped.
func newTournament(s Settings, players []string, table func(*tournament) Table) (*tournament, *Experiment, error) {
	f := &tournament{Settings: s, engine: minimax.NewEngine(minimax.DefaultTableBytes), tallies: map[[2]int]*match.Tally{}}
	var err error
	if f.game, err = s.parseGame(); err != nil {
		return nil, nil, err
	}
	for _, text := range players {
		p, err := s.open(text)
		if err != nil {
			return nil, nil, err
		}
		if p.program != nil {
			p.name = f.freeName(p.name)
		}
		f.players = append(f.players, p)
	}
	if s.N < 2 || s.N%2 != 0 {
		return nil, nil, fmt.Errorf("games come in pairs: %d must be even and at least 2", s.N)
	}
	e := &Experiment{Settings: s, measured: gamesMeasured.With(s.N, s.Opening), table: func() Table { return table(f) }}
	for n := range s.N / 2 { // one pair of each match at a time, so that an early table has all matches
		for a := range f.players {
			for b := range a {
				if s.FirstOnly && b > 0 {
					break
				}
				if n == 0 {
					f.tallies[[2]int{a, b}] = &match.Tally{}
				}
				e.trials = append(e.trials, func(ctx context.Context) error { return f.playPair(ctx, a, b, n) })
			}
		}
	}
	return f, e, nil
}

// freeName returns a name that no player has, for a program with this name.
func (f *tournament) freeName(name names.Text) names.Text {
	free := name
	for n := 2; slices.ContainsFunc(f.players, func(p player) bool { return p.name == free }); n++ {
		free = names.Text{"%s (%d)", "%s (%d)"}.With(name, n)
	}
	return free
}

// playPair plays two games of players a and b, with the same opening and sides swapped.
func (f *tournament) playPair(ctx context.Context, a, b, n int) error {
	t, err := match.Play(ctx, f.engine, match.Config{
		Game: f.game, A: f.players[a].Level, B: f.players[b].Level, Seed: f.Seed, Opening: f.Opening,
		Programs: [2]match.Program{f.players[a].program, f.players[b].program},
	}.Pair(n))
	if err == nil {
		f.tallies[[2]int{a, b}].Add(t)
	}
	return err
}

// tally returns the results of player i against player j.
func (f *tournament) tally(i, j int) match.Tally {
	results, played := f.tallies[[2]int{max(i, j), min(i, j)}]
	switch {
	case !played:
		return match.Tally{}
	case i < j:
		return results.Swapped()
	}
	return *results
}

// cellsOf returns the cells of gameColumns for player A of a match, and its points for the plot.
func cellsOf(t match.Tally) ([]any, mean) {
	share, low, high := match.Wilson(float64(t.Wins)+float64(t.Draws)/2, t.Games())
	points, moves := mean{100 * share, 100 * low, 100 * high}, float64(max(1, t.Moves[0].Played))
	var depth any
	if t.Moves[0].Searched > 0 {
		depth = t.Moves[0].MeanDepth()
	}
	return []any{
		t.Games(), t.Wins, t.Draws, t.Losses, points.Mean, points.Low, points.High,
		float64(t.Moves[0].Nodes) / moves, t.Moves[0].MS / moves, depth,
	}, points
}

func (f *tournament) depthsTable() Table {
	t := Table{
		Title:   depthsTitle.With(f.game.Variant()),
		Columns: slices.Concat(depthsColumns, gameColumns),
		plot:    plot{x: depthsX, y: depthsY},
	}
	for b := range f.players {
		for a := b + 1; a < len(f.players); a++ {
			if results := f.tally(a, b); results.Games() > 0 {
				cells, points := cellsOf(results)
				t.Rows = append(t.Rows, append([]any{a + 1, b + 1}, cells...))
				t.plot.points = append(t.plot.points, point{againstDepth.With(b + 1), a + 1, points})
			}
		}
	}
	return t
}

func (f *tournament) forfeits() map[string]error {
	found := map[string]error{}
	f.eachResult(func(name, against names.Text, results match.Tally) {
		if against == everybody && results.Moves[0].Forfeit != nil {
			found[name.String()] = results.Moves[0].Forfeit
		}
	})
	return found
}

// weightsTable has a column of the games that a program lost by an error, if programs may play.
func (f *tournament) weightsTable() Table {
	t := Table{
		Title:   weightsTitle.With(f.game.Variant()),
		Columns: slices.Concat(weightsColumns, gameColumns),
		plot:    plot{x: weightsX, y: weightsY, bars: true},
	}
	if f.Open != nil {
		t.Columns = append(t.Columns, forfeitsColumn)
	}
	f.eachResult(func(name, against names.Text, results match.Tally) {
		cells, points := cellsOf(results)
		row := append([]any{name, against}, cells...)
		if f.Open != nil {
			row = append(row, results.Moves[0].Forfeits)
		}
		t.Rows = append(t.Rows, row)
		if against == everybody {
			t.plot.points = append(t.plot.points, point{name, len(t.plot.points), points})
		}
	})
	return t
}

// eachResult calls do with the results of each player: against each other player, and then against everybody.
// It leaves out matches without games.
func (f *tournament) eachResult(do func(name, against names.Text, results match.Tally)) {
	for i, p := range f.players {
		var total match.Tally
		row := func(against names.Text, results match.Tally) {
			if results.Games() > 0 {
				do(p.name, against, results)
			}
		}
		for j, q := range f.players {
			if i != j {
				row(q.name, f.tally(i, j))
				total.Add(f.tally(i, j))
			}
		}
		row(everybody, total)
	}
}

// shortName returns the name within the text of a custom level, and levelText of other levels.
func shortName(l minimax.Level) names.Text {
	if c, err := custom.Parse(l.Name); err == nil && c.Name != "" {
		return cmp.Or(usualNames[c.Name], names.Text{c.Name, c.Name})
	}
	return levelText(l.Name)
}

// levelText returns the text of a player; in French one of the eight levels has its name.
func levelText(player string) names.Text {
	if level, ok := names.Levels[player]; ok {
		return names.Text{player, level[names.French]}
	}
	return names.Text{player, player}
}

// NewLearning returns an experiment that measures l while it learns. The error is that of c.Check.
func NewLearning(l *learn.Learner, c learn.Course) (*Experiment, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	table := Table{
		Title:   learnTitle.With(l.Game),
		Columns: slices.Concat(learnColumns, gameColumns[:7]),
		plot:    plot{x: learnX.With(c.Every), y: learnY},
	}
	engine := minimax.NewEngine(minimax.DefaultTableBytes)
	curves := make([][]point, len(c.Levels))
	e := &Experiment{
		Settings: Settings{Seed: l.Seed},
		measured: learnMeasured.With(l.Rate, l.Discount, l.Explore, c.Games),
		table: func() Table {
			shown := table
			for _, curve := range curves {
				shown.plot.points = append(shown.plot.points, curve...)
			}
			return shown
		},
	}
	for number := 1; number <= c.Episodes/c.Every; number++ {
		e.trials = append(e.trials, func(ctx context.Context) error {
			results, err := c.Step(ctx, engine, l)
			for i, t := range results {
				cells, points := cellsOf(t)
				against := levelText(c.Levels[i])
				table.Rows = append(table.Rows, append([]any{l.Episodes, l.Positions(), against}, cells[:7]...))
				curves[i] = append(curves[i], point{againstText.With(against), number, points})
			}
			return err
		})
	}
	return e, nil
}
