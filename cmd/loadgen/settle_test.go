package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// A room that did not settle counts as stuck once, even if the checker finds an
// unanswered command too.
func TestUnsettledRoomsAreStuck(t *testing.T) {
	s := newScenario(t)
	s.unsettled = "client 7 has no answer to its move c7-1"
	if v := s.check(); v.Stuck != 1 || v.ok() || !strings.Contains(strings.Join(v.Details, "\n"), "room room: client 7") {
		t.Errorf("%+v", v)
	}
	s.histories[1].add(record{Kind: recordSent, Cmd: "c1-99"})
	if v := s.check(); v.Stuck != 1 || !strings.Contains(strings.Join(v.Details, "\n"), "c1-99") {
		t.Errorf("%+v", v)
	}
}

func TestUnsettledReason(t *testing.T) {
	waits := func(c *client) { c.pending = &pendingCommand{command: command{Type: "move", ID: "c1-3"}} }
	for want, tune := range map[string]func(one, two *client){
		"": func(_, _ *client) {},
		"client 1 has no answer to its move c1-3":                                   func(one, _ *client) { waits(one) },
		"client 1 has no answer to its move c1-3; client 2 has seen 4 entries of 5": func(one, two *client) { waits(one); two.state.N = 4 },
	} {
		t.Run(want, func(t *testing.T) {
			at := func(index int) *client { return &client{index: index, state: &room.State{N: 5}} }
			one, two := at(1), at(2)
			tune(one, two)
			m := &match{clients: []*client{one, two}}
			if got := m.unsettledReason(5, false, nil); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	m := &match{}
	if m.unsettledReason(0, false, nil) == "" || m.unsettledReason(5, false, http.ErrServerClosed) == "" || m.unsettledReason(5, true, nil) == "" {
		t.Error("a room is settled with an empty or unreadable log, or in the AI's turn")
	}
}

// startProxyWithoutWebsockets starts a proxy to a hub that refuses websockets and returns
// its address.
func startProxyWithoutWebsockets(t *testing.T, hub string) string {
	t.Helper()
	to, err := url.Parse(hub)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(to)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	forward.Transport = transport
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/live") {
			http.Error(w, "no more", http.StatusServiceUnavailable)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.Close(); transport.CloseIdleConnections() })
	return server.URL
}

// A run in which no game begins fails, checks the rooms and counts them as stuck.
func TestGamesThatDoNotBegin(t *testing.T) {
	hub := startHub(t, "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	cfg, err := parseConfig(strings.Fields(fmt.Sprintf("-url %s -rooms 2 -settle 200ms", startProxyWithoutWebsockets(t, hub.url))), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(cfg)
	r.gamesTimeout = 200 * time.Millisecond
	rep, err := r.generate(t.Context())
	if err == nil || !strings.Contains(err.Error(), "in 2 of 2 rooms") || rep == nil {
		t.Fatalf("%v, %+v", err, rep)
	}
	v := rep.Verdict
	if v.Rooms != 2 || v.Stuck != 4 || v.ok() || rep.Errors["connect_503"] == 0 {
		t.Errorf("%+v, errors %v", v, rep.Errors)
	}
	if err := rep.write(filepath.Join(t.TempDir(), "report.json"), os.Stderr); err != nil {
		t.Error(err)
	}
}

// A client that learns that its room is full or closed stops playing there.
func TestFullRoomsAreRetired(t *testing.T) {
	for code, want := range map[string]bool{"room_full": true, "room_closed": true, "stale": false} {
		c := &client{run: newRun(config{}), match: &match{}, random: rand.New(rand.NewPCG(1, 1)), pending: &pendingCommand{command: command{ID: "c1"}}}
		c.match.run = c.run
		c.handleRefusal(&wire.Message{ID: "c1", Code: code})
		if c.match.retired.Load() != want {
			t.Errorf("after %s: retired is not %v", code, want)
		}
	}
}

// Rooms in which no more moves are possible are replaced by new ones, and the checker checks both.
func TestFullRoomsAreReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("make long runs it")
	}
	hub := startHub(t, "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	for _, mode := range []string{"", "-rate 300"} {
		cfg, err := parseConfig(strings.Fields(fmt.Sprintf("-url %s -rooms 2 -variant tictactoe -duration 4s %s", hub.url, mode)), os.Stderr)
		if err != nil {
			t.Fatal(err)
		}
		r := newRun(cfg)
		stop := make(chan struct{})
		var retiring sync.WaitGroup
		retiring.Go(func() { // as if the rooms were full
			for i := 0; ; i++ {
				select {
				case <-time.After(500 * time.Millisecond):
				case <-stop:
					return
				}
				if r.playing.Load() {
					r.activeMatches()[i%2].retire()
				}
			}
		})
		rep, err := r.generate(t.Context())
		close(stop)
		retiring.Wait()
		if err != nil {
			t.Fatal(err)
		}
		v := rep.Verdict
		if len(r.retired) == 0 || v.Rooms != int64(2+len(r.retired)) || !v.ok() {
			t.Errorf("%q: %d rooms replaced, errors %v, %+v", mode, len(r.retired), rep.Errors, v)
		}
		for _, old := range r.retired {
			if !old.retired.Load() || len(old.takeAllDue()) > 0 {
				t.Errorf("%q: room %s still has scheduled moves", mode, old.id)
			}
		}
		for i, current := range r.activeMatches() {
			if current.index != i {
				t.Errorf("%q: room at index %d is %+v", mode, i, current)
			}
		}
	}
}
