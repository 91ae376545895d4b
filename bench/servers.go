package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// startLimit is how long a server may take until it answers.
const startLimit = 20 * time.Second

// noLimits switches off the limits that a single generator on one address would reach.
var noLimits = []string{"-frames-per-second", "0", "-max-sockets-per-address", "0", "-requests-per-second-per-address", "0", "-rooms-per-minute-per-address", "0"}

// measure puts a load on a new server, -rounds times, and returns the medians. It measures
// the same load only once in a run.
func (b *bench) measure(server string, load ...string) (figures, error) {
	key := server + strings.Join(load, " ")
	if f, ok := b.cache[key]; ok {
		return f, nil
	}
	var rounds []figures
	for range b.rounds {
		f, err := b.measureOnce(server, load)
		if err != nil {
			return figures{}, fmt.Errorf("%s: %w", server, err)
		}
		fmt.Fprintf(b.stderr, "%s %s: %.1f µs and Redis %.1f µs CPU a move, %.0f bytes a connection, p99 %.2f ms\n",
			server, strings.Join(load, " "), f.cpu, f.redis, f.memory, f.p99)
		rounds = append(rounds, f)
	}
	b.cache[key] = medians(rounds)
	return b.cache[key], nil
}

// measureOnce starts a server, with a Redis of its own if it is the hub, and runs loadgen once.
func (b *bench) measureOnce(server string, load []string) (_ figures, err error) {
	dir, err := os.MkdirTemp("", "quatre-bench-")
	if err != nil {
		return figures{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	addr, err := freeAddr()
	if err != nil {
		return figures{}, err
	}
	args := []string{"-addr", addr}
	var loadgenArgs []string
	if server == "hub" {
		redis, port, err := startRedis(dir)
		if err != nil {
			return figures{}, err
		}
		defer stop(redis)
		loadgenArgs = []string{"-pid", fmt.Sprintf("redis=%d", redis.Process.Pid)}
		args = append(append(args, "-admin", "none", "-log-level", "error", "-workers", "0", "-store", "redis://127.0.0.1:"+port), noLimits...)
	}
	cmd := commandOnCore(0, filepath.Join(b.bin, server), args...)
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS=1")
	cmd.Stderr = b.stderr
	if err := startServer(cmd, addr); err != nil {
		return figures{}, err
	}
	defer stop(cmd)
	loadgenArgs = append(loadgenArgs, "-pid", fmt.Sprintf("server=%d", cmd.Process.Pid))
	loadgenArgs = append(loadgenArgs, "-url", "http://"+addr, "-check=false", "-relay="+strconv.FormatBool(server == "relay"), "-duration", b.duration.String())
	if b.quick {
		loadgenArgs = append(loadgenArgs, "-warmup", "100ms")
	}
	return b.generate(append(loadgenArgs, load...))
}

// generate runs loadgen and reads its report.
func (b *bench) generate(args []string) (figures, error) {
	cmd := commandOnCore(1, filepath.Join(b.bin, "loadgen"), append(args, "-json", "-")...)
	cmd.Stderr = io.Discard // loadgen writes a table there
	text, err := cmd.Output()
	var report struct {
		Moves     int                `json:"moves"`
		Opponent  map[string]float64 `json:"opponent_ms"`
		Errors    map[string]int     `json:"errors"`
		Processes map[string]struct {
			CPU    float64 `json:"cpu_us_per_move"`
			Memory float64 `json:"bytes_per_connection"`
		} `json:"processes"`
	}
	if decodeErr := json.Unmarshal(text, &report); err != nil || decodeErr != nil {
		return figures{}, fmt.Errorf("loadgen %s: %w", strings.Join(args, " "), errors.Join(err, decodeErr))
	}
	if len(report.Errors) > 0 {
		return figures{}, fmt.Errorf("loadgen %s: some requests failed, so the figures are void: %s", strings.Join(args, " "), formatCounts(report.Errors))
	}
	server := report.Processes["server"]
	return figures{cpu: server.CPU, redis: report.Processes["redis"].CPU, memory: server.Memory, p99: report.Opponent["p99"]}, nil
}

// formatCounts formats a list of errors, such as "no_answer 3, stale 1".
func formatCounts(errs map[string]int) string {
	var list []string
	for _, code := range slices.Sorted(maps.Keys(errs)) {
		list = append(list, fmt.Sprintf("%s %d", code, errs[code]))
	}
	return strings.Join(list, ", ")
}

// commandOnCore returns a command that runs on one core, if there are two and taskset exists.
func commandOnCore(core int, program string, args ...string) *exec.Cmd {
	if taskset, err := exec.LookPath("taskset"); err == nil && runtime.NumCPU() > 1 {
		return exec.Command(taskset, append([]string{"-c", strconv.Itoa(core), program}, args...)...)
	}
	return exec.Command(program, args...)
}

// freeAddr returns an address of this machine on which nobody listens now.
func freeAddr() (string, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return free.Addr().String(), free.Close()
}

// startServer starts a server and waits until it accepts connections at its address.
func startServer(cmd *exec.Cmd, addr string) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
	}
	stop(cmd)
	return fmt.Errorf("%s does not start", filepath.Base(cmd.Path))
}

// startRedis starts a Redis that writes to disk once a second.
func startRedis(dir string) (cmd *exec.Cmd, port string, err error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, "", err
	}
	_, port, _ = net.SplitHostPort(addr)
	cmd = commandOnCore(1, "redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", dir,
		"--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--loglevel", "warning")
	return cmd, port, startServer(cmd, addr)
}

// stop sends SIGTERM, or after startLimit SIGKILL, and waits for the end.
func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	timeout := time.AfterFunc(startLimit, func() { _ = cmd.Process.Kill() })
	defer timeout.Stop()
	_ = cmd.Wait()
}
