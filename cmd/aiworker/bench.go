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

const benchAbout = `aiworker bench measures the exact solver on the reference sets: 7x6, the positions made and graded by
this solver (internal/minimax/reference). Every score is compared.

The table is empty before each set and kept between its positions; the opening book is not used. Of several
runs the one with the median CPU time is shown. That is the program's own, without the system's work to
provide the table's memory. Nodes are the same in every run with one goroutine.`

type benchConfig struct {
	kinds      []reference.Kind
	runs       int
	every      int
	goroutines int
	team       int
	tableMiB   int
	ablation   bool
	dir        string
	seed       uint64
}

func benchCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := configureBench(args, stderr)
	if err != nil {
		return refused(err, "bench", stderr)
	}
	do := bench
	if cfg.dir != "" {
		do = makeSets
	}
	if err := do(ctx, cfg, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "aiworker bench: %v\n", err)
		return 1
	}
	return 0
}

func configureBench(args []string, stderr io.Writer) (benchConfig, error) {
	var cfg benchConfig
	var names []string
	for _, k := range reference.Kinds() {
		names = append(names, k.Name)
	}
	fs := newFlags("bench", benchAbout, stderr)
	sets := fs.String("sets", strings.Join(names, ","), "`names` of the sets, comma separated; empty is one more, the empty board alone, which takes a while and a table of 1024 MiB")
	fs.IntVar(&cfg.runs, "runs", 1, "how often to run each set")
	fs.IntVar(&cfg.every, "every", 1, "take each N-th position of a set only")
	goroutinesFlag(fs, &cfg.goroutines)
	fs.IntVar(&cfg.team, "team", 1, "how many goroutines solve each position together")
	tableFlag(fs, &cfg.tableMiB, 64)
	fs.BoolVar(&cfg.ablation, "ablation", false, "run again with each technique switched off in turn")
	fs.StringVar(&cfg.dir, "make", "", "measure nothing: make the sets and write them to this `folder`")
	fs.Uint64Var(&cfg.seed, "seed", 4, "of the positions that -make draws")
	if err := parse(fs, args); err != nil {
		return cfg, err
	}
	if cfg.runs < 1 || cfg.every < 1 || cfg.goroutines < 1 || cfg.team < 1 || cfg.tableMiB < 1 {
		return cfg, errors.New("-runs, -every, -goroutines, -team and -table are at least 1")
	}
	for name := range strings.SplitSeq(*sets, ",") {
		if name == reference.Empty.Name && cfg.dir == "" {
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

// measured is what a run has taken.
type measured struct {
	positions, nodes int
	cpu              float64 // seconds of all processors, without the system's
	wall             time.Duration
}

// row prints a measurement, all but the last field per position.
func (m measured) row(w io.Writer, set, technique string) {
	n := float64(m.positions)
	fmt.Fprintf(w, "%-14s %-24s %9d %12.0f %12.1f %12.1f %12.0f\n", set, technique, m.positions, float64(m.nodes)/n,
		m.cpu/n*1e6, float64(m.wall.Microseconds())/n, float64(m.nodes)/m.cpu)
}

func bench(ctx context.Context, cfg benchConfig, stdout, _ io.Writer) error {
	fmt.Fprintf(stdout, "%-14s %-24s %9s %12s %12s %12s %12s\n", "set", "switched off", "positions", "mean nodes", "CPU us", "elapsed us", "nodes/CPU s")
	for _, k := range cfg.kinds {
		set, err := reference.Positions(k)
		if err != nil {
			return err
		}
		set = thin(set, cfg.every)
		for _, v := range variants(cfg) {
			runs := make([]measured, cfg.runs)
			for i := range runs {
				if runs[i], err = runSet(ctx, cfg, set, v.new); err != nil {
					return err
				}
			}
			slices.SortFunc(runs, func(a, b measured) int { return cmp.Compare(a.cpu, b.cpu) })
			runs[len(runs)/2].row(stdout, k.Name, v.name)
		}
	}
	return nil
}

func thin(set []reference.Position, every int) (out []reference.Position) {
	for i := 0; i < len(set); i += every {
		out = append(out, set[i])
	}
	return out
}

// variant is a solver, all of it or without one technique.
type variant struct {
	name string
	new  func(*solver.Table) searcher
}

// searcher is one Solver or a Team.
type searcher interface {
	Solve(p solver.Position, lo, hi int, stop func() bool) (score int, ok bool)
	Nodes() int
}

func variants(cfg benchConfig) []variant {
	all := []variant{{"nothing", func(t *solver.Table) searcher {
		if cfg.team > 1 {
			return solver.NewTeam(reference.Board, t, cfg.team)
		}
		return solver.New(reference.Board, t)
	}}}
	if cfg.ablation {
		all = append(all, ablations()...)
	}
	return all
}

// runSet solves a set with an empty table, on as many goroutines as cfg says.
func runSet(ctx context.Context, cfg benchConfig, set []reference.Position, new func(*solver.Table) searcher) (measured, error) {
	table := solver.NewTable(reference.Board, cfg.tableMiB<<20)
	before, start := userSeconds(), time.Now()
	var wg sync.WaitGroup
	var next, nodes atomic.Int64
	errs := make([]error, cfg.goroutines)
	for g := range cfg.goroutines {
		wg.Go(func() {
			s := new(table)
			defer func() { nodes.Add(int64(s.Nodes())) }()
			cells := reference.Board.Cells()
			for errs[g] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(set) {
					return
				}
				p := set[i]
				score, ok := s.Solve(p.Position, -cells, cells, func() bool { return ctx.Err() != nil })
				switch {
				case !ok:
					errs[g] = ctx.Err()
				case score != p.Score:
					errs[g] = fmt.Errorf("%s scores %d, not %d", p.Moves, p.Score, score)
				}
			}
		})
	}
	wg.Wait()
	m := measured{positions: len(set), nodes: int(nodes.Load()), cpu: userSeconds() - before, wall: time.Since(start)}
	return m, errors.Join(errs...)
}

// userSeconds is the processors' time without the system's: the first access to each page of a fresh
// table costs more there than an easy set takes.
func userSeconds() float64 {
	all, system := cpuSeconds()
	return all - system
}
