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

-measured takes what a worker's /metrics says, or -measure. docs/scaling.md says more.`

type config struct {
	workers, concurrency int
	rate                 float64
	rooms                int
	think                time.Duration
	mix                  []share
	analyses             float64
	analysis             time.Duration
	overhead             time.Duration
	measured             string
	jobs                 int
	seed                 uint64
	measure              time.Duration
	plan                 bool
	game                 rules.Game
}

// share is a level's part of the turns.
type share struct {
	level string
	part  float64 // of 1
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is the whole program. It returns the exit status.
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
	case cfg.measure > 0:
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
	fs.IntVar(&cfg.concurrency, "concurrency", 1, "searches at once in each; each is taken to have a core")
	fs.Float64Var(&cfg.rate, "rate", 0, "`turns` of AIs a second, at random times; or -rooms")
	fs.IntVar(&cfg.rooms, "rooms", 0, "rooms, in each of which a player moves again -think after the AI")
	fs.DurationVar(&cfg.think, "think", 0, "with -rooms: the player's pause, constant, as in loadgen")
	mix := fs.String("mix", "easy", "`levels` with their parts, such as easy=6,strong=3,perfect=1")
	fs.Float64Var(&cfg.analyses, "analyses", 0, "`questions` a second, served with the capacity that turns leave")
	fs.DurationVar(&cfg.analysis, "analysis", time.Second, "mean time that one takes")
	fs.DurationVar(&cfg.overhead, "overhead", queuesim.TurnOverhead, "what a turn takes beside the search")
	fs.StringVar(&cfg.measured, "measured", "", "`file` with a worker's metrics, for its search times; none: the built-in ones")
	fs.IntVar(&cfg.jobs, "jobs", 200_000, "turns to simulate")
	fs.Uint64Var(&cfg.seed, "seed", 1, "random `seed`")
	fs.DurationVar(&cfg.measure, "measure", 0, "simulate nothing: measure each level's searches for this long")
	fs.BoolVar(&cfg.plan, "plan", false, "simulate nothing: say what many players need")
	game := fs.String("game", "connect4:7x6:4", "with -measure: the game")
	if err := fs.Parse(args); err != nil {
		return cfg, err
	}
	if fs.NArg() > 0 {
		return cfg, fmt.Errorf("%q is not a flag", fs.Arg(0))
	}
	if cfg.workers < 1 || cfg.concurrency < 1 || cfg.jobs < 1 {
		return cfg, errors.New("-workers, -concurrency and -jobs are at least 1")
	}
	if cfg.rate < 0 || cfg.rooms < 0 || cfg.think < 0 || cfg.analyses < 0 || cfg.analysis <= 0 || cfg.overhead < 0 || cfg.measure < 0 {
		return cfg, errors.New("rates, numbers and times are 0 or more, and -analysis is above 0")
	}
	if !cfg.plan && cfg.measure == 0 && (cfg.rate > 0) == (cfg.rooms > 0) {
		return cfg, errors.New("either -rate or -rooms says how many turns there are")
	}
	var err error
	if cfg.game, err = rules.Parse(*game); err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	cfg.mix, err = parseMix(*mix)
	return cfg, err
}

// parseMix reads LEVEL=PART,…; an omitted part is 1.
func parseMix(text string) (mix []share, err error) {
	sum := 0.0
	for item := range strings.SplitSeq(text, ",") {
		name, number, has := strings.Cut(item, "=")
		part := 1.0
		if has {
			part, err = strconv.ParseFloat(number, 64)
		}
		if err != nil || !(part > 0 && part <= 1e6) {
			return nil, fmt.Errorf("-mix %q: a part is a number above 0", item)
		}
		if _, err := minimax.ParseLevel(name); err != nil {
			return nil, fmt.Errorf("-mix: %w", err)
		}
		mix = append(mix, share{name, part})
		sum += part
	}
	for i := range mix {
		mix[i].part /= sum
	}
	return mix, nil
}

func simulate(cfg config, stdout io.Writer) error {
	measured, err := searchTimes(cfg.measured)
	if err != nil {
		return err
	}
	c := queuesim.Config{
		Slots: cfg.workers * cfg.concurrency, Overhead: cfg.overhead.Seconds(), Jobs: cfg.jobs, Seed: cfg.seed,
		Analyses: queuesim.Class{Name: "analyses", Rate: cfg.analyses, Service: queuesim.Exponential(cfg.analysis.Seconds())},
	}
	given := 0.0
	for _, m := range cfg.mix {
		times, ok := measured[m.level]
		if !ok {
			return fmt.Errorf("there are no measurements for level %s", m.level)
		}
		class := queuesim.Class{Name: m.level, Service: times, Rate: cfg.rate * m.part}
		if cfg.rooms > 0 { // rounded so that the rooms add up to cfg.rooms
			before := int(given*float64(cfg.rooms) + 0.5)
			given += m.part
			class.Rooms, class.Think = int(given*float64(cfg.rooms)+0.5)-before, queuesim.Constant(cfg.think.Seconds())
		}
		c.Turns = append(c.Turns, class)
	}
	if load := c.Load(); load >= 1 {
		return fmt.Errorf("the turns would take %.0f %% of the time that there is: the queue would grow without end; "+
			"%d searches at once would do", 100*load, int(load*float64(c.Slots))+1)
	}
	r, err := queuesim.Run(c)
	if err != nil {
		return err
	}
	return writeResult(stdout, cfg, r)
}

// searchTimes reads a file, or returns the built-in times.
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
		err = errors.New("it holds no search times, quatre_ai_search_seconds")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return measured, nil
}

func writeResult(stdout io.Writer, cfg config, r queuesim.Result) error {
	fmt.Fprintf(stdout, "%d workers with %d searches at once: %.1f turns/s, %.1f %% of the time in turns, %.1f %% in analyses\n\n",
		cfg.workers, cfg.concurrency, r.Rate(), 100*r.Utilisation, 100*r.Spare)
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
	for _, m := range slices.CompactFunc(slices.Clone(cfg.mix), func(a, b share) bool { return a.level == b.level }) {
		row(m.level, r.ByClass[m.level])
	}
	row("all turns", r.Turns)
	row("analyses", r.Analyses)
	return t.Flush()
}
