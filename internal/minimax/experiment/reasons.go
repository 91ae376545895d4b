package experiment

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/rules"
)

var reasonsKind = Kind{
	Usual: Settings{Kind: "reasons", Game: "connect4:7x6:4", Opening: 2, Positions: 75, Levels: []string{"random", "very-easy", "easy", "normal", "difficult"}},
	About: "how many positions and mistakes have a proved reason",
	New:   newReasons,
}

// bands are the numbers of discs, from and to, that the experiment tells apart, on a board of 42 cells.
var bands = [...][2]int{{8, 12}, {13, 18}, {19, 24}, {25, 30}}

// maxGames is how many games are played to find one position. On small boards there are hardly any quiet ones.
const maxGames = 1000

// explaining is an experiment that looks for reasons.
type explaining struct {
	Settings
	game   rules.Game
	engine *minimax.Engine
	levels []minimax.Level
	groups []*explained // of each class, each band
}

// explained are the results for a class of positions in a band.
type explained struct {
	class names.Text
	band  [2]int
	times []float64         // milliseconds
	found []*reasons.Reason // nil: none
}

func newReasons(s Settings) (*Experiment, error) {
	f := &explaining{Settings: s, engine: minimax.NewEngine(minimax.DefaultTableBytes)}
	var err error
	if f.game, err = s.parseGame(); err != nil {
		return nil, err
	}
	if !minimax.CanExplain(f.game.Start()) {
		return nil, errors.New("reasons are known for Connect Four on boards with columns x (rows + 1) of at most 64")
	}
	for _, text := range s.Levels {
		l, err := match.ParsePlayer(text)
		if err != nil {
			return nil, err
		}
		f.levels = append(f.levels, l)
	}
	if len(f.levels) == 0 {
		return nil, errors.New("reasons needs a level")
	}
	columns, rows, _ := f.game.Start().(*rules.Connect4Position).Size()
	e := &Experiment{Settings: s, measured: reasonsMeasured.With(s.Positions, s.Opening), table: f.table}
	for _, class := range []names.Text{wonText, lostText, mistakeText} {
		for _, band := range bands {
			for i, discs := range band {
				band[i] = discs * columns * rows / 42
			}
			f.groups = append(f.groups, &explained{class: class, band: band})
		}
	}
	for n := range s.Positions { // one position of each class and band at a time, so that an early table has all
		for i, g := range f.groups {
			if g.class == mistakeText || n%2 == 0 == (g.class == wonText) { // half of the quiet positions are won
				e.trials = append(e.trials, func(ctx context.Context) error { return f.explain(ctx, g, s.rng(n*len(f.groups)+i)) })
			}
		}
	}
	return e, nil
}

// explain adds a position to a group, if one is found.
func (f *explaining) explain(ctx context.Context, g *explained, rng *rand.Rand) error {
	pos, err := f.sample(ctx, g, rng)
	for games := 1; pos == nil && err == nil && games < maxGames; games++ {
		pos, err = f.sample(ctx, g, rng)
	}
	if pos == nil || err != nil {
		return err
	}
	start := time.Now()
	r, err := f.engine.Explain(ctx, pos, minimax.ExplainBudget, false)
	if err == nil {
		g.times, g.found = append(g.times, time.Since(start).Seconds()*1e3), append(g.found, r)
	}
	return err
}

// sample returns a position of a game if it belongs to a group, or nil.
func (f *explaining) sample(ctx context.Context, g *explained, rng *rand.Rand) (*rules.Connect4Position, error) {
	least, most := g.band[0], g.band[1]
	if g.class == mistakeText { // the band is that of the position before the mistake
		least, most = least+1, most+1
	}
	sampled, _, err := match.Sample(ctx, f.engine, f.game, f.levels, f.Opening, least, most, rng)
	if err != nil || sampled == nil {
		return nil, err
	}
	pos := sampled.(*rules.Connect4Position)
	outcome, err := f.engine.Outcome(ctx, pos)
	if err != nil {
		return nil, err
	}
	var belongs bool
	switch g.class {
	case wonText:
		belongs = outcome > 0 && isQuiet(pos)
	case lostText:
		belongs = outcome < 0 && isQuiet(pos)
	case mistakeText:
		if outcome <= 0 {
			return nil, nil
		}
		before := pos.Clone().(*rules.Connect4Position)
		before.Undo()
		earlier, err := f.engine.Outcome(ctx, before)
		if err != nil {
			return nil, err
		}
		belongs = earlier >= 0
	}
	if !belongs {
		return nil, nil
	}
	return pos, nil
}

// isQuiet reports whether neither side can complete a line with the next disc.
func isQuiet(pos *rules.Connect4Position) bool {
	columns, rows, align := pos.Size()
	g := solver.NewGrid(solver.Board{Columns: columns, Rows: rows, Align: align})
	first, second := pos.Discs(rules.First)[0], pos.Discs(rules.Second)[0]
	return g.Landing(first|second)&(g.Wins(first)|g.Wins(second)) == 0
}

func (f *explaining) table() Table {
	t := Table{Title: reasonsTitle.With(f.game.Variant()), Columns: reasonsColumns, plot: plot{x: reasonsX, y: reasonsY}}
	for _, g := range f.groups {
		if len(g.found) > 0 {
			t.Rows = append(t.Rows, g.row())
			share, low, high := g.share(func(r *reasons.Reason) bool { return r != nil })
			t.plot.points = append(t.plot.points, point{g.class, g.band[0], mean{share, low, high}})
		}
	}
	return t
}

// share returns the share of the positions whose reason is as wanted, in percent, with its 95 % interval.
func (g *explained) share(wanted func(r *reasons.Reason) bool) (share, low, high float64) {
	n := 0
	for _, r := range g.found {
		if wanted(r) {
			n++
		}
	}
	share, low, high = match.Wilson(float64(n), len(g.found))
	return 100 * share, 100 * low, 100 * high
}

func (g *explained) row() []any {
	is := func(k reasons.Kind) any {
		share, _, _ := g.share(func(r *reasons.Reason) bool { return r != nil && r.Kind == k })
		return share
	}
	row := []any{g.class, bandText.With(g.band[0], g.band[1]), len(g.found)}
	for _, k := range reasons.Kinds {
		row = append(row, is(k))
	}
	share, low, high := g.share(func(r *reasons.Reason) bool { return r != nil })
	shown, _, _ := g.share(func(r *reasons.Reason) bool { return r != nil && r.Grade != reasons.Hard })
	sorted := slices.Sorted(slices.Values(g.times))
	return append(row, share, low, high, shown, meanOf(g.times).Mean, sorted[len(sorted)/2])
}
