package hub

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/storetest"
)

// FuzzRequests sends any request to the API, with any body and any credentials. The answer
// must have a status below 500 and the security headers, a refusal a code and a sentence, and a redirect an
// address of this hub.
func FuzzRequests(f *testing.F) {
	for _, seed := range []struct{ method, target, body string }{
		{"POST", "/api/rooms", `{"id":"c0","variant":"connect4:7x6:4","opponent":"human"}`},
		{"POST", "/api/rooms", `{"id":"c1","variant":"force3","opponent":"ai:easy","starter":"other","clock":{"base":300000,"increment":3000},"advice":"1","name":"Zoé","colour":"blue"}`},
		{"POST", "/api/rooms", `{"id":"c2","variant":"tictactoe","opponent":"watch","levels":["easy","normal"],"pace":500}`},
		{"POST", "/api/rooms", `{"id":1e999}`},
		{"POST", "/api/analysis", `{"variant":"tictactoe","moves":"a1 b1 a2 b2","wait_ms":0}`},
		{"POST", "/api/analysis", `{"variant":"force3:report","moves":"P1 S6+3 S2","wait_ms":1}`},
		{"POST", "/api/analysis", `{"variant":"force3","position":"rs.bsbsss r 2 1 6","wait_ms":-1}`},
		{"POST", "/api/import", "[Variant \"connect4:7x6:4\"]\n\n4453 *\n"},
		{"POST", "/api/import", `{"games":[{}]}`},
		{"POST", "/api/pair", `{"id":"p","variant":"connect4:7x6:4"}`},
		{"GET", "/api/games?of=me&limit=100&game=connect4&result=won&opponent=ai&cursor=AAAB", ""},
		{"GET", "/api/games?cursor=AAAAAAAAAAFhYmNkZWYvMQ", ""},
		{"GET", "/api/games/abcdefghjkmn/1?format=text&download=1", ""},
		{"GET", "/api/stats?days=366&tz=Europe/Paris", ""},
		{"GET", "/api/stats?tz=../../etc/passwd", ""},
		{"GET", "/api/export?format=text", ""},
		{"GET", "/api/rooms/abcdefghjkmn/entries?after=18446744073709551615", ""},
		{"GET", "/api/lobby", ""},
		{"GET", "/r/abcdefghjkmn", ""},
		{"GET", "//evil.example/r/abc…%20).", ""},
		{"GET", "/\\evil.example.?x=1&date=.", ""},
		{"GET", "/assets/../../secret", ""},
		{"GET", "/analysis.png?variant=connect4:7x6:4&moves=44%C2%A053&first=2&colours=blue-white&lang=fr", ""},
		{"GET", "/analysis?variant=tictactoe&moves=b2a1+%E9;", ""},
		{"GET", "/api/games?of=me&of=all&opponent=%ff;%zz", ""},
		{"GET", "/oembed?format=json&maxwidth=1&url=http://hub.example/embed/g/abcdefghjkmn/1", ""},
		{"GET", "/g/abcdefghjkmn/1.gif?size=240&pause=500&side=2", ""},
		{"GET", "/embed/r/abcdefghjkmn?theme=dark", ""},
		{"GET", "/puzzle.png?date=2026-11-23", ""},
		{"POST", "/api/inside", `{"variant":"tictactoe","moves":"b2a1","depth":2,"search":"alphabeta","evaluation":"none"}`},
		{"POST", "/api/rooms", `{"id":"c3","variant":"tictactoe","opponent":"self","name":"\ud83d","Name":"\u200d"} {}`},
		{"POST", "/api/import", "\ufeff[Event \"x\"]\r[Variant \"tictactoe\"]\r\r1.b2\u00a0a1 1–0\r"},
		{"HEAD", "/", ""},
		{"DELETE", "/api/rooms", ""},
	} {
		f.Add(seed.method, seed.target, seed.body, bearer("ana"), "")
	}
	f.Add("GET", "/api/me", "", "Bearer short", "quatre="+strings.Repeat("x", 200))
	f.Add("GET", "/api/me", "", "", "quatre="+strings.Repeat("b", 30))
	handler := fuzzHub(f).Handler()
	f.Fuzz(func(t *testing.T, method, target, body, authorization, cookie string) {
		req, ok := fuzzRequest(method, target, body)
		if !ok {
			t.Skip()
		}
		ctx, cancel := context.WithTimeout(req.Context(), 50*time.Millisecond) // a request for an analysis would wait longer
		defer cancel()
		req.Header.Set("Authorization", authorization)
		req.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req.WithContext(ctx))
		if ctx.Err() != nil {
			return // the client has gone
		}
		checkAnswer(t, req, w)
	})
}

// fuzzHub returns a hub that does not run.
func fuzzHub(f *testing.F) *Hub {
	f.Helper()
	h, err := New(Config{
		Store: storetest.Open(f), Name: "fuzzed", Page: builtPage,
		Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
	})
	if err != nil {
		f.Fatal(err)
	}
	return h
}

// fuzzRequest makes a request as net/http would have read it. It returns false for a
// request for a socket, which a recorder cannot answer.
func fuzzRequest(method, target, body string) (*http.Request, bool) {
	if !strings.HasPrefix(target, "/") || strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r >= 0x7f }) ||
		method == "" || strings.ContainsFunc(method, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return nil, false
	}
	req, err := http.NewRequestWithContext(context.Background(), method, "http://hub.example"+target, strings.NewReader(body))
	if err != nil || strings.HasSuffix(req.URL.Path, "/live") {
		return nil, false
	}
	req.RequestURI, req.RemoteAddr = target, "127.0.0.1:4711" // this machine is not limited
	return req, true
}

func checkAnswer(t *testing.T, req *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	what := req.Method + " " + req.RequestURI
	var no wire.Failure
	isJSON := strings.HasPrefix(w.Header().Get("Content-Type"), "application/json")
	if isJSON && req.Method != http.MethodHead && !json.Valid(w.Body.Bytes()) {
		t.Fatalf("%s: %d %q", what, w.Code, w.Body)
	}
	if isJSON && w.Code >= 400 && (json.Unmarshal(w.Body.Bytes(), &no) != nil || no.Code == "" || no.Text == "") {
		t.Fatalf("%s: refused with %d %q", what, w.Code, w.Body)
	}
	// 501: oEmbed in a format that the hub does not have.
	if w.Code >= 500 && w.Code != http.StatusNotImplemented && no.Code != wire.FailNoWorker.Code && no.Code != wire.FailCrowded.Code {
		t.Fatalf("%s: %d %q", what, w.Code, w.Body)
	}
	if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Content-Security-Policy") == "" {
		t.Fatalf("%s: the headers are %v", what, w.Header())
	}
	if to := w.Header().Get("Location"); w.Code != http.StatusCreated && to != "" && (to[0] != '/' || len(to) > 1 && strings.ContainsAny(to[1:2], `/\`)) {
		t.Fatalf("%s: redirected to %q", what, to)
	}
}
