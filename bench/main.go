// Command bench compares the hub with bench/relay, a minimal game server. It prints
// ratios, each with its bar: the highest value that it should have.
//
// cmd/loadgen puts the same loads on the servers, one server after the other. The servers
// under test and their Redis share one core, the generator has another. Bench needs Linux
// (taskset and /proc) and redis-server.
//
//	go build -o bin/ ./cmd/hub ./cmd/aiworker ./cmd/loadgen ./bench/relay ./bench
//	bin/bench -bin bin
//
// Other work on the machine changes the figures, so bench measures how busy the cores are.
// It fails if a figure is noise: see noise.go. -rounds takes the median of several runs.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// options are the options of the command line.
type options struct {
	bin      string
	rows     string
	duration time.Duration
	rounds   int
	quick    bool
}

// bench makes measurements.
type bench struct {
	options
	stderr   io.Writer
	priority bool           // open loops have real-time priority
	measured []*measurement // in order; some rows share a measurement
	disk     float64        // milliseconds that the disk needs to keep a write; 0: not measured yet
}

// errNoise is returned if a figure cannot be trusted.
var errNoise = errors.New("some figures are noise, see the table: measure on an idle machine, longer, or with more rounds")

func run(args []string, stdout, stderr io.Writer) error {
	var o options
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&o.bin, "bin", "bin", "`folder` with hub, aiworker, loadgen and relay")
	fs.StringVar(&o.rows, "rows", allRows, "`rows` to measure, of these")
	fs.DurationVar(&o.duration, "duration", 10*time.Second, "how long each load is measured")
	fs.IntVar(&o.rounds, "rounds", 1, "how often to measure each; the median counts")
	fs.BoolVar(&o.quick, "quick", false, "check only that it works: a twentieth of the rooms and connections, a short warm-up, and noise is no failure")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if o.rounds < 1 || o.duration <= 0 {
		return fmt.Errorf("-rounds and -duration must be more than 0")
	}
	var err error
	if o.bin, err = filepath.Abs(o.bin); err != nil { // a name without a slash would be looked up in PATH
		return err
	}
	b := &bench{options: o, stderr: stderr, priority: mayHavePriority()}
	wanted := strings.Split(o.rows, ",")
	for _, name := range wanted {
		if rows[name] == nil {
			return fmt.Errorf("there is no row %q", name)
		}
	}
	var results []result
	for _, name := range wanted {
		more, err := rows[name](b)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		results = append(results, more...)
	}
	priority := "real-time"
	if !b.priority {
		priority = "usual"
	}
	fmt.Fprintf(stdout, "%s, %d cores, %s a load, median of %d, open loops with %s priority\n\n",
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), o.duration, o.rounds, priority)
	if err := errors.Join(b.writeMeasurements(stdout), writeResults(stdout, results)); err != nil {
		return err
	}
	if !o.quick && b.noisy() {
		return errNoise
	}
	return nil
}
