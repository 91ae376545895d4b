package experiment

import (
	"context"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// exactTime is the maximum time to solve a start position.
const exactTime = 5 * time.Second

var firstKind = Kind{
	Usual: Settings{Kind: "first", Games: []string{
		"tictactoe", "connect4:4x4:4", "connect4:5x4:4", "connect4:5x5:4", "connect4:6x5:4", "connect4:6x6:4", "connect4:7x5:4", "connect4:7x6:4", "connect4:7x7:4", "connect4:8x6:4", "connect4:8x7:4",
	}, Levels: []string{"difficult"}, N: 100},
	About: "what the first move is worth on each size: exactly, and in games of a level with itself",
	New:   newFirst,
}

// first is an experiment of the kind "first".
type first struct {
	Settings
	boards []*tournament
}

func newFirst(s Settings) (*Experiment, error) {
	if len(s.Levels) != 1 {
		return nil, fmt.Errorf("first is about one level, not %d", len(s.Levels))
	}
	level, err := ParsePlayer(s.Levels[0])
	if err != nil {
		return nil, err
	}
	if s.N < 2 || s.N%2 != 0 {
		return nil, fmt.Errorf("games come in pairs: %d must be even and at least 2", s.N)
	}
	all, err := s.parseGames()
	if err != nil {
		return nil, err
	}
	engine := minimax.NewEngine(minimax.Options{})
	f := &first{Settings: s}
	e := &Experiment{Settings: s, table: f.table}
	for _, g := range all {
		f.boards = append(f.boards, &tournament{Settings: s, game: g, engine: engine})
	}
	for i, g := range f.boards {
		exact := func(ctx context.Context) (Values, error) { return solve(ctx, engine, g.game) }
		e.trials = append(e.trials, trial{exactID(i), 20 * gameCost(level), exact})
	}
	for n := range s.N / 2 {
		for i, g := range f.boards {
			pair := func(ctx context.Context) (Values, error) { return g.pair(ctx, level, level, n) }
			e.trials = append(e.trials, trial{batchID(i, n), gameCost(level), pair})
		}
	}
	return e, nil
}

func exactID(game int) string        { return fmt.Sprintf("exact/%d", game) }
func batchID(game, batch int) string { return fmt.Sprintf("%d/%d", game, batch) }

// solve finds the value of the start position, or bounds of the value if exactTime is too short.
func solve(ctx context.Context, engine *minimax.Engine, g rules.Game) (Values, error) {
	a, err := engine.Value(ctx, g.Start(), exactTime, nil)
	return Values{"low": float64(a.Value.Low), "high": float64(a.Value.High)}, err
}

// verdict describes the result of best play from the start position.
func verdict(v Values) string {
	value := minimax.Value{Low: minimax.Score(v["low"]), High: minimax.Score(v["high"])}
	switch plies, _ := value.Low.Mate(); {
	case v == nil || !value.Decided():
		return "unknown"
	case value.Low > 0 && value.Exact():
		return fmt.Sprintf("first wins in %d", plies)
	case value.Low > 0:
		return "first wins"
	case value.High < 0 && value.Exact():
		return fmt.Sprintf("second wins in %d", -plies)
	case value.High < 0:
		return "second wins"
	default:
		return "draw"
	}
}

func (f *first) table(done map[string]Values) Table {
	t := Table{
		Title:   fmt.Sprintf("What the first move is worth, games of %s with itself", f.Levels[0]),
		Columns: append([]Column{{"game", "", text}, {"best_play", "in plies", text}}, gameColumns...),
		Plot:    Plot{Y: "points of the first player in percent", Top: 100, Bars: true},
	}
	for i, g := range f.boards {
		sum := Values{}
		for n := range f.N / 2 {
			v := done[batchID(i, n)]
			sum["won"] += v["first"]
			sum["drawn"] += v["drawn"]
			sum["lost"] += v["first_lost"]
		}
		cells, p := resultCells(sum)
		if cells[0] == 0.0 {
			continue
		}
		t.addRow(append([]any{g.game.Variant(), verdict(done[exactID(i)])}, cells...)...)
		t.Plot.Lines = append(t.Plot.Lines, Line{Name: g.game.Variant(), Points: []Point{p}})
	}
	return t
}
