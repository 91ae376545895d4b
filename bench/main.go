// Command bench measures what a move costs a hub, and how long the slowest moves take.
//
//	go build -o bin/ ./cmd/hub ./cmd/loadgen ./bench
//	bin/bench bin/hub /path/to/another/hub
//
// For each hub program it starts a store and a hub, and plays with loadgen. It measures the CPU time
// of a move in a closed loop, and the latency in an open loop. With two programs it measures
// them in turns and prints the ratio of the medians: compare only figures of one run, because
// other work on the machine changes all of them.
//
// On Linux with at least two cores, hub and Redis share one core and loadgen has another.
// Bench needs loadgen beside itself, and redis-server unless -store is file.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// startTimeout is how long bench waits for a server to answer.
const startTimeout = 20 * time.Second

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// bench is one run of the program.
type bench struct {
	store    string
	rooms    string
	rate     string
	duration time.Duration
	rounds   int
}

// figures are what one hub measured in one round.
type figures struct {
	rate float64 // moves per second, closed loop
	cpu  float64 // microseconds of the hub's CPU time per move, closed loop
	p99  float64 // milliseconds from a move to the opponent's connection, open loop
}

func run(args []string, stdout io.Writer) error {
	var b bench
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.StringVar(&b.store, "store", "redis", "`store` of the hubs: redis or file")
	fs.StringVar(&b.rooms, "rooms", "50", "rooms to play in")
	fs.StringVar(&b.rate, "rate", "1000", "moves per second in the open loop")
	fs.DurationVar(&b.duration, "duration", 8*time.Second, "time for each measurement")
	fs.IntVar(&b.rounds, "rounds", 3, "measurements of each hub; the median counts")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if hubs := fs.Args(); len(hubs) < 1 || len(hubs) > 2 || b.rounds < 1 {
		return errors.New("usage: bench [flags] HUB [OTHER-HUB]")
	}
	measured := make([][]figures, fs.NArg())
	for range b.rounds {
		for i, hub := range fs.Args() {
			f, err := b.measure(hub)
			if err != nil {
				return fmt.Errorf("%s: %w", hub, err)
			}
			measured[i] = append(measured[i], f)
		}
	}
	b.print(stdout, fs.Args(), measured)
	return nil
}

// print writes one line for each hub, and the ratio if there are two.
func (b *bench) print(w io.Writer, hubs []string, measured [][]figures) {
	fmt.Fprintf(w, "store %s, %s rooms, %d rounds of %s, medians; p99 at %s moves a second\n\n", b.store, b.rooms, b.rounds, b.duration, b.rate)
	fmt.Fprintf(w, "%-32s %12s %16s %10s\n", "hub", "moves a s", "CPU a move, µs", "p99, ms")
	medians := make([]figures, len(hubs))
	for i, all := range measured {
		m := figures{
			median(all, func(f figures) float64 { return f.rate }),
			median(all, func(f figures) float64 { return f.cpu }),
			median(all, func(f figures) float64 { return f.p99 }),
		}
		fmt.Fprintf(w, "%-32s %12.0f %16.1f %10.2f\n", hubs[i], m.rate, m.cpu, m.p99)
		medians[i] = m
	}
	if len(medians) == 2 {
		x, y := medians[0], medians[1]
		fmt.Fprintf(w, "%-32s %12.2f %16.2f %10.2f\n", "ratio", x.rate/y.rate, x.cpu/y.cpu, x.p99/y.p99)
	}
}

func median(all []figures, of func(figures) float64) float64 {
	values := make([]float64, len(all))
	for i, f := range all {
		values[i] = of(f)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// measure starts a store and the hub twice: for the closed loop and for the open one.
func (b *bench) measure(hub string) (f figures, err error) {
	closed, cpu, err := b.load(hub, "-mode", "closed")
	if err != nil {
		return f, err
	}
	open, _, err := b.load(hub, "-mode", "open", "-rate", b.rate)
	if err != nil {
		return f, err
	}
	f = figures{rate: closed.Rate, p99: open.Opponent["p99"]}
	f.cpu = float64(cpu.Microseconds()) / (closed.Rate * closed.Seconds)
	return f, nil
}

// report is the part of loadgen's report that bench uses.
type report struct {
	Rate     float64            `json:"moves_per_second"`
	Seconds  float64            `json:"seconds"`
	Opponent map[string]float64 `json:"opponent_ms"`
}

// load plays on a new hub with a new store. It returns loadgen's report and the CPU time of the
// hub from its start to its end, of which the games are nearly all.
func (b *bench) load(hub string, args ...string) (r report, cpu time.Duration, err error) {
	folder, err := os.MkdirTemp("", "quatre-bench-")
	if err != nil {
		return r, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	store := "file:" + filepath.Join(folder, "quatre.db")
	if b.store == "redis" {
		addr := freeAddr()
		_, port, _ := net.SplitHostPort(addr)
		redis := command("0", "redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes", "--loglevel", "warning")
		if err := redis.Start(); err != nil {
			return r, 0, fmt.Errorf("redis-server (make setup installs it): %w", err)
		}
		defer end(redis)
		store = "redis://" + addr
	}
	addr := freeAddr()
	server := command("0", hub, "-store", store, "-workers", "0", "-addr", addr, "-admin", "none", "-log-level", "error")
	server.Env = append(server.Environ(), "GOMAXPROCS=1")
	if err := server.Start(); err != nil {
		return r, 0, err
	}
	defer end(server)
	if err := await("http://" + addr + "/"); err != nil {
		return r, 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return r, 0, err
	}
	loadgen := command("1", filepath.Join(filepath.Dir(self), "loadgen"), append([]string{
		"-url", "http://" + addr, "-rooms", b.rooms, "-duration", b.duration.String(),
	}, args...)...)
	text, err := loadgen.Output()
	if err != nil { // also if the check finds a lost move
		return r, 0, fmt.Errorf("loadgen %s: %w", strings.Join(args, " "), err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, 0, err
	}
	end(server)
	return r, server.ProcessState.UserTime() + server.ProcessState.SystemTime(), nil
}

// command returns a command that runs on one core, where the system allows it.
func command(core, name string, args ...string) *exec.Cmd {
	if _, err := exec.LookPath("taskset"); err == nil && runtime.NumCPU() > 1 {
		name, args = "taskset", append([]string{"-c", core, name}, args...)
	}
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	return cmd
}

// end kills a process and waits for its end. The store is thrown away, so nothing is lost.
func end(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
}

func freeAddr() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await waits until a server answers.
func await(url string) (err error) {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
