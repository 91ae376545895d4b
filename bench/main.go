// Command bench compares the hub with bench/relay, a minimal game server. It prints
// ratios, each with its bar: the highest value that it should have.
//
// cmd/loadgen puts the same loads on the two servers, one server after the other. The server
// under test has one core; the generator and Redis share another. Bench needs Linux (taskset
// and /proc) and redis-server.
//
//	go build -o bin/ ./cmd/hub ./cmd/loadgen ./bench/relay ./bench
//	bin/bench -bin bin
//
// Other work on the machine changes the figures. -rounds takes the median of several runs.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
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

func run(args []string, stdout, stderr io.Writer) error {
	var o options
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&o.bin, "bin", "bin", "`folder` with hub, loadgen and relay")
	fs.StringVar(&o.rows, "rows", "small,large,idle,open,scale", "`measurements` to make, of these")
	fs.DurationVar(&o.duration, "duration", 10*time.Second, "how long each load is measured")
	fs.IntVar(&o.rounds, "rounds", 1, "how often to measure each; the median counts")
	fs.BoolVar(&o.quick, "quick", false, "check only that it works: a twentieth of the rooms and connections, and a short warm-up")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if o.rounds < 1 || o.duration <= 0 {
		return fmt.Errorf("-rounds and -duration must be more than 0")
	}
	b := &bench{options: o, stderr: stderr, cache: map[string]figures{}}
	t := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s, %d cores, %s a load, median of %d\n", time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), o.duration, o.rounds)
	fmt.Fprintln(t, "what\thub\treference\tratio\tbar\t")
	wanted := strings.Split(o.rows, ",")
	for _, name := range wanted {
		if measurements[name] == nil {
			return fmt.Errorf("there is no measurement %q", name)
		}
	}
	for _, name := range wanted {
		lines, err := measurements[name](b)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, l := range lines {
			l.write(t)
		}
	}
	return t.Flush()
}
