package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
)

func TestMain(m *testing.M) {
	if os.Getenv(runMain) != "" {
		main()
		return
	}
	goleak.VerifyTestMain(m)
}

// lockedBuffer collects the output of a program. It is safe for concurrent use.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *lockedBuffer) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *lockedBuffer) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
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

// addressPattern matches the port that a hub serves on, in a log in text or in JSON.
var addressPattern = regexp.MustCompile(`\bserving\b.*?\baddr"?[=:]"?[^" ]+:(\d+)`)

// startHub starts a hub on free ports and waits until it serves. stop ends it; the test's
// cleanup calls stop too.
func startHub(t *testing.T, args ...string) (url string, stop func(), log *lockedBuffer) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	log = &lockedBuffer{}
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, append([]string{"-addr", "127.0.0.1:0", "-admin", "127.0.0.1:0"}, args...), io.Discard, log)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if got := <-status; got != 0 {
			t.Errorf("exit status %d: %s", got, log)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	t.Cleanup(stop)
	return "http://" + awaitAddress(t, log), stop, log
}

// awaitAddress waits until a hub's log says at which address it serves, and returns it on
// loopback.
func awaitAddress(t *testing.T, log *lockedBuffer) string {
	t.Helper()
	waitUntil(t, "the hub's address", func() bool { return addressPattern.MatchString(log.String()) })
	return "127.0.0.1:" + addressPattern.FindStringSubmatch(log.String())[1]
}

// The hub writes nothing to a standard output that is no terminal, which may be the same file
// as the log.
func TestNothingBetweenLogLines(t *testing.T) {
	stdout, log := &lockedBuffer{}, &lockedBuffer{}
	ctx, cancel := context.WithCancel(context.Background())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{
			"-addr", "127.0.0.1:0", "-admin", "none", "-log", "json", "-store", "file:" + filepath.Join(t.TempDir(), "quatre.db"),
		}, stdout, log)
	}()
	awaitAddress(t, log)
	cancel()
	if got := <-status; got != 0 || stdout.String() != "" {
		t.Errorf("status %d, standard output %q", got, stdout)
	}
}

// A hub names the addresses that it listens on.
func TestPrintAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:8080":  "    http://localhost:8080   on this machine\n",
		"[::1]:8080":      "    http://localhost:8080   on this machine\n",
		"10.84.4.11:8080": "    http://10.84.4.11:8080\n",
		"0.0.0.0:80":      "    http://localhost:80   on this machine\n",
	} {
		var out bytes.Buffer
		printAddresses(&out, "http", net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address)))
		named := strings.Contains(out.String(), "localhost")
		if !strings.Contains(out.String(), want) || named != strings.Contains(want, "localhost") {
			t.Errorf("%s: %s", address, out.String())
		}
	}
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// startAIGame creates a room in which the AI moves first, and waits for its move.
func startAIGame(t *testing.T, url string) (room string) {
	t.Helper()
	resp, err := http.Post(url+"/api/rooms", "application/json",
		strings.NewReader(`{"id":"c0","variant":"connect4:7x6:4","opponent":"ai:normal","starter":"other"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	room = strings.TrimPrefix(resp.Header.Get("Location"), "/r/")
	waitUntil(t, "the AI's move", func() bool {
		_, entries := get(t, url+"/api/rooms/"+room+"/entries")
		return strings.Contains(entries, `"by":"ai"`)
	})
	return room
}

func TestFileStoreSurvivesRestart(t *testing.T) {
	store := "file:" + filepath.Join(t.TempDir(), "quatre.db")
	url, stop, log := startHub(t, "-store", store)
	room := startAIGame(t, url)
	if status, body := get(t, url+"/readyz"); status != http.StatusOK {
		t.Errorf("not ready: %s", body)
	}
	admin := regexp.MustCompile(`metrics=(\S+)`).FindStringSubmatch(log.String())[1]
	if _, body := get(t, admin); !strings.Contains(body, `quatre_hub_rooms_open`) {
		t.Errorf("the metrics do not show the room: %s", body)
	}
	stop()
	url, _, _ = startHub(t, "-store", store)
	if status, entries := get(t, url+"/api/rooms/"+room+"/entries"); status != http.StatusOK || !strings.Contains(entries, `"n":2`) {
		t.Errorf("after a restart: %d %s", status, entries)
	}
}

func TestRedisOutage(t *testing.T) {
	redis := redistest.New(t)
	url, _, _ := startHub(t, "-store", redis.URL(), "-workers", "1")
	room := startAIGame(t, url)
	redis.Stop(t)
	waitUntil(t, "the hub to notice", func() bool { status, _ := get(t, url+"/readyz"); return status == http.StatusServiceUnavailable })
	if status, _ := get(t, url+"/healthz"); status != http.StatusOK {
		t.Error("/healthz fails while the store does not answer")
	}
	redis.Restart(t)
	waitUntil(t, "the hub to be ready again", func() bool { status, _ := get(t, url+"/readyz"); return status == http.StatusOK })
	if _, entries := get(t, url+"/api/rooms/"+room+"/entries"); !strings.Contains(entries, `"n":2`) {
		t.Errorf("after the outage: %s", entries)
	}
	startAIGame(t, url)
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"-addr 8080", "is not an address to listen on"},
		{"-admin nowhere", "is not an address to listen on"},
		{"-workers -2", "must be at least -1"},
		{"-workers two", "invalid value"},
		{"-offer play.example.org", "-offer: \"play.example.org\" is not an origin"},
		{"-log xml", "text or json"},
		{"-log-level loud", "invalid value"},
		{"-no-such-flag", "not defined"},
		{"serve", "takes flags only"},
	} {
		var stderr bytes.Buffer
		if status := run(t.Context(), strings.Fields(c.args), io.Discard, &stderr); status != 2 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("hub %s: status %d, %s", c.args, status, stderr.String())
		}
	}
	for _, c := range []struct{ store, want string }{
		{"mysql://user:secret@db", "must start with file:"},
		{"file:", "names no file"},
		{"redis://user:secret@127.0.0.1:port", "a port cannot be read"},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), []string{"-addr", "127.0.0.1:0", "-admin", "", "-store", c.store}, io.Discard, &stderr)
		if status != 1 || !strings.Contains(stderr.String(), c.want) || strings.Contains(stderr.String(), "secret") {
			t.Errorf("-store %s: status %d, %s", c.store, status, stderr.String())
		}
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("QUATRE_WORKERS", "7")
	t.Setenv("QUATRE_STORE", "redis://elsewhere")
	t.Setenv("QUATRE_OFFER", "https://a.example, http://b.example:8080")
	cfg, err := parseConfig([]string{"-store", "redis://here"}, io.Discard)
	if err != nil || cfg.workers != 7 || cfg.store != "redis://here" || fmt.Sprint(cfg.offer) != "[https://a.example http://b.example:8080]" {
		t.Errorf("%+v, %v", cfg, err)
	}
	t.Setenv("QUATRE_WORKERS", "")
	t.Setenv("QUATRE_ADMIN", "none")
	if cfg, err := parseConfig(nil, io.Discard); err != nil || cfg.admin != "" {
		t.Errorf("QUATRE_ADMIN=none: %q, %v", cfg.admin, err)
	}
	for store, want := range map[string]int{"file:x.db": defaultWorkers, "redis://here": 0} {
		if cfg, err := parseConfig([]string{"-store", store, "-workers", "-1"}, io.Discard); err != nil || cfg.workers != want {
			t.Errorf("%s: %d workers, %v", store, cfg.workers, err)
		}
	}
}

// The book of a worker in a hub is read at the start. A wrong file ends the hub then, not in a game.
func TestBook(t *testing.T) {
	if cfg, err := parseConfig([]string{"-book", "../../internal/minimax/book/data/5x5x4.book"}, io.Discard); err != nil || cfg.engine == nil {
		t.Errorf("the engine is %v, %v", cfg.engine, err)
	}
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"-book", "hub_test.go"}, io.Discard, &stderr); status == 0 || !strings.Contains(stderr.String(), "-book: hub_test.go is not an opening book") {
		t.Errorf("status %d, %s", status, &stderr)
	}
}

func TestHelp(t *testing.T) {
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"-h"}, io.Discard, &stderr); status != 0 {
		t.Errorf("-h: status %d", status)
	}
	for _, want := range []string{"-addr address", "QUATRE_STORE", "default :8080", "11 more flags are seldom set: "} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("help lacks %q:\n%s", want, stderr.String())
		}
	}
}
