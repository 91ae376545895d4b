package hub

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/storetest"
)

func TestPage(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for _, path := range []string{"/", "/games", "/games/"} {
		resp, body := s.get(path, nil)
		if resp.StatusCode != http.StatusOK || !strings.Contains(body, "<title>") || resp.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
		csp := resp.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'self'") || strings.Contains(strings.Replace(csp, "'wasm-unsafe-eval'", "", 1), "unsafe") {
			t.Errorf("the policy is %q", csp)
		}
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if resp, body := s.get(path, nil); resp.StatusCode != http.StatusOK || body != "ok\n" {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
	req := httptest.NewRequest("DELETE", "/", nil)
	w := httptest.NewRecorder()
	s.hub.Handler().ServeHTTP(w, req)
	if got, _ := io.ReadAll(w.Body); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("DELETE /: %d %s", w.Code, got)
	}

	bare := serve(t, "bare", storetest.Open(t), fstest.MapFS{})
	resp, body := bare.get("/", nil)
	if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "npm run build") {
		t.Errorf("without a page: %d %s", resp.StatusCode, body)
	}
}

// A document has the language and the theme of its reader, and names the files of its page.
func TestDocument(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for _, test := range []struct{ cookie, accepts, want string }{
		{"", "", `<html lang="en">`},
		{"", "de-CH, fr-CA;q=0.8, en;q=0.9", `<html lang="en">`},
		{"", "de, fr-CA", `<html lang="fr">`},
		{"", "\xff;;;", `<html lang="en">`},
		{"quatre-language=fr", "en", `<html lang="fr">`},
		{`quatre-language="><script>; quatre-theme="><script>`, "", `<html lang="en">`},
		{"quatre-theme=dark; quatre-language=fr", "", `<html lang="fr" data-theme="dark">`},
		{"quatre-theme=auto", "", `<html lang="en">`},
	} {
		_, body := s.get("/", http.Header{"Cookie": {test.cookie}, "Accept-Language": {test.accepts}})
		if !strings.Contains(body, test.want) {
			t.Errorf("%+v: %s", test, body)
		}
	}
	_, body := s.get("/", nil)
	for _, link := range []string{
		`<link rel="modulepreload" crossorigin href="/assets/a.js">`, `<link rel="stylesheet" crossorigin href="/assets/a.css">`,
	} {
		if before, _, found := strings.Cut(body, link); !found || strings.Contains(before, "</head>") {
			t.Errorf("the head lacks %s: %s", link, body)
		}
	}
	if strings.Contains(body, "room.js") {
		t.Errorf("the start page names the files of a room: %s", body)
	}
}

// The page says that there is nothing, so the status must say so too.
func TestDocumentOfNothing(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	clock := clocktest.New()
	s := serve(t, "hub", store, builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.RequestsPerSecondPerAddress = 1 }))
	room := "/r/" + string(s.create("ana"))
	ask := func(path string, want int) {
		t.Helper()
		r := httptest.NewRequest("GET", path, nil)
		r.RemoteAddr = "198.51.100.1:1"
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		if w.Code != want || !strings.Contains(w.Body.String(), "<title>") {
			t.Errorf("%s: %d, want %d: %s", path, w.Code, want, w.Body)
		}
	}
	ask(room, 200)
	ask(room+"/", 200)
	ask("/no/such/page", 404)
	ask("/r/No_Such", 404)
	ask("/r/nosuchroom", 404)
	ask("/games/nosuchroom/1", 404)
	ask(strings.Replace(room, "/r/", "/games/", 1)+"/1", 404) // in progress: it has no record

	for range 5 { // with the five lookups above, the ten requests that may come at once
		ask("/r/nosuchroom", 404)
	}
	ask("/r/nosuchroom", 200) // the hub does not look
	clock.Add(requestsPause)
	store.Away.Store(true)
	ask("/r/nosuchroom", 200) // the page says that the store is away
	ask("/no/such/page", 404)
}

const requestsPause = time.Minute // an address may send requests again
