package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/minimax/reference"
	"github.com/quatre/quatre/internal/minimax/solver"
)

const benchUsage = `aiworker bench measures the exact solver on the reference sets: 7x6 positions with their exact scores, made
by this solver (internal/minimax/reference). Every score is checked.

The table is empty before each set and kept between its positions. The opening book is not used. Of several
runs, the run with the median CPU time is shown. CPU time is user time: it does not include the kernel's work
to provide the table's memory. With one goroutine, every run searches the same number of nodes.

With -ablation, a row shows the solver without one technique. "alpha-beta" searches every move, with the table and
forced moves; "plain minimax" has no technique at all. These two give up on a position after -limit nodes: then
"unfinished" counts them, and the means are too low.`

type benchConfig struct {
	kinds         []reference.Kind
	runs          int
	every         int
	goroutines    int
	team          int
	tableMiB      int
	withAblations bool
	limit         int // nodes for a position without alpha-beta
}

func benchCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseBenchConfig(args, stderr)
	if err != nil {
		return refused(err, "bench", stderr)
	}
	if err := bench(ctx, cfg, stdout); err != nil {
		fmt.Fprintf(stderr, "aiworker bench: %v\n", err)
		return 1
	}
	return 0
}

func parseBenchConfig(args []string, stderr io.Writer) (benchConfig, error) {
	var cfg benchConfig
	var names []string
	for _, k := range reference.Kinds() {
		names = append(names, k.Name)
	}
	fs := newFlags("bench", benchUsage, stderr)
	sets := fs.String("sets", strings.Join(names, ","), "comma-separated `names` of the sets; the additional set \"empty\" is the empty board alone: it takes long and needs -table 1024")
	fs.IntVar(&cfg.runs, "runs", 1, "how often to run each set")
	fs.IntVar(&cfg.every, "every", 1, "use only every N-th position of a set")
	goroutinesFlag(fs, &cfg.goroutines)
	fs.IntVar(&cfg.team, "team", 1, "goroutines that solve each position together")
	tableFlag(fs, &cfg.tableMiB, 64)
	fs.BoolVar(&cfg.withAblations, "ablation", false, "also run without each technique, one at a time")
	fs.IntVar(&cfg.limit, "limit", 2_000_000, "`nodes` after which a search without alpha-beta gives up on a position")
	if err := parse(fs, args); err != nil {
		return cfg, err
	}
	if cfg.limit < 1 {
		return cfg, fmt.Errorf("-limit %d: must be at least 1", cfg.limit)
	}
	if cfg.runs < 1 || cfg.every < 1 || cfg.goroutines < 1 || cfg.team < 1 || cfg.tableMiB < 1 {
		return cfg, errors.New("-runs, -every, -goroutines, -team and -table must be at least 1")
	}
	for name := range strings.SplitSeq(*sets, ",") {
		if name == reference.Empty.Name {
			cfg.kinds = append(cfg.kinds, reference.Empty)
			continue
		}
		i := slices.Index(names, name)
		if i < 0 {
			return cfg, fmt.Errorf("-sets %s: there is no set %q; there are %s", *sets, name, strings.Join(names, ", "))
		}
		cfg.kinds = append(cfg.kinds, reference.Kinds()[i])
	}
	return cfg, nil
}

// measurement is the cost of one run.
type measurement struct {
	positions, nodes int
	unfinished       int     // of the positions
	cpu              float64 // user time in seconds, over all cores
	wall             time.Duration
}

// print prints a measurement. Nodes, CPU time and elapsed time are per position.
func (m measurement) print(w io.Writer, set, technique string) {
	n := float64(m.positions)
	fmt.Fprintf(w, "%-14s %-24s %9d %10d %12.0f %12.1f %12.1f %12.0f\n", set, technique, m.positions, m.unfinished,
		float64(m.nodes)/n, m.cpu/n*1e6, float64(m.wall.Microseconds())/n, float64(m.nodes)/m.cpu)
}

func bench(ctx context.Context, cfg benchConfig, stdout io.Writer) error {
	fmt.Fprintf(stdout, "%-14s %-24s %9s %10s %12s %12s %12s %12s\n", "set", "switched off", "positions", "unfinished", "mean nodes", "CPU us", "elapsed us", "nodes/CPU s")
	for _, k := range cfg.kinds {
		set, err := reference.Positions(k)
		if err != nil {
			return err
		}
		set = everyNth(set, cfg.every)
		for _, v := range solverVariants(cfg) {
			runs := make([]measurement, cfg.runs)
			for i := range runs {
				if runs[i], err = runSet(ctx, cfg, set, v); err != nil {
					return err
				}
			}
			slices.SortFunc(runs, func(a, b measurement) int { return cmp.Compare(a.cpu, b.cpu) })
			runs[len(runs)/2].print(stdout, k.Name, v.name)
		}
	}
	return nil
}

func everyNth(set []reference.Position, every int) (out []reference.Position) {
	for i := 0; i < len(set); i += every {
		out = append(out, set[i])
	}
	return out
}

// solverVariant is the solver, complete or without one technique.
type solverVariant struct {
	name        string
	newSearcher func(*solver.Table) searcher
	givesUp     bool // at benchConfig.limit
}

// searcher is a solver.Solver or a solver.Team.
type searcher interface {
	Solve(p solver.Position, lo, hi int, stop func() bool) (score int, ok bool)
	Nodes() int
}

func solverVariants(cfg benchConfig) []solverVariant {
	all := []solverVariant{{name: "nothing", newSearcher: func(t *solver.Table) searcher {
		if cfg.team > 1 {
			return solver.NewTeam(reference.Board, t, cfg.team)
		}
		return solver.New(reference.Board, t)
	}}}
	if cfg.withAblations {
		all = append(all, ablations()...)
	}
	return all
}

// runSet solves a set, starting with an empty table, on cfg.goroutines goroutines.
func runSet(ctx context.Context, cfg benchConfig, set []reference.Position, v solverVariant) (measurement, error) {
	table := solver.NewTable(reference.Board, cfg.tableMiB<<20)
	before, start := userSeconds(), time.Now()
	var wg sync.WaitGroup
	var next, nodes, unfinished atomic.Int64
	errs := make([]error, cfg.goroutines)
	for g := range cfg.goroutines {
		wg.Go(func() {
			s := v.newSearcher(table)
			defer func() { nodes.Add(int64(s.Nodes())) }()
			cells := reference.Board.Cells()
			for errs[g] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(set) {
					return
				}
				p := set[i]
				before := s.Nodes()
				score, ok := s.Solve(p.Position, -cells, cells, func() bool {
					return ctx.Err() != nil || v.givesUp && s.Nodes()-before >= cfg.limit
				})
				switch {
				case !ok:
					unfinished.Add(1)
					errs[g] = ctx.Err()
				case score != p.Score:
					errs[g] = fmt.Errorf("%s: got score %d, want %d", p.Moves, score, p.Score)
				}
			}
		})
	}
	wg.Wait()
	m := measurement{
		positions: len(set), unfinished: int(unfinished.Load()), nodes: int(nodes.Load()),
		cpu: userSeconds() - before, wall: time.Since(start),
	}
	return m, errors.Join(errs...)
}

// userSeconds returns the CPU time in user mode. System time is left out, because the
// kernel's work for the pages of a new table would dominate the easy sets.
func userSeconds() float64 {
	all, system := cpuSeconds()
	return all - system
}
