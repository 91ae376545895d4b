package hub

import (
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/web"
	"github.com/quatre/quatre/internal/storetest"
)

func TestHeadersOfEveryAnswer(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for _, path := range []string{"/", "/api/me", "/api/nothing", "/assets/a.js", "/assets/gone.js", "/healthz"} {
		resp, _ := s.get(path, nil)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Content-Security-Policy": web.ContentPolicy, "Permissions-Policy": web.PermissionsPolicy, "Strict-Transport-Security": "",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
	}
	resp, _ := s.get("/assets/a.js", http.Header{"Sec-Fetch-Dest": {"script"}})
	if h := resp.Header; h.Get("Content-Security-Policy")+h.Get("Permissions-Policy") != "" || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a script of a document: %v", h)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.TLS = &tls.ConnectionState{}
	w := httptest.NewRecorder()
	s.hub.Handler().ServeHTTP(w, r)
	if w.Header().Get("Strict-Transport-Security") == "" || !w.Result().Cookies()[0].Secure {
		t.Errorf("over TLS: %v", w.Header())
	}
}

// A page of another site can open neither a socket nor the lobby's stream, although the
// browser would send the cookie.
func TestSocketsOfOtherSites(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	for origin, welcome := range map[string]bool{
		"": true, s.url: true,
		"https://evil.example": false, "null": false, s.url + ".evil.example": false,
	} {
		header := http.Header{"Authorization": {bearer("ana")}}
		if origin != "" {
			header.Set("Origin", origin)
		}
		ws, resp, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+string(id)+"/live?proto=1", &websocket.DialOptions{HTTPHeader: header})
		if (err == nil) != welcome || !welcome && resp.StatusCode != http.StatusForbidden {
			t.Errorf("a room's socket, from %q: %v", origin, err)
		}
		if err == nil {
			_ = ws.CloseNow()
		}
		req, err := http.NewRequestWithContext(hubtest.Context(t), "GET", s.url+"/api/lobby/live", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = header
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if (answer.StatusCode == http.StatusOK) != welcome {
			t.Errorf("the lobby's, from %q: %d", origin, answer.StatusCode)
		}
		_ = answer.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	if s.refusals("cross_origin") != 6 {
		t.Errorf("%v refusals are counted", s.refusals("cross_origin"))
	}
}

// syncBuffer is a buffer that several goroutines write to.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

// A busy hub that logs at level debug writes no secret with which somebody could play
// another player's seat.
func TestSecretsAreNotLogged(t *testing.T) {
	var log syncBuffer
	s := serve(t, "hub", storetest.Open(t), builtPage, func(cfg *Config) {
		cfg.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	_, ana, bob := seated(t, s, s)
	hubtest.PlayOut("4455", ana, bob)
	ana.Write("nonsense")
	ana.Refused("no_offer", "accept", hubtest.Object{"offer": "draw"})
	resp, _ := s.get("/", nil)
	cookie := resp.Cookies()[0].Value
	header := http.Header{"Cookie": {"quatre=" + cookie}, "X-Forwarded-For": {"203.0.113.9"}}
	for _, path := range []string{"/api/me", "/api/rooms/nosuchroom", "/api/games?limit=x", "/api/stats?tz=Nowhere", "/readyz"} {
		s.get(path, header)
	}
	ws, err := s.dial("eve", "nosuchroom", "after=7")
	if err != nil {
		t.Fatal(err)
	}
	_, _, _ = ws.Read(hubtest.Context(t)) // the hub closes the socket
	ana.Drop()                            // otherwise the hub waits for the players
	bob.Drop()
	s.stop()
	s.log.Warn("the end")

	log.mu.Lock()
	defer log.mu.Unlock()
	text := log.buf.String()
	for _, value := range []string{cookie, strings.TrimPrefix(bearer("ana"), "Bearer "), strings.TrimPrefix(bearer("bob"), "Bearer "), base64.StdEncoding.EncodeToString([]byte(cookie))} {
		if strings.Contains(text, value) {
			t.Errorf("the log has the secret %s:\n%s", value, text)
		}
	}
	if !strings.Contains(text, "the end") {
		t.Error("the searched log lacks a line that the hub has written")
	}
}
