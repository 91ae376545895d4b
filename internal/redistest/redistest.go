// Package redistest runs real Redis servers for tests.
//
// Each server listens on a free port of the loopback interface, keeps its files in a folder
// of its own, and syncs every write to disk before it answers (appendfsync always). The end
// of the test kills it. On a machine without redis-server the test fails and is not skipped.
package redistest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startLimit is how long a server may take to start. Await waits as long.
const startLimit = 20 * time.Second

// Server is a redis-server.
type Server struct {
	Addr string // host:port, the same through all restarts

	bus    string // the port that the nodes of a Cluster use among themselves
	dir    string
	config string   // the configuration file; a Sentinel writes to it
	wrap   []string // the program that starts redis-server, with its arguments; empty: none
	args   []string
	cmd    *exec.Cmd     // nil while it does not run
	done   chan struct{} // closed when cmd has ended
	log    *bytes.Buffer
}

// New starts a server with additional arguments, as redis-server takes them
// ("--cluster-enabled", "yes").
func New(t testing.TB, args ...string) *Server {
	t.Helper()
	return run(t, &Server{dir: t.TempDir(), args: append([]string{
		"--save", "", "--appendonly", "yes", "--appendfsync", "always",
	}, args...)})
}

func run(t testing.TB, s *Server) *Server {
	t.Helper()
	// Another process may take the port before the server listens on it.
	for range 5 {
		s.Addr = FreeAddr(t)
		if err := s.start(); err == nil {
			t.Cleanup(s.kill)
			return s
		} else if errors.Is(err, exec.ErrNotFound) {
			t.Fatalf("redistest: redis-server is needed for this test: %v", err)
		}
	}
	t.Fatalf("redistest: redis-server does not start:\n%s", s.log)
	return nil
}

// URL returns the server's address as redis://host:port.
func (s *Server) URL() string { return "redis://" + s.Addr }

// Stop kills the server with SIGKILL. Like Freeze it takes t, so that tests can list ways to fail.
func (s *Server) Stop(testing.TB) { s.kill() }

// Freeze stops the process with SIGSTOP until Thaw. The system still accepts connections for
// it, but the server does not answer.
func (s *Server) Freeze(t testing.TB) { s.signal(t, syscall.SIGSTOP) }

// Thaw ends a Freeze. The server then executes the commands that it received while frozen.
func (s *Server) Thaw(t testing.TB) { s.signal(t, syscall.SIGCONT) }

func (s *Server) signal(t testing.TB, signal os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		t.Fatalf("redistest: %v", err)
	}
}

// Restart starts a stopped server again, on the same port with the same data.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatalf("redistest: restart: %v\n%s", err, s.log)
	}
}

func (s *Server) start() error {
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return err
	}
	s.log = new(bytes.Buffer)
	s.config = filepath.Join(s.dir, "redis.conf")
	if err := os.WriteFile(s.config, nil, 0o600); err != nil {
		return err
	}
	words := slices.Concat(s.wrap, []string{
		"redis-server", s.config, "--bind", host, "--port", port, "--dir", s.dir, "--loglevel", "warning",
	}, s.args)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = s.log, s.log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	s.cmd, s.done = cmd, ended
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); {
		if s.answers() {
			return nil
		}
		select {
		case <-ended: // for example, its port was taken
			s.cmd = nil
			return fmt.Errorf("the process ended: %s", cmd.ProcessState)
		case <-time.After(5 * time.Millisecond):
		}
	}
	s.kill()
	return fmt.Errorf("no answer at %s within %v", s.Addr, startLimit)
}

// answers reports whether the started process answers on its port and has loaded its data.
func (s *Server) answers() bool {
	info, err := s.Do("INFO", "server")
	if err != nil || !strings.Contains(info, "\r\nprocess_id:"+strconv.Itoa(s.cmd.Process.Pid)+"\r\n") {
		return false
	}
	pong, err := s.Do("PING") // a server that loads its data refuses PING, but not INFO
	return err == nil && pong == "+PONG\r\n"
}

// Do sends one command on a new connection and returns the first 64 KiB of the reply, as Redis
// encodes it.
func (s *Server) Do(words ...string) (string, error) {
	conn, err := net.DialTimeout("tcp", s.Addr, time.Second)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	var b bytes.Buffer
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	if _, err := conn.Write(b.Bytes()); err != nil {
		return "", err
	}
	reply := make([]byte, 1<<16)
	n, err := conn.Read(reply)
	return string(reply[:n]), err
}

func (s *Server) kill() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	<-s.done
	s.cmd = nil
}

// FreeAddr returns an address of this machine on which nobody listens now.
func FreeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	defer l.Close()
	return l.Addr().String()
}

// NewSentinel starts a Sentinel that watches master under a name. Its quorum is 1, so it needs
// no other Sentinel for a failover.
func NewSentinel(t testing.TB, name string, master *Server) *Server {
	t.Helper()
	host, port, err := net.SplitHostPort(master.Addr)
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	s := run(t, &Server{dir: t.TempDir(), args: []string{"--sentinel"}})
	mustOK(t, s, "SENTINEL", "MONITOR", name, host, port, "1")
	return s
}
