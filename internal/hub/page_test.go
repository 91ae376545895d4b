package hub

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/house"
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
	if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "make run") {
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
		{"", "fr_FR.UTF-8", `<html lang="fr">`},
		{"", "C, fr@euro;q=0.5", `<html lang="fr">`},
		{"", "en-US@posix;q=0.1, FR-fr ;q=0.2", `<html lang="fr">`},
		{"", "de, x-default, *, undefined, fr-XX-nonsensical", `<html lang="fr">`},
		{"", "fr;q=first, fr;q=0, en", `<html lang="en">`},
		{"", ",;q=1,-,_,en_GB.ISO8859-1,fr;q=0.9", `<html lang="en">`},
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
	for link, inHead := range map[string]bool{
		`<link rel="modulepreload" crossorigin href="/assets/a.js">`: true,
		`<link rel="stylesheet" crossorigin href="/assets/a.css">`:   false, // the outline is drawn before it
	} {
		if before, _, found := strings.Cut(body, link); !found || strings.Contains(before, "</head>") == inHead {
			t.Errorf("%s, in the head %t: %s", link, inHead, body)
		}
	}
	if strings.Contains(body, "room.js") {
		t.Errorf("the start page names the files of a room: %s", body)
	}
}

// What the host calls the site is in its documents, its previews and its manifest, as text whatever it is; the document's
// policy allows the style sheet with the colour, and no other.
func TestHouse(t *testing.T) {
	of, err := house.Parse(`Chez "Léa" </title>$1`, `<script>alert(1)</script>`, "#8c2417", "https://lea.example/legal Mentions légales")
	if err != nil {
		t.Fatal(err)
	}
	if of.Contact, err = house.ParseContact("mailto:lea@example.org"); err != nil {
		t.Fatal(err)
	}
	s := serve(t, "hub", storetest.Open(t), builtPage, func(cfg *Config) { cfg.House = of })
	if _, text := s.get("/.well-known/security.txt", nil); !regexp.MustCompile(`^Contact: mailto:lea@example.org\nExpires: 2\d{3}-\d\d-\d\dT[\d:]+Z\n`).MatchString(text) {
		t.Errorf("security.txt is %q", text)
	}
	compare(t, s.metaTags("/", "fr"), map[string]string{
		"title": of.Name + " · Puissance 4, morpion, Force 3", "og:site_name": of.Name, "description": of.Text, "og:description": of.Text,
	})
	resp, body := s.get("/", nil)
	_, style, _ := strings.Cut(body, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	want := "style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
	if policy := resp.Header.Get("Content-Security-Policy"); !strings.Contains(style, "#8c2417") || !strings.Contains(policy, want) || strings.Contains(policy, "unsafe-inline") {
		t.Errorf("the style %q, with the policy %q", style, policy)
	}
	if strings.Contains(body, "<script>") || strings.Count(body, "</title>") != 1 {
		t.Errorf("a host's text is a tag: %s", body)
	}
	for _, path := range []string{"/embed/r/" + string(s.create("ana")), "/"} {
		if _, body := s.get(path, nil); !strings.Contains(body, `<meta name="quatre-house" content="{&#34;name&#34;:`) {
			t.Errorf("%s does not tell its code: %s", path, body)
		}
	}
	for _, language := range []string{"en", "fr"} {
		_, body := s.get("/manifest.webmanifest", http.Header{"Accept-Language": {language}})
		var manifest struct {
			Name  string `json:"name"`
			Short string `json:"short_name"`
			Icons []struct{ Src, Name string }
		}
		if err := json.Unmarshal([]byte(body), &manifest); err != nil || manifest.Name != of.Name || manifest.Short != of.Name {
			t.Errorf("%s: %v: %s", language, err, body)
		}
	}
}

// The files of the invitation's question come with a room that has a free seat, and with no other.
func TestInvitationNamesItsFiles(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	waiting := s.create("ana")
	playing, _, _ := seated(t, s, s)
	for path, want := range map[string][2]bool{
		"/r/" + string(waiting): {true, true}, "/r/" + string(playing): {false, true}, "/r/nosuchroom": {false, false}, "/": {false, false},
	} {
		_, body := s.get(path, nil)
		invited := strings.Contains(body, "/assets/join.js") && strings.Contains(body, "/assets/join.css")
		room := strings.Contains(body, "<body data-room>")
		if invited != want[0] || room != want[1] {
			t.Errorf("%s: invited %t, room %t: %s", path, invited, room, body)
		}
	}
}

// A link may keep what the sentence around it has added, and leads to the same address.
func TestLinksInSentences(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	redirects := func(from, to string) {
		t.Helper()
		if resp, body := s.get(from, nil); resp.StatusCode != http.StatusPermanentRedirect || resp.Header.Get("Location") != to {
			t.Errorf("%s: %d to %q, want %q: %s", from, resp.StatusCode, resp.Header.Get("Location"), to, body)
		}
	}
	for _, tail := range []string{
		".", ",", ";", ":", "!", "'", `"`, ")", "]", "}", ">", "*", "**", "_", "`", "~", "|", "…", "’", "”", "»", "。", "）", "»).", "...", "\\",
		"%20", "%22", "%3E", "%C2%A0", "%E2%80%A6", "%e2%80%8b", "%0A", "%FF", "%29.", "!%20)", "+", "&gt;", "&quot;.",
	} {
		for _, path := range []string{
			"/r/k7m2p9x4w3tq", "/r/a-", "/r/k7m2p9x4w3tq.png", "/g/k7m2p9x4w3tq/1", "/g/k7m2p9x4w3tq/1.gif", "/games/k7m2p9x4w3tq/12", "/games", "/",
			"/embed/r/k7m2p9x4w3tq", "/embed/g/k7m2p9x4w3tq/1", "/puzzle", "/analysis", "/inside", "/lobby", "/stats", "/rules/force3", "/quatre.png",
			"/puzzle?date=2026-11-20", "/games?of=all", "/games/k7m2p9x4w3tq/1?ply=3", "/analysis?variant=force3&moves=P5+S3%2B", "/play?moves=44", "/embed/r/a?theme=dark",
		} {
			redirects(path+tail, path)
			if bare, _, hasQuery := strings.Cut(path, "?"); !hasQuery && path != "/" {
				redirects(path+"/"+tail, path)
				redirects(bare+tail+"/?from=mail", path+"?from=mail")
			}
		}
	}
	for from, to := range map[string]string{
		"//evil.example.": "/evil.example", "/%2F/evil.example!": "/%2F/evil.example", "/.//evil.example)": "/evil.example",
		"/%5Cevil.example.": "/%5Cevil.example", `/\evil.example.`: "/%5Cevil.example", "/https://evil.example.": "/https:/evil.example",
		"/..//evil.example.?x=1": "/evil.example?x=1",
	} {
		redirects(from, to)
	}
	for path, want := range map[string]int{
		"/games?opponent=ai:custom:depth=4,name=Dr.": 200, "/analysis?variant=force3&moves=P5+S3%2B": 200, "/games/": 200, "/": 200,
		"/api/rooms/k7m2p9x4w3tq.": 404, "/api/nothing.": 404, "/r/k7m2p9x4w3tq.and": 404, "/assets/a.js": 200, "/api/games?of=all.": 400,
	} {
		if resp, body := s.get(path, nil); resp.StatusCode != want {
			t.Errorf("%s: %d, want %d: %s", path, resp.StatusCode, want, body)
		}
	}
	w := httptest.NewRecorder()
	s.hub.Handler().ServeHTTP(w, httptest.NewRequest("POST", "/r/k7m2p9x4w3tq.", nil))
	if w.Code == http.StatusPermanentRedirect {
		t.Errorf("POST: %d", w.Code)
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
