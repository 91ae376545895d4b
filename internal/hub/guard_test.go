package hub

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// withLimits sets limits that tune has changed. They apply to this machine too.
func withLimits(tune func(*limits.Limits)) func(*Config) {
	return func(cfg *Config) {
		cfg.Limits = limits.Default()
		cfg.Limits.Loopback = true
		tune(&cfg.Limits)
	}
}

// turnedAway dials, and checks that the hub refuses the socket with this code and counts the
// refusal.
func (s *served) turnedAway(player string, id room.ID, status int, code string) {
	s.t.Helper()
	before := s.refusals(code)
	ws, resp, err := websocket.Dial(hubtest.Context(s.t), s.url+"/api/rooms/"+string(id)+"/live?proto=1",
		&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {bearer(player)}}})
	if err == nil {
		_ = ws.CloseNow()
		s.t.Errorf("%s gets in", player)
		return
	}
	if resp == nil || resp.StatusCode != status || resp.Header.Get("Retry-After") == "" || s.refusals(code) != before+1 {
		s.t.Errorf("%s: %v, %v; want %d %s, counted once", player, resp, err, status, code)
	}
}

func TestSocketLimits(t *testing.T) {
	for code, tune := range map[string]func(*limits.Limits){
		"hub_full":         func(l *limits.Limits) { l.Sockets = 2 },
		"too_many_sockets": func(l *limits.Limits) { l.SocketsPerAddress = 2 },
	} {
		s := serve(t, "hub", storetest.Open(t), builtPage, withLimits(tune))
		id := s.create("ana")
		s.open("ana", id)
		bob := s.open("bob", id)
		status := map[string]int{"hub_full": 503, "too_many_sockets": 429}[code]
		s.turnedAway("eve", id, status, code)
		bob.Goodbye()
		hubtest.Await(t, "bob's place", func() bool {
			_, err := s.dial("eve", id, "")
			return err == nil
		})
	}
}

func TestLimitsPerPlayer(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, withLimits(func(l *limits.Limits) { l.SocketsPerPlayer = 2 }))
	one := s.create("ana")
	s.open("ana", one)
	s.open("ana", one)
	s.turnedAway("ana", one, 429, "too_many_sockets")
	s.open("bob", one) // the sockets of ana do not count for bob

	// A page gets a close code, because browsers hide the status from it.
	ws, _, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+string(one)+"/live?proto=1", &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {bearer("ana")}, "Origin": {s.url}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.Read(hubtest.Context(t)); wire.CloseCode(websocket.CloseStatus(err)) != wire.CloseTooMany {
		t.Errorf("a page gets %v", err)
	}
}

// maxTooFast is how many frames in a row are refused before the socket is closed.
const maxTooFast = 200

func TestFramesTooFast(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.FramesPerSecond, l.FramesBurst = 10, 5 }))
	ana := s.open("ana", s.create("ana"))
	for range 5 {
		ana.Write(`{"t":"ping","id":"p"}`)
		ana.Until(func(m hubtest.Message) bool { return m.T == "pong" })
	}
	if m := ana.Ask("name", hubtest.Object{"name": "Ana"}); m.Code != "too_fast" || !m.Retry {
		t.Errorf("the sixth frame at once: %+v", m)
	}
	clock.Add(100 * time.Millisecond)
	ana.Must("name", hubtest.Object{"name": "Ana"})
	for range maxTooFast { // read each refusal, otherwise the outbox would be full
		ana.Write(`{"t":"ping","id":"p"}`)
		ana.Until(func(m hubtest.Message) bool { return m.Code == "too_fast" })
	}
	ana.Write(`{"t":"ping","id":"p"}`)
	ana.Closed(wire.ClosePolicy)
	if n := s.refusals("too_fast"); n != maxTooFast+2 {
		t.Errorf("%v refusals are counted", n)
	}
}

// postFrom sends a request as a player from an address.
func (s *served) postFrom(peer, player, path, body string) (status int, code string) {
	s.t.Helper()
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.RemoteAddr = peer
	r.Header.Set("Authorization", bearer(player))
	w := httptest.NewRecorder()
	s.hub.Handler().ServeHTTP(w, r)
	for _, c := range []string{"too_fast", "body_too_large", "budget_spent", "store_full"} {
		if strings.Contains(w.Body.String(), `"`+c+`"`) {
			code = c
		}
	}
	if code != "" && code != "body_too_large" && w.Header().Get("Retry-After") == "" {
		s.t.Errorf("%s does not say when to come back", code)
	}
	return w.Code, code
}

const aRoom = `{"id":"x","variant":"connect4:7x6:4","opponent":"self"}`

func TestRoomCreations(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) {
		l.RoomsPerMinutePerPlayer, l.RoomsPerMinutePerAddress = 2, 3
	}))
	for _, step := range []struct {
		peer, player, code string
	}{
		{"198.51.100.1:1", "ana", ""},
		{"198.51.100.1:2", "ana", ""},
		{"198.51.100.2:1", "ana", "too_fast"}, // from any address
		{"198.51.100.1:1", "bob", ""},
		{"198.51.100.1:1", "eve", "too_fast"}, // as any player
		{"198.51.100.9:1", "eve", ""},
		{"[2001:db8::1]:1", "zoe", ""},
		{"[2001:db8::2]:1", "yan", ""},
		{"[2001:db8::3]:1", "una", ""},
		{"[2001:db8::ffff:4]:1", "tom", "too_fast"}, // the same /64 network
		{"[2001:db8:0:1::4]:1", "tom", ""},
	} {
		if status, code := s.postFrom(step.peer, step.player, "/api/rooms", aRoom); code != step.code {
			t.Errorf("%+v: %d %s", step, status, code)
		}
	}
	clock.Add(time.Minute)
	if status, _ := s.postFrom("198.51.100.1:1", "ana", "/api/rooms", aRoom); status >= 429 {
		t.Errorf("a minute later: %d", status)
	}
}

func TestRequestsAndImports(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) {
		l.RequestsPerSecondPerAddress, l.ImportsPerHourPerAddress = 4, 1
	}))
	ask := func(path string) int {
		r := httptest.NewRequest("GET", path, nil)
		r.RemoteAddr = "198.51.100.1:1"
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		return w.Code
	}
	if got := ask("/api/export"); got != 200 { // costs half of the 40 requests that may come at once
		t.Errorf("an export: %d", got)
	}
	for range 20 {
		if got := ask("/api/me"); got != 200 {
			t.Fatalf("a request: %d", got)
		}
	}
	for path, want := range map[string]int{"/api/me": 429, "/readyz": 429, "/": 200, "/assets/a.js": 200} {
		if got := ask(path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if _, code := s.postFrom("203.0.113.5:1", "ana", "/api/import", "nothing"); code != "" {
		t.Errorf("the first import: %s", code)
	}
	if _, code := s.postFrom("203.0.113.5:1", "bob", "/api/import", "nothing"); code != "too_fast" {
		t.Errorf("the second import: %q", code)
	}
	if _, code := s.postFrom("203.0.113.6:1", "ana", "/api/rooms", `{"name":"`+strings.Repeat("x", 5000)); code != "body_too_large" {
		t.Errorf("a large body: %q", code)
	}
}

// A request counts by what it makes the hub read.
func TestRequestsAreChargedByCost(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.RequestsPerSecondPerAddress = 6 }))
	const atOnce = 60
	log := "/api/rooms/" + string(s.create("ana")) + "/entries"
	for path, cost := range map[string]int{
		"/api/me": 1, "/api/games": 1, "/api/games?game=force3": 11, "/api/games?of=me": 1,
		"/api/export": 20, "/api/stats": 20, log: 6, log + "?limit=99": 1, log + "?limit=1000": 11,
	} {
		granted := 0
		for range atOnce + 1 {
			r := httptest.NewRequest("GET", path, nil)
			r.RemoteAddr = "198.51.100.1:1"
			w := httptest.NewRecorder()
			if s.hub.Handler().ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
				break
			}
			granted++
		}
		if granted != atOnce/cost {
			t.Errorf("%s: %d are granted, want %d", path, granted, atOnce/cost)
		}
		clock.Add(time.Minute)
	}
}

// By default programs on this machine are not limited, and the limits suffice for a class.
func TestNoLimitOnLoopback(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, func(cfg *Config) {
		cfg.Limits = limits.Default()
		cfg.Limits.SocketsPerPlayer, cfg.Limits.RoomsPerMinutePerPlayer, cfg.Limits.FramesPerSecond = 1, 1, 1
		cfg.Limits.FramesBurst = 1
	})
	id := s.create("ana")
	for i := range 3 {
		c := s.open("ana", id)
		if i == 2 {
			for range 5 {
				c.Must("name", hubtest.Object{"name": "Ana"})
			}
		}
	}
}
