package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax/experiment"
)

const experimentUsage = `quatre-worker experiment measures the search and the levels, and prints a table or a plot. docs/teach/experiments.md shows
the results of each experiment and what to conclude.

The names:

%s
Ctrl+C stops an experiment and prints the table of what is measured. The same seed gives the same table, except
for times.

A level is one of the eight, a custom level such as custom:depth=4,open3=100,open2=10,open1=1, or depth=4, which
looks 4 plies ahead with the evaluation of the levels and chooses at random only between equal moves. newcomer takes
a win and stops one with the next disc, and else plays at random.`

func measure(args []string, std streams) (action, error) {
	var names []string
	var list strings.Builder
	kinds := experiment.Kinds()
	for _, k := range kinds {
		names = append(names, k.Usual.Kind)
		fmt.Fprintf(&list, "  %-8s %s\n", k.Usual.Kind, k.About)
	}
	kind := kinds[0] // its usual settings are in the help without a name
	named := len(args) > 0 && !strings.HasPrefix(args[0], "-")
	if named {
		i := slices.Index(names, args[0])
		if i < 0 {
			return nil, fmt.Errorf("there is no experiment %q; there are %s", args[0], strings.Join(names, ", "))
		}
		kind, args = kinds[i], args[1:]
	}
	s := kind.Usual
	fs := cli.NewFlags("quatre-worker experiment", "NAME", fmt.Sprintf(experimentUsage, list.String()), std.err)
	fs.StringVar(&s.Game, "game", s.Game, "`variant` to play")
	levels := fs.String("levels", strings.Join(s.Levels, ","), "comma-separated `levels`, for weights")
	fs.StringVar((*string)(&s.Evaluation), "evaluation", string(s.Evaluation), "`name` of the evaluation at the horizon, for effort: ai, classic, tens, none, or a custom level, whose weights count")
	fs.IntVar(&s.Depth, "depth", s.Depth, "the greatest depth in plies, for effort and depths")
	fs.IntVar(&s.Positions, "positions", s.Positions, "positions to search at each depth, for effort; one is the start")
	fs.StringVar(&s.Moves, "moves", "", "`moves` to the one position to search, for effort, such as 4453")
	fs.BoolVar(&s.Textbook, "textbook", false, "for effort, search as most textbooks do: all wins have one value, and tic-tac-toe is tried from the top left")
	fs.BoolVar(&s.FullRoot, "full-root", false, "for effort, search each first move with the whole window")
	fs.IntVar(&s.Opening, "opening", s.Opening, "random turns before each position or game")
	fs.IntVar(&s.N, "n", s.N, "number of games of each two players, for depths and weights")
	fs.IntVar(&s.MaxNodes, "nodes", s.MaxNodes, "a search of effort ends after this number of `positions`, and its line is left out")
	fs.Uint64Var(&s.Seed, "seed", 1, "random seed")
	shown := outputFlags(fs)
	_, err := cli.Parse(fs, args)
	if err != nil {
		return nil, err
	}
	if !named {
		return nil, fmt.Errorf("which experiment? There are %s", strings.Join(names, ", "))
	}
	// A flag without a usual value is for other experiments, except for those that effort has with none.
	fs.VisitAll(func(f *flag.Flag) {
		unused := f.DefValue == "" || f.DefValue == "0" && f.Name != "opening"
		if slices.Contains([]string{"moves", "textbook", "full-root"}, f.Name) {
			unused = kind.Usual.Kind != "effort"
		}
		if unused && f.Value.String() != f.DefValue && err == nil {
			err = fmt.Errorf("-%s is not for %s", f.Name, kind.Usual.Kind)
		}
	})
	if err != nil {
		return nil, err
	}
	if *levels != "" {
		s.Levels = custom.Split(*levels)
	}
	o, err := shown()
	if err != nil {
		return nil, err
	}
	e, err := kind.New(s)
	return func(ctx context.Context) error { return o.run(ctx, e, trialsText, std) }, err
}
