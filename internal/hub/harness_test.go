package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must happen. Nothing waits for it
// to pass.
const patience = 20 * time.Second

func testContext(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

var builtPage = fstest.MapFS{
	"index.html":           {Data: []byte("<!doctype html><title>Quatre</title>")},
	"build.txt":            {Data: []byte("3f2a9c01\n")},
	"assets/a.js":          {Data: []byte("'" + strings.Repeat("a script ", 1000) + "'")},
	"manifest.webmanifest": {Data: []byte("{}")},
}

// served is a hub that runs, with its address.
type served struct {
	t    *testing.T
	hub  *Hub
	url  string
	stop func() // ends it and waits; the first call counts
}

func serve(t *testing.T, name string, store storage.Store, page fs.FS, tune ...func(*Config)) *served {
	t.Helper()
	cfg := Config{
		Store: store, Name: name, Page: page, Variants: []string{"connect4:7x6:4"}, Addresses: []string{"http://192.168.1.20:8080"},
		Origins: []string{"https://friend.example"}, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
	}
	for _, f := range tune {
		f(&cfg)
	}
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h.Handler())
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { h.Run(ctx); close(over) }()
	stop := func() { cancel(); <-over; server.Close() }
	t.Cleanup(stop)
	return &served{t: t, hub: h, url: server.URL, stop: stop}
}

// bearer is the secret of a test's player.
func bearer(name string) string { return "Bearer " + strings.Repeat(name, 30)[:30] }

// call asks the API as a player and decodes the answer.
func (s *served) call(player, method, path string, body, answer any) int {
	s.t.Helper()
	var in io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		in = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(testContext(s.t), method, s.url+path, in)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", bearer(player))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		s.t.Fatalf("%s %s: %d, %v", method, path, resp.StatusCode, err)
	}
	return resp.StatusCode
}

type object = map[string]any

// create opens a room for two people and returns its name.
func (s *served) create(player string) room.ID {
	s.t.Helper()
	var answer struct {
		Room room.ID `json:"room"`
		failure
	}
	if status := s.call(player, "POST", "/api/rooms", object{"id": "c0", "variant": "connect4:7x6:4", "opponent": "human"}, &answer); status != 201 {
		s.t.Fatalf("create: %d %+v", status, answer)
	}
	return answer.Room
}

// message is any message of the hub.
type message struct {
	T       string            `json:"t"`
	ID      string            `json:"id"`
	N       uint64            `json:"n"`
	From    uint64            `json:"from"`
	Code    string            `json:"code"`
	Retry   bool              `json:"retry"`
	Up      bool              `json:"up"`
	Player  room.PlayerID     `json:"player"`
	Seats   [2]bool           `json:"seats"`
	Claim   [2]int64          `json:"claim"`
	Here    hereJSON          `json:"here"`
	Entries []json.RawMessage `json:"entries"`

	Spectators int `json:"spectators"`
}

// client is one socket, with the log as it has been shown.
type client struct {
	t       testing.TB
	ws      *websocket.Conn
	entries []room.Entry
	here    hereJSON // as shown last
	sent    int
	player  string
}

func (s *served) dial(player string, id room.ID, query string) (*websocket.Conn, error) {
	ws, _, err := websocket.Dial(testContext(s.t), s.url+"/api/rooms/"+string(id)+"/live?proto=1&"+query,
		&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {bearer(player)}}})
	if err == nil {
		s.t.Cleanup(func() { _ = ws.CloseNow() })
	}
	return ws, err
}

// open joins a room and reads the welcome and what it has missed.
func (s *served) open(player string, id room.ID) *client {
	s.t.Helper()
	return s.resume(player, id, nil)
}

// resume joins with entries seen before.
func (s *served) resume(player string, id room.ID, seen []room.Entry) *client {
	s.t.Helper()
	query := ""
	if len(seen) > 0 {
		query = fmt.Sprintf("after=%d&digest=%s", len(seen), seen[len(seen)-1].Digest)
	}
	ws, err := s.dial(player, id, query)
	if err != nil {
		s.t.Fatal(err)
	}
	c := &client{t: s.t, ws: ws, player: player}
	welcome := c.read()
	if welcome.T != "welcome" {
		s.t.Fatalf("the first message is %+v", welcome)
	}
	c.entries = slices.Clone(seen[:welcome.From])
	for uint64(len(c.entries)) < welcome.N {
		c.read()
	}
	return c
}

// read returns the next message. Entries are checked and kept.
func (c *client) read() message {
	c.t.Helper()
	_, frame, err := c.ws.Read(testContext(c.t))
	if err != nil {
		c.t.Fatalf("%s: %v", c.player, err)
	}
	return c.take(frame)
}

func (c *client) take(frame []byte) message {
	c.t.Helper()
	var m message
	if err := json.Unmarshal(frame, &m); err != nil {
		c.t.Fatal(err)
	}
	switch m.T {
	case "welcome":
		c.here = m.Here
	case "here":
		c.here = hereJSON{m.Seats, m.Spectators, m.Claim}
	}
	for _, raw := range m.Entries {
		e, err := room.DecodeEntry(raw)
		digest := ""
		if n := len(c.entries); n > 0 {
			digest = c.entries[n-1].Digest
		}
		if err != nil || e.N != uint64(len(c.entries)+1) || !e.Follows(digest) {
			c.t.Fatalf("%s: entry %s after %d entries: %v", c.player, raw, len(c.entries), err)
		}
		c.entries = append(c.entries, e)
	}
	return m
}

// until reads on to a message of some kind.
func (c *client) until(is func(message) bool) message {
	c.t.Helper()
	for {
		if m := c.read(); is(m) {
			return m
		}
	}
}

// follow reads until the log has n entries.
func (c *client) follow(n int) {
	c.t.Helper()
	for len(c.entries) < n {
		c.read()
	}
}

// seesHere reads until these people are shown to be there.
func (c *client) seesHere(one, two bool, spectators int) {
	c.t.Helper()
	for c.here.Seats != [2]bool{one, two} || c.here.Spectators != spectators {
		c.read()
	}
}

func (c *client) write(frame string) {
	c.t.Helper()
	if err := c.ws.Write(testContext(c.t), websocket.MessageText, []byte(frame)); err != nil {
		c.t.Fatal(err)
	}
}

// ask sends a command and returns its answer.
func (c *client) ask(kind string, more object) message {
	c.t.Helper()
	c.sent++
	m := object{"t": kind, "id": fmt.Sprintf("%s-%d-%d", c.player, len(c.entries), c.sent), "n": len(c.entries)}
	for k, v := range more {
		m[k] = v
	}
	c.write(string(mustMarshal(m)))
	return c.until(func(r message) bool { return (r.T == "ok" || r.T == "refused") && r.ID == m["id"] })
}

func (c *client) must(kind string, more object) uint64 {
	c.t.Helper()
	m := c.ask(kind, more)
	if m.T != "ok" {
		c.t.Fatalf("%s %s: %+v", c.player, kind, m)
	}
	return m.N
}

func (c *client) refused(code, kind string, more object) {
	c.t.Helper()
	if m := c.ask(kind, more); m.Code != code {
		c.t.Errorf("%s %s %v: %+v; want %s", c.player, kind, more, m, code)
	}
}

// closed reads to the end and checks why it came.
func (c *client) closed(want websocket.StatusCode) {
	c.t.Helper()
	for {
		if _, _, err := c.ws.Read(testContext(c.t)); err != nil {
			if got := websocket.CloseStatus(err); got != want {
				c.t.Errorf("%s: closed with %d (%v); want %d", c.player, got, err, want)
			}
			return
		}
	}
}
