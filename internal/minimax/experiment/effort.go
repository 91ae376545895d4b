package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

var effortKind = Kind{
	Usual: Settings{Kind: "effort", Game: "connect4:7x6:4", Depth: 8, Evaluation: minimax.EvaluationAI, Positions: 1, MaxNodes: 50_000_000},
	About: "positions, time and effective branching of minimax, alpha-beta, alpha-beta with ordered moves, and with a table too, by depth",
	New:   newEffort,
}

// effort is an experiment of the kind "effort".
type effort struct {
	Settings
	game  rules.Game
	after rules.Position // the position after Moves; nil: without them
	found [][]*sample    // by technique and, from 0, by depth
}

// sample has the figures of complete searches.
type sample struct{ nodes, last, ms []float64 }

func newEffort(s Settings) (*Experiment, error) {
	game, err := s.parseGame()
	switch {
	case err != nil:
		return nil, err
	case s.Depth < 1 || s.Depth > match.MaxDepth:
		return nil, fmt.Errorf("depth %d: must be 1 to %d", s.Depth, match.MaxDepth)
	case s.Positions < 1 || s.MaxNodes < 1:
		return nil, fmt.Errorf("positions and nodes must be at least 1")
	case s.Positions > 1 && s.Opening == 0:
		return nil, fmt.Errorf("%d positions without random turns before them are all the same: add -opening 4", s.Positions)
	case !s.Evaluation.Valid():
		return nil, fmt.Errorf("there is no evaluation %q; there are %s, %s, %s, %s", s.Evaluation,
			minimax.EvaluationAI, minimax.EvaluationClassic, minimax.EvaluationTens, minimax.EvaluationNone)
	}
	f := effort{Settings: s, game: game, found: make([][]*sample, len(minimax.Techniques))}
	measured := effortMeasured.With(s.Positions, s.Opening, s.Evaluation)
	if s.Moves != "" {
		if f.after, err = s.position(game); err != nil {
			return nil, err
		}
		measured = effortAfter.With(s.Moves, s.Evaluation)
	}
	e := &Experiment{Settings: s, measured: measured, table: f.table}
	for t := range f.found {
		for range s.Depth {
			f.found[t] = append(f.found[t], &sample{})
		}
		for n := range s.Positions {
			e.trials = append(e.trials, func(ctx context.Context) error { return f.search(ctx, t, n) })
		}
	}
	return e, nil
}

// position returns the position after the moves of the settings.
func (s Settings) position(game rules.Game) (rules.Position, error) {
	if s.Positions > 1 || s.Opening > 0 {
		return nil, errors.New("moves lead to one position, without random turns before it")
	}
	pos := game.Start()
	if err := rules.Replay(pos, rules.SplitMoves(game, s.Moves)); err != nil {
		return nil, fmt.Errorf("moves %q: %w", s.Moves, err)
	}
	if pos.Outcome().Over() {
		return nil, fmt.Errorf("moves %q: %w", s.Moves, minimax.ErrOver)
	}
	return pos, nil
}

// search searches a position with a technique, at all depths. The time of ordered moves includes the
// shallower searches that give the order, as the number of positions does.
func (f effort) search(ctx context.Context, t, n int) error {
	pos := f.after
	if pos == nil {
		pos, _ = match.RandomOpening(f.game, f.Opening, f.rng(n))
	}
	efforts, err := minimax.Measure(ctx, pos, minimax.Inspection{
		Technique: minimax.Techniques[t], Depth: f.Depth, Evaluation: f.Evaluation, MaxNodes: f.MaxNodes, Textbook: f.Textbook, FullRoot: f.FullRoot,
	})
	if err != nil {
		return err
	}
	took := 0.0
	for i, e := range efforts {
		if !e.Ordered {
			took = 0
		}
		took += e.Time.Seconds() * 1e3
		if row := f.found[t][i]; e.Complete {
			row.nodes, row.last, row.ms = append(row.nodes, float64(e.Total)), append(row.last, float64(e.Nodes)), append(row.ms, took)
		}
	}
	return nil
}

func (f effort) table() Table {
	t := Table{
		Title:   effortTitle.With(f.game.Variant()),
		Columns: effortColumns,
		plot:    plot{x: effortX, y: effortY, log: true},
	}
	for technique, rows := range f.found {
		for i, row := range rows {
			if len(row.nodes) < f.Positions {
				continue // the mean of only the complete searches would mislead
			}
			depth, nodes, last := i+1, meanOf(row.nodes), meanOf(row.last).Mean
			t.Rows = append(t.Rows, slices.Concat([]any{techniqueTexts[technique], depth, f.Positions},
				nodes.cells(f.Positions), []any{last}, meanOf(row.ms).cells(f.Positions), []any{branching(last, depth)}))
			logs := mean{math.Log10(nodes.Mean), math.Log10(max(1, nodes.Low)), math.Log10(nodes.High)}
			t.plot.points = append(t.plot.points, point{techniqueTexts[technique], depth, logs})
		}
	}
	return t
}

// branching returns the effective branching factor b (Nils Nilsson, 1971): a tree of this depth in
// which each inner node has b children has this number of nodes.
func branching(nodes float64, depth int) float64 {
	low, high := 0.0, nodes
	for range 100 {
		b := (low + high) / 2
		sum, power := 1.0, 1.0
		for range depth {
			power *= b
			sum += power
		}
		if sum > nodes {
			high = b
		} else {
			low = b
		}
	}
	return high
}
