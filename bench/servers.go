package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// servers says which programs are under test. bench starts them for each round, with an
// empty store.
type servers struct {
	title   string
	program string // hub or relay
	count   int    // processes of the program
	store   store
	replica bool   // Redis has a replica
	worker  bool   // an aiworker
	procs   int    // GOMAXPROCS
	core    string // of the program, as taskset has it
}

// store is where servers keep moves.
type store int

const (
	memory store = iota
	inRedis
	inFile
)

// Cores. The servers and their Redis share a core, as in an installation on a small
// machine, so that "saturated" means that no more moves fit on this core. The generator
// must not take time from them. The worker and a replica are beside the generator: their
// load is not part of the figures.
const (
	serverCore    = "0"
	redisCore     = "0"
	generatorCore = "1"
)

var (
	relay             = servers{title: "relay", program: "relay", count: 1, store: memory, procs: 1, core: serverCore}
	durableRelay      = servers{title: "durable relay", program: "relay", count: 1, store: inRedis, procs: 1, core: serverCore}
	hub               = servers{title: "hub", program: "hub", count: 1, store: inRedis, procs: 1, core: serverCore}
	hubAndWorker      = servers{title: "hub, worker", program: "hub", count: 1, store: inRedis, worker: true, procs: 1, core: serverCore}
	twoHubs           = servers{title: "two hubs", program: "hub", count: 2, store: inRedis, procs: 1, core: serverCore}
	hubAndReplica     = servers{title: "hub, replica", program: "hub", count: 1, store: inRedis, replica: true, procs: 1, core: serverCore}
	twoHubsAndReplica = servers{title: "two hubs, replica", program: "hub", count: 2, store: inRedis, replica: true, procs: 1, core: serverCore}
	hubWithFile       = servers{title: "hub, file store", program: "hub", count: 1, store: inFile, procs: 1, core: serverCore}
	hubOnOneOfFour    = servers{title: "hub, GOMAXPROCS 1, Redis elsewhere", program: "hub", count: 1, store: inRedis, procs: 1, core: "2"}
	hubOnTwoOfFour    = servers{title: "hub, GOMAXPROCS 2, Redis elsewhere", program: "hub", count: 1, store: inRedis, procs: 2, core: "2,3"}
)

// Limits of time.
const (
	startLimit   = 20 * time.Second
	replicaLimit = 20 * time.Second
	pollEvery    = 10 * time.Millisecond
)

// noLimits switches off the limits that a single generator on one address would reach.
var noLimits = []string{"-frames-per-second", "0", "-max-sockets-per-address", "0", "-requests-per-second-per-address", "0", "-rooms-per-minute-per-address", "0"}

// running holds the processes of one round.
type running struct {
	b        *bench
	dir      string // for their files
	priority bool   // real-time priority for all
	all      []*exec.Cmd
	urls     []string // of the servers
	pids     []string // NAME=PID, for loadgen
	metrics  string   // address of the worker's metrics
}

// start starts the servers and waits until they are ready. The caller must call stop, even
// after an error.
func (r *running) start(s servers) error {
	address := ""
	switch s.store {
	case inRedis:
		addr, err := r.startRedis("redis", redisCore)
		if err != nil {
			return err
		}
		address = "redis://" + addr
		if s.replica {
			if err := r.startReplica(addr); err != nil {
				return err
			}
		}
	case inFile:
		address = "file:" + filepath.Join(r.dir, "quatre.db")
	}
	for i := range s.count {
		addr, err := freeAddr()
		if err != nil {
			return err
		}
		args := []string{"-addr", addr}
		if s.program == "hub" {
			args = append(append(args, "-admin", "none", "-log-level", "error", "-workers", "0", "-store", address), noLimits...)
		} else if address != "" {
			args = append(args, "-redis", strings.TrimPrefix(address, "redis://"))
		}
		cmd := command(s.core, r.priority, filepath.Join(r.b.bin, s.program), args...)
		if err := r.startGo(fmt.Sprintf("server%d", i+1), cmd, s.procs, addr); err != nil {
			return err
		}
		r.urls = append(r.urls, "http://"+addr)
	}
	if !s.worker {
		return nil
	}
	var err error
	if r.metrics, err = freeAddr(); err != nil {
		return err
	}
	cmd := command(generatorCore, r.priority, filepath.Join(r.b.bin, "aiworker"),
		"-store", address, "-concurrency", "8", "-admin", r.metrics, "-log-level", "error")
	return r.startGo("worker", cmd, 1, r.metrics)
}

// startGo starts a Go program that will listen at addr.
func (r *running) startGo(name string, cmd *exec.Cmd, procs int, addr string) error {
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("GOMAXPROCS=%d", procs))
	cmd.Stderr = r.b.stderr
	return r.startProcess(name, cmd, addr)
}

// startProcess starts a program and waits until it accepts connections at addr.
func (r *running) startProcess(name string, cmd *exec.Cmd, addr string) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	r.all = append(r.all, cmd)
	r.pids = append(r.pids, fmt.Sprintf("%s=%d", name, cmd.Process.Pid))
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(pollEvery) {
		if c, err := net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
	}
	return fmt.Errorf("%s does not start", name)
}

// startRedis starts a Redis that writes to disk once a second.
func (r *running) startRedis(name, core string, more ...string) (addr string, err error) {
	if addr, err = freeAddr(); err != nil {
		return "", err
	}
	dir := filepath.Join(r.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	_, port, _ := net.SplitHostPort(addr) // has a port
	args := []string{"--bind", "127.0.0.1", "--port", port, "--dir", dir, "--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--loglevel", "warning"}
	return addr, r.startProcess(name, command(core, r.priority, "redis-server", append(args, more...)...), addr)
}

// startReplica starts a replica and waits until it has the master's data.
func (r *running) startReplica(master string) error {
	host, port, _ := net.SplitHostPort(master) // has a port
	addr, err := r.startRedis("replica", generatorCore, "--replicaof", host+" "+port, "--repl-diskless-sync-delay", "0")
	if err != nil {
		return err
	}
	_, port, _ = net.SplitHostPort(addr)
	for deadline := time.Now().Add(replicaLimit); time.Now().Before(deadline); time.Sleep(pollEvery) {
		if out, err := exec.Command("redis-cli", "-p", port, "info", "replication").Output(); err == nil && strings.Contains(string(out), "master_link_status:up") {
			return nil
		}
	}
	return errors.New("the replica does not follow its master")
}

// stop ends all processes, the last one first.
func (r *running) stop() {
	for i := len(r.all) - 1; i >= 0; i-- {
		stop(r.all[i])
	}
}

// stop sends SIGTERM, or after startLimit SIGKILL, and waits for the end.
func stop(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	timeout := time.AfterFunc(startLimit, func() { _ = cmd.Process.Kill() })
	defer timeout.Stop()
	_ = cmd.Wait()
}

// command returns a command that runs on these cores, if there are two and taskset exists.
// With priority, the command has real-time priority.
func command(cores string, priority bool, program string, args ...string) *exec.Cmd {
	args = append([]string{program}, args...)
	if priority {
		args = append([]string{"chrt", "-r", "1"}, args...)
	}
	if taskset, err := exec.LookPath("taskset"); err == nil && runtime.NumCPU() > 1 {
		args = append([]string{taskset, "-c", cores}, args...)
	}
	return exec.Command(args[0], args[1:]...)
}

// mayHavePriority reports whether programs may have real-time priority. Usually root may give
// it to them.
func mayHavePriority() bool { return exec.Command("chrt", "-r", "1", "true").Run() == nil }

// freeAddr returns an address of this machine on which nobody listens now.
func freeAddr() (string, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return free.Addr().String(), free.Close()
}
