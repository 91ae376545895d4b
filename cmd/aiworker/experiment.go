package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/experiment"
)

const experimentUsage = `aiworker experiment measures the search and the levels, and prints a table. docs/experiments.md shows the
results of each experiment and what to conclude.

The names:

%s
Ctrl+C stops an experiment and prints the table of the completed trials. They are kept in a file, so the same
command continues the experiment. When all trials are complete, the command only prints the table, in any format;
-again measures all trials again. The same seed gives the same table, except for times.

A level is one of the seven, a custom level such as custom:depth=4,open3=100,open2=10,open1=1, or depth=4, which
looks 4 plies ahead with the evaluation of the levels and chooses at random only between equal moves.`

type experimentConfig struct {
	experiment *experiment.Experiment
	write      func(*experiment.Table, io.Writer) error
	out        string
	again      bool
}

// formats maps each value of -format to the method that writes a table in that format.
var formats = map[string]func(*experiment.Table, io.Writer) error{
	"text": (*experiment.Table).WriteText,
	"csv":  (*experiment.Table).WriteCSV,
	"json": (*experiment.Table).WriteJSON,
	"svg":  (*experiment.Table).WriteSVG,
}

func experimentCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseExperimentConfig(args, stderr)
	if err != nil {
		return cli.Refused(err, "aiworker experiment", stderr)
	}
	trials, err := runExperiment(ctx, cfg, stderr)
	table := cfg.experiment.Table(trials)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("stopped at %.0f %%; the same command continues it", 100*cfg.experiment.Share(trials))
	}
	if err = errors.Join(err, writeTable(&table, cfg, stdout)); err != nil {
		fmt.Fprintf(stderr, "aiworker experiment: %v\n", err)
		return 1
	}
	return 0
}

func writeTable(t *experiment.Table, cfg experimentConfig, stdout io.Writer) error {
	if cfg.out == "" {
		return cfg.write(t, stdout)
	}
	return cli.WriteFile(cfg.out, 0o644, func(w io.Writer) error { return cfg.write(t, w) })
}

func parseExperimentConfig(args []string, stderr io.Writer) (experimentConfig, error) {
	var names []string
	var list strings.Builder
	for _, k := range experiment.Kinds() {
		names = append(names, k.Usual.Kind)
		fmt.Fprintf(&list, "  %-8s %s\n", k.Usual.Kind, k.About)
	}
	about := fmt.Sprintf(experimentUsage, list.String())
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		cfg, fs, _ := experimentFlags(experiment.Kinds()[0], about, stderr)
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			return *cfg, err
		}
		return *cfg, fmt.Errorf("which experiment? There are %s", strings.Join(names, ", "))
	}
	i := slices.Index(names, args[0])
	if i < 0 {
		return experimentConfig{}, fmt.Errorf("there is no experiment %q; there are %s", args[0], strings.Join(names, ", "))
	}
	kind := experiment.Kinds()[i]
	cfg, fs, settings := experimentFlags(kind, about, stderr)
	if _, err := cli.ParseArgs(fs, args[1:]); err != nil {
		return *cfg, err
	}
	s, format := settings()
	var ok bool
	if cfg.write, ok = formats[format]; !ok {
		return *cfg, fmt.Errorf("-format %s: must be text, csv, json or svg", format)
	}
	var err error
	cfg.experiment, err = kind.New(s)
	return *cfg, err
}

// experimentFlags defines the flags of a kind of experiment, with its usual settings as defaults.
// After the flags are parsed, the returned function returns the settings and the output format.
func experimentFlags(kind experiment.Kind, about string, stderr io.Writer) (
	*experimentConfig, *flag.FlagSet, func() (experiment.Settings, string),
) {
	cfg, s := &experimentConfig{}, kind.Usual
	fs := cli.NewArgs("aiworker experiment", "NAME", about, stderr)
	games := fs.String("game", strings.Join(s.Games, ","), "comma-separated `variants`: one for effort, depths and weights")
	levels := fs.String("levels", strings.Join(s.Levels, ","), "comma-separated `levels`, for weights; one for first")
	evaluation := fs.String("evaluation", string(s.Evaluation), "`name` of the evaluation at the horizon, for effort: ai, classic, tens or none")
	fs.IntVar(&s.Depth, "depth", s.Depth, "the greatest depth in plies, for effort and depths")
	fs.IntVar(&s.Positions, "positions", s.Positions, "positions to search at each depth, for effort; one is the start")
	fs.IntVar(&s.Opening, "opening", s.Opening, "random turns before each position or game, for effort, depths and weights")
	fs.IntVar(&s.N, "n", s.N, "number of games: of each two players, or of each variant")
	fs.IntVar(&s.MaxNodes, "nodes", s.MaxNodes, "a search of effort ends after this number of `positions`, and its line is left out")
	fs.Uint64Var(&s.Seed, "seed", 1, "random seed")
	format := fs.String("format", "text", "text, csv, json or svg")
	fs.StringVar(&cfg.out, "out", "", "write the table to this `file`; by default to standard output")
	fs.BoolVar(&cfg.again, "again", false, "measure all trials again")
	return cfg, fs, func() (experiment.Settings, string) {
		s.Games = strings.Split(*games, ",")
		if *levels != "" {
			s.Levels = custom.Split(*levels)
		}
		s.Evaluation = minimax.Evaluation(*evaluation)
		return s, *format
	}
}

// keepEvery is how often completed trials are written to the file.
const keepEvery = 5 * time.Second

// runExperiment runs the trials that were not completed before, and returns all completed ones. It
// keeps them in a file, and shows its progress.
func runExperiment(ctx context.Context, cfg experimentConfig, stderr io.Writer) (trials []experiment.Trial, err error) {
	file, err := trialsFile(cfg.experiment.Settings)
	if err != nil {
		return nil, err
	}
	if !cfg.again {
		if trials, err = readTrials(file); err != nil {
			return nil, fmt.Errorf("%w; -again measures all trials again", err)
		}
	}
	line := newProgress(stderr)
	defer line.clear()
	first, start, kept := cfg.experiment.Share(trials), time.Now(), time.Now()
	err = cfg.experiment.Run(ctx, trials, func(trial experiment.Trial, share float64) error {
		trials = append(trials, trial)
		line.update(bar(share) + timeLeft(first, share, time.Since(start)))
		if time.Since(kept) < keepEvery {
			return nil
		}
		kept = time.Now()
		return writeTrials(file, trials)
	})
	if failed := writeTrials(file, trials); failed != nil {
		return trials, failed
	}
	return trials, err
}

// timeLeft estimates the remaining time of a run that has gone from the share first to the given
// share in the time taken. It returns "" for the first trials, which are too small for an estimate.
func timeLeft(first, share float64, taken time.Duration) string {
	const minProgress = 0.02
	if share < first+minProgress {
		return ""
	}
	left := time.Duration(float64(taken) * (1 - share) / (share - first))
	return ", " + left.Round(time.Second).String() + " left"
}
