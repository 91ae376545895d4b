package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// maxDepth is the maximum depth in the settings of an experiment, in plies.
const maxDepth = 20

// technique is a way to search, with its name in the table.
type technique struct {
	name        string
	measurement minimax.Measurement
}

var techniques = []technique{
	{"minimax", minimax.Measurement{}},
	{"alpha-beta", minimax.Measurement{Technique: minimax.Technique{Pruned: true}}},
	{"ordered", minimax.Measurement{Technique: minimax.Technique{Pruned: true, Ordered: true}}},
	{"table", minimax.Measurement{Technique: minimax.Technique{Pruned: true, Ordered: true}, Tabled: true}},
}

var effortKind = Kind{
	Usual: Settings{Kind: "effort", Games: []string{"connect4:7x6:4"}, Depth: 8, Evaluation: minimax.EvaluationAI, Positions: 1, MaxNodes: 50_000_000},
	About: "positions, time and effective branching of minimax and alpha-beta, with ordered moves, and with a table too, by depth",
	New:   newEffort,
}

// effort is an experiment of the kind "effort".
type effort struct {
	Settings
	game  rules.Game
	found map[searches]*sample
}

// searches are the searches of one row of the table.
type searches struct {
	technique string
	depth     int
}

// sample has the figures of complete searches.
type sample struct{ nodes, last, ms []float64 }

func newEffort(s Settings) (*Experiment, error) {
	game, err := s.onlyGame()
	switch {
	case err != nil:
		return nil, err
	case !minimax.Inspectable(game.Start()):
		return nil, fmt.Errorf("effort is for Connect Four and tic-tac-toe")
	case s.Depth < 1 || s.Depth > maxDepth:
		return nil, fmt.Errorf("depth %d: must be 1 to %d", s.Depth, maxDepth)
	case s.Positions < 1 || s.MaxNodes < 1 || s.Opening < 0:
		return nil, fmt.Errorf("positions and nodes must be at least 1, an opening at least 0")
	case s.Positions > 1 && s.Opening == 0:
		return nil, fmt.Errorf("%d positions without random turns before them are all the same: add -opening 4", s.Positions)
	case !s.Evaluation.Valid():
		return nil, fmt.Errorf("there is no evaluation %q; there are %s, %s, %s, %s", s.Evaluation,
			minimax.EvaluationAI, minimax.EvaluationClassic, minimax.EvaluationTens, minimax.EvaluationNone)
	}
	f := effort{s, game, map[searches]*sample{}}
	e := &Experiment{Settings: s, table: f.table}
	for depth := 1; depth <= s.Depth; depth++ {
		for _, t := range techniques {
			row := &sample{}
			f.found[searches{t.name, depth}] = row
			for n := range s.Positions {
				e.trials = append(e.trials, func(ctx context.Context) error { return f.search(ctx, t, depth, n, row) })
			}
		}
	}
	return e, nil
}

func (f effort) search(ctx context.Context, t technique, depth, n int, row *sample) error {
	what := t.measurement
	what.Depth, what.Evaluation, what.MaxNodes = depth, f.Evaluation, f.MaxNodes
	found, _, err := minimax.Measure(ctx, randomPosition(f.game, f.Opening, f.rng(n)), what)
	if err == nil && found.Complete {
		row.nodes = append(row.nodes, float64(found.Total))
		row.last = append(row.last, float64(found.Nodes))
		row.ms = append(row.ms, found.Time.Seconds()*1e3)
	}
	return err
}

// randomPosition returns the position after a number of random turns. With at most
// match.LongestOpening turns, the game is not over.
func randomPosition(g rules.Game, turns int, rng interface{ IntN(int) int }) rules.Position {
	pos := g.Start()
	for range turns {
		moves := pos.Moves(nil)
		pos.Play(moves[rng.IntN(len(moves))])
	}
	return pos
}

func (f effort) table() Table {
	t := Table{
		Title: fmt.Sprintf("Effort of a search by depth, %s", f.game.Variant()),
		Columns: []Column{
			{"technique", "", text},
			{"depth", "plies", whole},
			{"positions", "searched from", whole},
			{"nodes", "positions visited, with the shallower searches, mean", whole},
			{"nodes_low", "", whole},
			{"nodes_high", "", whole},
			{"last_nodes", "without the shallower searches", whole},
			{"ms", "mean", decimal},
			{"ms_low", "", decimal},
			{"ms_high", "", decimal},
			{"branching", "effective", decimal},
		},
	}
	for _, technique := range techniques {
		for depth := 1; depth <= f.Depth; depth++ {
			row := f.found[searches{technique.name, depth}]
			if len(row.nodes) < f.Positions {
				continue // the mean of only the complete searches would mislead
			}
			last := meanOf(row.last).Mean
			t.Rows = append(t.Rows, slices.Concat([]any{technique.name, depth, f.Positions},
				meanOf(row.nodes).cells(f.Positions), []any{last}, meanOf(row.ms).cells(f.Positions), []any{branching(last, depth)}))
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
