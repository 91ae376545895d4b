package hub

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/storetest"
)

// logLines is a log that a test reads.
type logLines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// with returns the lines with this message, as objects.
func (l *logLines) with(t *testing.T, msg string) (found []map[string]any) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		if o["msg"] == msg {
			found = append(found, o)
		}
	}
	return found
}

// Every request has an ID: the ID that a trusted proxy has sent, or an ID that the hub makes. The
// hub ignores IDs from anybody else.
func TestRequestIDs(t *testing.T) {
	for name, c := range map[string]struct {
		trusted bool
		sent    string
		kept    bool
	}{
		"a proxy's":               {true, "0f8fad5b-d9cb-469f-a165-70867728950e", true},
		"a proxy's that is none":  {true, "a b=c", false},
		"a proxy's that is long":  {true, strings.Repeat("x", 65), false},
		"a proxy that sends none": {true, "", false},
		"anybody's":               {false, "mine", false},
	} {
		t.Run(name, func(t *testing.T) {
			log := &logLines{}
			s := serve(t, "hub1", storetest.Open(t), builtPage, func(cfg *Config) {
				cfg.Log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
				if c.trusted {
					cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
				}
			})
			ask := func(path string) string {
				req, err := http.NewRequestWithContext(hubtest.Context(t), http.MethodGet, s.url+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("X-Request-Id", c.sent)
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				_ = resp.Body.Close()
				return resp.Header.Get("X-Request-Id")
			}
			first, second := ask("/api/rooms/nowhere"), ask("/api/about")
			if c.kept != (first == c.sent) || !regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`).MatchString(first) || !c.kept && first == second {
				t.Errorf("sent %q, got %q and %q", c.sent, first, second)
			}
			refused := log.with(t, "request refused")
			if len(refused) != 1 || refused[0]["request"] != first || refused[0]["code"] != "unknown_room" {
				t.Errorf("lines of refused requests: %v", refused)
			}
		})
	}
}

// The lines about a socket have the ID of the request that opened it.
func TestLinesOfASocket(t *testing.T) {
	log := &logLines{}
	s := serve(t, "hub1", storetest.Open(t), builtPage, func(cfg *Config) {
		cfg.Log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	id := s.create("ann")
	c := s.open("ann", id)
	c.Must("name", hubtest.Object{"name": "Ann"})
	c.Refused("not_started", "move", hubtest.Object{"move": "4"})
	c.Drop() // otherwise the hub waits for the client
	s.stop()
	created, opened := log.with(t, "room created"), log.with(t, "socket opened")
	if len(created) != 1 || len(opened) != 1 || created[0]["room"] != string(id) || opened[0]["room"] != string(id) ||
		created[0]["player"] != opened[0]["player"] || created[0]["player"] == "" || created[0]["request"] == opened[0]["request"] {
		t.Fatalf("lines of the new room and its socket: %v, %v", created, opened)
	}
	for msg, want := range map[string]map[string]any{
		"command done":    {"type": "name", "n": 2.0},
		"command refused": {"type": "move", "n": 2.0, "code": "not_started"},
		"socket closed":   {},
	} {
		got := log.with(t, msg)
		if len(got) != 1 {
			t.Errorf("%s: %v", msg, got)
			continue
		}
		if id, _ := got[0]["command"].(string); strings.HasPrefix(msg, "command") && id == "" {
			t.Errorf("%s has no ID of the command: %v", msg, got[0])
		}
		for _, name := range []string{"room", "player", "request"} {
			want[name] = opened[0][name]
		}
		for name, value := range want {
			if got[0][name] != value {
				t.Errorf("%s: %s is %v, not %v", msg, name, got[0][name], value)
			}
		}
	}
}
