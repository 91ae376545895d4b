// Command simulate computes how long players would wait for the AI, and how many hubs,
// Redis servers and workers many players need. docs/scaling.md is written from its output.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/quatre/quatre/bench/simulate/queuesim"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

const about = `simulate computes how long players would wait for the AI. It simulates the queue of the
AI's turns event by event, for a given number of workers and a given load.

  simulate -workers 4 -concurrency 2 -rate 500 -mix easy=6,strong=3,perfect=1
  simulate -workers 1 -concurrency 1 -rooms 6 -think 250ms -mix expert -measured metrics.txt
  simulate -measure 20s > measured.txt    how long searches take on this machine
  simulate -plan                          hubs, Redis and workers for many players

-measured reads a worker's /metrics, or the output of -measure. docs/scaling.md says more.`

type config struct {
	workers, concurrency int
	rate                 float64 // turns per second
	rooms                int
	think                time.Duration
	mix                  []levelShare
	analysisRate         float64 // per second
	analysisTime         time.Duration
	overhead             time.Duration
	measuredFile         string
	jobs                 int
	seed                 uint64
	measureFor           time.Duration // for each level; 0: simulate
	plan                 bool
	game                 rules.Game
}

// levelShare is a level's share of the turns.
type levelShare struct {
	level string
	share float64 // 0 to 1
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := configure(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "simulate: %v\n", err)
		return 2
	}
	switch {
	case cfg.plan:
		err = queuesim.WritePlan(stdout)
	case cfg.measureFor > 0:
		err = measure(ctx, cfg, stdout)
	default:
		err = simulate(cfg, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "simulate: %v\n", err)
		return 1
	}
	return 0
}

func configure(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs := flag.NewFlagSet("simulate", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\nUsage: simulate [flags]\n\n", about)
		fs.PrintDefaults()
	}
	fs.IntVar(&cfg.workers, "workers", 1, "worker processes")
	fs.IntVar(&cfg.concurrency, "concurrency", 1, "searches at once in each worker; each is assumed to have a core")
	fs.Float64Var(&cfg.rate, "rate", 0, "AI `turns` per second, at random times; or -rooms")
	fs.IntVar(&cfg.rooms, "rooms", 0, "rooms with one player each, who moves -think after the AI")
	fs.DurationVar(&cfg.think, "think", 0, "with -rooms: the player's pause, constant, as in loadgen")
	mix := fs.String("mix", "easy", "`levels` with their shares, such as easy=6,strong=3,perfect=1")
	fs.Float64Var(&cfg.analysisRate, "analyses", 0, "`questions` per second, analysed in slots that no turn needs")
	fs.DurationVar(&cfg.analysisTime, "analysis", time.Second, "mean time of an analysis")
	fs.DurationVar(&cfg.overhead, "overhead", queuesim.TurnOverhead, "time that a turn takes in addition to its search")
	fs.StringVar(&cfg.measuredFile, "measured", "", "`file` with search times: a worker's metrics, or the output of -measure; empty: the built-in times")
	fs.IntVar(&cfg.jobs, "jobs", 200_000, "turns to simulate")
	fs.Uint64Var(&cfg.seed, "seed", 1, "random `seed`")
	fs.DurationVar(&cfg.measureFor, "measure", 0, "simulate nothing: measure each level's searches for this long")
	fs.BoolVar(&cfg.plan, "plan", false, "simulate nothing: print the hubs, Redis and workers that many players need")
	game := fs.String("game", "connect4:7x6:4", "with -measure: the game")
	if err := fs.Parse(args); err != nil {
		return cfg, err
	}
	if fs.NArg() > 0 {
		return cfg, fmt.Errorf("%q is not a flag", fs.Arg(0))
	}
	if cfg.workers < 1 || cfg.concurrency < 1 || cfg.jobs < 1 {
		return cfg, errors.New("-workers, -concurrency and -jobs must be at least 1")
	}
	if cfg.rate < 0 || cfg.rooms < 0 || cfg.think < 0 ||
		cfg.analysisRate < 0 || cfg.analysisTime <= 0 || cfg.overhead < 0 || cfg.measureFor < 0 {
		return cfg, errors.New("rates, counts and times must not be negative, and -analysis must be above 0")
	}
	if !cfg.plan && cfg.measureFor == 0 && (cfg.rate > 0) == (cfg.rooms > 0) {
		return cfg, errors.New("give either -rate or -rooms")
	}
	var err error
	if cfg.game, err = rules.Parse(*game); err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	cfg.mix, err = parseMix(*mix)
	return cfg, err
}

// parseMix parses LEVEL=SHARE,…; a missing share is 1. It scales the shares to a sum of 1.
func parseMix(text string) (mix []levelShare, err error) {
	sum := 0.0
	for item := range strings.SplitSeq(text, ",") {
		name, number, hasShare := strings.Cut(item, "=")
		share := 1.0
		if hasShare {
			share, err = strconv.ParseFloat(number, 64)
		}
		if err != nil || !(share > 0 && share <= 1e6) {
			return nil, fmt.Errorf("-mix %q: a share must be a number above 0", item)
		}
		if _, err := minimax.ParseLevel(name); err != nil {
			return nil, fmt.Errorf("-mix: %w", err)
		}
		mix = append(mix, levelShare{name, share})
		sum += share
	}
	for i := range mix {
		mix[i].share /= sum
	}
	return mix, nil
}

func simulate(cfg config, stdout io.Writer) error {
	measured, err := searchTimes(cfg.measuredFile)
	if err != nil {
		return err
	}
	c := queuesim.Config{
		Slots: cfg.workers * cfg.concurrency, Overhead: cfg.overhead.Seconds(), Jobs: cfg.jobs, Seed: cfg.seed,
		Analyses: queuesim.Class{Name: "analyses", Rate: cfg.analysisRate, Service: queuesim.Exponential(cfg.analysisTime.Seconds())},
	}
	givenShare := 0.0
	for _, m := range cfg.mix {
		times, ok := measured[m.level]
		if !ok {
			return fmt.Errorf("there are no measurements for level %s", m.level)
		}
		class := queuesim.Class{Name: m.level, Service: times, Rate: cfg.rate * m.share}
		if cfg.rooms > 0 { // rounded so that the rooms add up to cfg.rooms
			before := int(givenShare*float64(cfg.rooms) + 0.5)
			givenShare += m.share
			class.Rooms, class.Think = int(givenShare*float64(cfg.rooms)+0.5)-before, queuesim.Constant(cfg.think.Seconds())
		}
		c.Turns = append(c.Turns, class)
	}
	if load := c.Load(); load >= 1 {
		return fmt.Errorf("the turns would take %.0f %% of the slots' time: the queue would grow without end; "+
			"it needs at least %d searches at once", 100*load, int(load*float64(c.Slots))+1)
	}
	r, err := queuesim.Run(c)
	if err != nil {
		return err
	}
	return writeResult(stdout, cfg, r)
}

// searchTimes reads the search times from a file. Without a file it returns the built-in times.
func searchTimes(file string) (map[string]*queuesim.Histogram, error) {
	if file == "" {
		return queuesim.Measured()
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	measured, err := queuesim.ReadMeasured(f)
	if err == nil && len(measured) == 0 {
		err = errors.New("it has no search times (quatre_ai_search_seconds)")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return measured, nil
}

func writeResult(stdout io.Writer, cfg config, r queuesim.Result) error {
	fmt.Fprintf(stdout, "%d workers with %d searches at once: %.1f turns/s, %.1f %% of the time in turns, %.1f %% in analyses\n\n",
		cfg.workers, cfg.concurrency, r.Rate(), 100*r.Utilisation, 100*r.AnalysisUtilisation)
	t := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "ms\tjobs\twait p50\tp99\tp99.9\treply p50\tp99\tp99.9\tmean\t")
	row := func(name string, times queuesim.Times) {
		if len(times.Reply) == 0 {
			return
		}
		fmt.Fprintf(t, "%s\t%d\t", name, len(times.Reply))
		for _, s := range []queuesim.Sample{times.Wait, times.Reply} {
			for _, q := range s.Quantiles(0.5, 0.99, 0.999) {
				fmt.Fprintf(t, "%.2f\t", 1000*q)
			}
		}
		fmt.Fprintf(t, "%.2f\t\n", 1000*times.Reply.Mean())
	}
	for _, m := range slices.CompactFunc(slices.Clone(cfg.mix), func(a, b levelShare) bool { return a.level == b.level }) {
		row(m.level, r.ByClass[m.level])
	}
	row("all turns", r.Turns)
	row("analyses", r.Analyses)
	return t.Flush()
}
