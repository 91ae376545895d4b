package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What the run has seen of a room that did not come to rest is told once: by the
// checker, if it finds something of the kind by itself.
func TestUnsettledRoomsAreStuck(t *testing.T) {
	s := honest()
	s.unsettled = "client 7 has no answer to its move c7-1"
	if v := s.check(); v.Stuck != 1 || v.ok() || !strings.Contains(strings.Join(v.Details, "\n"), "room room: client 7") {
		t.Errorf("%+v", v)
	}
	s.histories[1].add(record{what: sent, cmd: own(1, 99)})
	if v := s.check(); v.Stuck != 1 || !strings.Contains(strings.Join(v.Details, "\n"), "c1-99") {
		t.Errorf("%+v", v)
	}
}

func TestUnrest(t *testing.T) {
	waits := func(c *client) { c.pending = &command{kind: "move", seq: 3} }
	for want, tune := range map[string]func(one, two, slow *client){
		"": func(_, _, slow *client) { slow.n = 0 },
		"client 1 has no answer to its move c1-3":                                   func(one, _, _ *client) { waits(one) },
		"client 1 has no answer to its move c1-3; client 2 has seen 4 entries of 5": func(one, two, _ *client) { waits(one); two.n = 4 },
	} {
		t.Run(want, func(t *testing.T) {
			one, two, slow := &client{index: 1, n: 5}, &client{index: 2, n: 5}, &client{index: 3, n: 5, role: roleSlow}
			tune(one, two, slow)
			room := &table{clients: []*client{one, two, slow}}
			if got := room.unrest(5, &game{}, nil); got != want {
				t.Errorf("%q, not %q", got, want)
			}
		})
	}
	room := &table{}
	if room.unrest(0, &game{}, nil) == "" || room.unrest(5, &game{}, http.ErrServerClosed) == "" {
		t.Error("a room without a log, or whose log cannot be read, is at rest")
	}
}

// withoutSockets is a proxy to a hub that lets no websocket through.
func withoutSockets(t *testing.T, hub string) string {
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

// A run in which no game begins says so, checks what there is and counts the rooms
// as stuck.
func TestARunThatDoesNotBegin(t *testing.T) {
	hub := serveHub(t, "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	folder := t.TempDir()
	cfg, err := configure(strings.Fields(fmt.Sprintf("-url %s -rooms 2 -settle 200ms -history %s", withoutSockets(t, hub.url), folder)), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(cfg)
	r.ready = 200 * time.Millisecond
	rep, err := r.generate(t.Context())
	if err == nil || !strings.Contains(err.Error(), "in 2 of 2 rooms") || rep == nil {
		t.Fatalf("%v, %+v", err, rep)
	}
	v := rep.Verdict
	if v.Rooms != 2 || v.Stuck != 4 || v.ok() || rep.Errors["connect_503"] == 0 {
		t.Errorf("%+v, errors %v", v, rep.Errors)
	}
	if err := rep.writeJSON(filepath.Join(folder, "report.json"), os.Stderr); err != nil {
		t.Error(err)
	}
}

// Rooms that are full are given up for new ones, and their games count as well.
func TestFullRoomsAreReplaced(t *testing.T) {
	hub := serve(t, "hub", "-admin", "none", "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"), "-max-entries", "50")
	for _, mode := range []string{"", "-mode open -rate 300"} {
		cfg, err := configure(strings.Fields(fmt.Sprintf("-url %s -rooms 2 -variant tictactoe -warmup 0s -duration 1s %s", hub.url, mode)), os.Stderr)
		if err != nil {
			t.Fatal(err)
		}
		r := newRun(cfg)
		rep, err := r.generate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		v := rep.Verdict
		if rep.Errors["room_full"] == 0 || len(r.past) == 0 || v.Rooms != int64(2+len(r.past)) || !v.ok() {
			t.Errorf("%q: %d rooms given up, errors %v, %+v", mode, len(r.past), rep.Errors, v)
		}
		for _, old := range r.past {
			if !old.retired.Load() || len(old.abandon()) > 0 {
				t.Errorf("%q: room %s still has moves to make", mode, old.id)
			}
		}
		for i, now := range r.active() {
			if now.index != i || now.idle {
				t.Errorf("%q: in place %d is room %+v", mode, i, now)
			}
		}
	}
}
