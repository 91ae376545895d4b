package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
)

// built is the folder of the programs under test. They are built once.
var built struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(built.folder)
		os.Exit(code)
	}))
}

// server is the process of a hub.
type server struct {
	url string
	cmd *exec.Cmd
	log bytes.Buffer // complete after the process has ended
}

// startServer starts a program on a free port and waits until it accepts connections.
func startServer(t *testing.T, program string, args ...string) *server {
	t.Helper()
	built.once.Do(func() {
		if built.folder, built.err = os.MkdirTemp("", "quatre-loadgen"); built.err != nil {
			return
		}
		if out, err := exec.Command("go", "build", "-o", built.folder, "../hub").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	s := &server{url: "http://" + addr}
	s.cmd = exec.Command(filepath.Join(built.folder, program), append([]string{"-addr", addr}, args...)...)
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	waitUntil(t, program+" to serve", func() bool {
		conn, err := net.Dial("tcp", addr)
		return err == nil && conn.Close() == nil
	})
	return s
}

func startHub(t *testing.T, store string) *server {
	t.Helper()
	return startServer(t, "hub", "-admin", "none", "-store", store)
}

// kill ends the process by SIGKILL, without a clean shutdown.
func (s *server) kill() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
}

const waitTimeout = 20 * time.Second

// waitUntil polls until ok returns true. After waitTimeout the test fails.
func waitUntil(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(waitTimeout); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout waiting for %s", what)
		}
	}
}

// runLoadgen runs loadgen and returns its exit status, its report and its messages.
func runLoadgen(t *testing.T, args string) (status int, rep report, messages string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = execute(t.Context(), append(strings.Fields(args), "-json", "-"), &stdout, &stderr)
	if stdout.Len() > 0 {
		if err := json.Unmarshal(stdout.Bytes(), &rep); err != nil {
			t.Fatalf("%v: %s", err, &stdout)
		}
	}
	return status, rep, stderr.String()
}

// All kinds of clients play on a file store.
func TestAllKindsOfClients(t *testing.T) {
	if testing.Short() {
		t.Skip("make long runs it")
	}
	hub := startHub(t, "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	status, rep, messages := runLoadgen(t, fmt.Sprintf(
		"-url %s -rooms 4 -ai 1 -spectators 1 -storm 400ms -variant tictactoe -duration 1s", hub.url))
	if status != statusOK {
		t.Fatalf("status %d: %s", status, messages)
	}
	if v := rep.Verdict; v.Rooms != 4 || v.Acknowledged == 0 || !v.ok() {
		t.Errorf("%+v", rep.Verdict)
	}
	if rep.Connections != 7+4 || rep.Reconnects == 0 || rep.Closes["1006"] == 0 {
		t.Errorf("%d connections, %d reconnects, closed %v", rep.Connections, rep.Reconnects, rep.Closes)
	}
	if c := rep.Confirm; rep.Moves == 0 || c.P50 <= 0 || c.P50 > c.P99 || c.P99 > c.P999 || c.P999 > c.Max {
		t.Errorf("%d moves, %+v", rep.Moves, c)
	}
}

// One of two hubs on Redis is killed. Its clients reconnect to the other hub and nothing
// is lost.
func TestHubKilledUnderLoad(t *testing.T) {
	redis := redistest.New(t)
	hubs := [2]*server{startHub(t, redis.URL()), startHub(t, redis.URL())}
	cfg, err := parseConfig(strings.Fields(fmt.Sprintf(
		"-url %s,%s -rooms 5 -rate 60 -duration 2s", hubs[0].url, hubs[1].url)), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(cfg)
	var killer sync.WaitGroup
	killer.Go(func() {
		for r.moves.Load() < 20 && t.Context().Err() == nil {
			sleep(t.Context(), 5*time.Millisecond)
		}
		hubs[0].kill()
	})
	rep, err := r.generate(t.Context())
	killer.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if !rep.Verdict.ok() || rep.Moves < 20 || rep.Reconnects == 0 {
		t.Errorf("%d moves, %d reconnects, errors %v, %+v", rep.Moves, rep.Reconnects, rep.Errors, rep.Verdict)
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-rooms 0", "above 0"},
		{"-duration 0s", "above 0"},
		{"-rate 5 -think 1s", "without -rate"},
		{"-level hardest", "-level hardest: "},
		{"-variant chess", "not a known game"},
		{"-url localhost:8080", "not the address of a hub"},
		{"-no-such-flag", "not defined"},
		{"now", "takes flags only"},
	} {
		if status, _, messages := runLoadgen(t, c.args); status != statusUsage || !strings.Contains(messages, c.want) {
			t.Errorf("loadgen %s: status %d, %s", c.args, status, messages)
		}
	}
	if status, _, messages := runLoadgen(t, "-h"); status != statusOK || !strings.Contains(messages, "-spectators") {
		t.Errorf("-h: status %d, %s", status, messages)
	}
}

func TestNoServer(t *testing.T) {
	if status, _, messages := runLoadgen(t, "-url http://127.0.0.1:1 -rooms 1"); status != statusFailed || !strings.Contains(messages, "no hub answers") || !strings.Contains(messages, "refused") {
		t.Errorf("status %d, %s", status, messages)
	}
}
