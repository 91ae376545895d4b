package experiment

import (
	"context"
	"fmt"
	"math"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// maxDepth is the maximum depth in the settings of an experiment, in plies.
const maxDepth = 20

// technique is a way to search, with its name in the table.
type technique struct {
	name        string
	measurement minimax.Measurement
	growth      float64 // estimated factor of the nodes with each ply, for seven columns; used for the time left
}

var techniques = []technique{
	{"minimax", minimax.Measurement{}, 6.9},
	{"alpha-beta", minimax.Measurement{Technique: minimax.Technique{Pruned: true}}, 4},
	{"ordered", minimax.Measurement{Technique: minimax.Technique{Pruned: true, Ordered: true}}, 3.2},
	{"table", minimax.Measurement{Technique: minimax.Technique{Pruned: true, Ordered: true}, Tabled: true}, 2.8},
}

var effortKind = Kind{
	Usual: Settings{Kind: "effort", Games: []string{"connect4:7x6:4"}, Depth: 8, Evaluation: minimax.EvaluationAI, Positions: 1, MaxNodes: 50_000_000},
	About: "positions, time and effective branching of minimax and alpha-beta, with ordered moves, and with a table too, by depth",
	New:   newEffort,
}

// effort is an experiment of the kind "effort".
type effort struct {
	Settings
	game rules.Game
}

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
	f := effort{s, game}
	e := &Experiment{Settings: s, table: f.table}
	for depth := 1; depth <= s.Depth; depth++ {
		for _, t := range techniques {
			for n := range s.Positions {
				search := func(ctx context.Context) (Values, error) { return f.search(ctx, t, depth, n) }
				e.trials = append(e.trials, trial{effortID(t, depth, n), math.Pow(t.growth, float64(depth)), search})
			}
		}
	}
	return e, nil
}

func effortID(t technique, depth, n int) string { return fmt.Sprintf("%s/%d/%d", t.name, depth, n) }

func (f effort) search(ctx context.Context, t technique, depth, n int) (Values, error) {
	what := t.measurement
	what.Depth, what.Evaluation, what.MaxNodes = depth, f.Evaluation, f.MaxNodes
	found, value, err := minimax.Measure(ctx, randomPosition(f.game, f.Opening, f.rng(n)), what)
	if err != nil {
		return nil, err
	}
	v := Values{"nodes": float64(found.Total), "last": float64(found.Nodes), "ms": found.Time.Seconds() * 1e3, "value": float64(value), "complete": 0}
	if found.Complete {
		v["complete"] = 1
	}
	return v, nil
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

func (f effort) table(done map[string]Values) Table {
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
		Plot: Plot{X: "depth in plies", Y: "positions, with shallower searches (each line: × 10)", Log: true},
	}
	for _, technique := range techniques {
		line := Line{Name: technique.name}
		for depth := 1; depth <= f.Depth; depth++ {
			var nodes, last, ms []float64
			for n := range f.Positions {
				if v := done[effortID(technique, depth, n)]; v["complete"] == 1 {
					nodes, last, ms = append(nodes, v["nodes"]), append(last, v["last"]), append(ms, v["ms"])
				}
			}
			if len(nodes) < f.Positions {
				continue // the mean of only the complete searches would mislead
			}
			n, m := meanOf(nodes), meanOf(ms)
			cells := append([]any{technique.name, depth, len(nodes)}, n.cells(len(nodes))...)
			cells = append(append(cells, meanOf(last).Mean), m.cells(len(nodes))...)
			t.addRow(append(cells, branching(meanOf(last).Mean, depth))...)
			line.Points = append(line.Points, Point{float64(depth), n.Mean, n.Low, n.High})
		}
		t.Plot.Lines = append(t.Plot.Lines, line)
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
