package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// How many frames a fuzz input may hold, and how many bytes each of them.
const (
	fuzzFrames     = 200
	fuzzFrameBytes = 4096
)

// FuzzRoomOfFrames is a room under fire: each line of the input is a frame,
// sent by the player whom its first byte picks. Whatever arrives is refused with
// a code, or it is an event that the room folds; strangers change nothing but by
// sitting down; and nothing is played after the end.
func FuzzRoomOfFrames(f *testing.F) {
	all := examples(f)
	var every []byte
	for _, name := range []string{
		"move", "sit", "name", "resign", "rematch", "invite", "offer", "accept", "decline", "claim", "emote", "pace", "ping",
	} {
		for i, frame := range all[name] {
			line := append([]byte{byte('0' + i)}, frame...)
			f.Add(byte(len(every)), line)
			every = append(append(every, line...), '\n')
		}
	}
	f.Add(byte(0), every)
	f.Add(byte(1), []byte("0{\"t\":\"move\",\"n\":99,\"move\":\"4\"}\n1{\"t\":\"sit\",\"n\":99}\n1{\"t\":\"move\",\"n\":99,\"move\":\"4\"}\n"+
		"0{\"t\":\"offer\",\"n\":99,\"offer\":\"draw\"}\n1{\"t\":\"accept\",\"n\":99,\"offer\":\"draw\"}\n0{\"t\":\"rematch\",\"n\":99}\n1{\"t\":\"rematch\",\"n\":99}"))
	f.Fuzz(func(t *testing.T, variant byte, input []byte) {
		r := newFuzzRoom(t, []string{"connect4:7x6:4", "tictactoe", "force3", "connect4:4x4:3"}[variant%4])
		for line := range bytes.Lines(input[:min(len(input), fuzzFrames*fuzzFrameBytes)]) {
			if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 && len(line) <= fuzzFrameBytes {
				r.frame([]room.PlayerID{"ana", "bob", "eve"}[line[0]%3], line[1:])
			}
		}
	})
}

// fuzzRoom is a room without a store.
type fuzzRoom struct {
	t     *testing.T
	state room.State
	now   time.Time
}

func newFuzzRoom(t *testing.T, variant string) *fuzzRoom {
	r := &fuzzRoom{t: t, now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	r.play("ana", room.Command{ID: "c0", By: "ana", Do: room.Create{Variant: variant, First: 1}})
	if r.state.N != 1 {
		t.Fatal("no room")
	}
	return r
}

func (r *fuzzRoom) frame(by room.PlayerID, frame []byte) {
	r.now = r.now.Add(time.Second)
	m, action, err := decodeFrame(frame)
	switch {
	case err != nil || m.T == "ping":
		if action != nil {
			r.t.Fatalf("%q: %v and %v", frame, action, err)
		}
		return
	case action == nil:
		r.t.Fatalf("%q is neither a command nor a ping nor refused", frame)
	}
	r.play(by, room.Command{ID: m.ID, By: by, Seen: m.N, Do: action})
}

func (r *fuzzRoom) play(by room.PlayerID, c room.Command) {
	before := r.state.Phase
	seated := r.state.SeatOf(by).Valid()
	ev, err := room.Decide(&r.state, c, r.now)
	if err != nil {
		var refusal *room.Refusal
		if !errors.As(err, &refusal) || refusal.Code == "" || refusal.Text == "" {
			r.t.Fatalf("%+v: no refusal: %v", c, err)
		}
		return
	}
	e, err := room.Seal(r.state.Digest, r.state.N+1, r.now, by, c.ID, ev)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.state.Apply(e); err != nil {
		r.t.Fatalf("decided and not folded: %s: %v", e.Raw(), err)
	}
	if !json.Valid(entriesFrame([]room.Entry{e})) {
		r.t.Fatalf("not to be sent: %q", e.Raw())
	}
	switch ev.(type) {
	case room.Created, room.Joined:
	case room.Moved:
		if before != room.PhasePlaying || !seated {
			r.t.Fatalf("%s by %q, the room being %s", e.Raw(), by, before)
		}
	default:
		if !seated && ev.Kind() != "seatmoved" {
			r.t.Fatalf("%s by a stranger", e.Raw())
		}
	}
}

// FuzzRequests asks the API for anything, with any body and any credentials: it
// answers, with no fault of its own (a status below 500), and when it says no,
// with a code, a sentence and the headers that keep a browser safe.
func FuzzRequests(f *testing.F) {
	for _, seed := range []struct{ method, target, body string }{
		{"POST", "/api/rooms", `{"id":"c0","variant":"connect4:7x6:4","opponent":"human"}`},
		{"POST", "/api/rooms", `{"id":"c1","variant":"force3","opponent":"ai:easy","starter":"other","clock":{"base":300000,"increment":3000},"advice":"1","name":"Zoé","colour":"blue"}`},
		{"POST", "/api/rooms", `{"id":"c2","variant":"tictactoe","opponent":"watch","levels":["easy","normal"],"pace":500}`},
		{"POST", "/api/rooms", `{"id":1e999}`},
		{"POST", "/api/analysis", `{"variant":"tictactoe","moves":"a1 b1 a2 b2","wait_ms":0}`},
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
		{"GET", "/assets/../../secret", ""},
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
		ctx, cancel := context.WithTimeout(req.Context(), 50*time.Millisecond) // a question waits for its answer
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

// fuzzHub returns a hub that nobody has started.
func fuzzHub(f *testing.F) *Hub {
	f.Helper()
	h, err := New(Config{
		Store: storetest.Open(f), Name: "fuzzed", Page: builtPage, Variants: []string{"connect4:7x6:4"},
		Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
	})
	if err != nil {
		f.Fatal(err)
	}
	return h
}

// fuzzRequest makes a request as net/http would have read it; one for a socket is
// none that a recorder can take.
func fuzzRequest(method, target, body string) (*http.Request, bool) {
	if !strings.HasPrefix(target, "/") || strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r >= 0x7f }) ||
		method == "" || strings.ContainsFunc(method, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return nil, false
	}
	req, err := http.NewRequestWithContext(context.Background(), method, "http://hub.example"+target, strings.NewReader(body))
	if err != nil || strings.HasSuffix(req.URL.Path, "/live") {
		return nil, false
	}
	req.RequestURI, req.RemoteAddr = target, "127.0.0.1:4711" // of which nothing is counted
	return req, true
}

func checkAnswer(t *testing.T, req *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	what := req.Method + " " + req.RequestURI
	var no failure
	isJSON := strings.HasPrefix(w.Header().Get("Content-Type"), "application/json")
	if isJSON && req.Method != http.MethodHead && !json.Valid(w.Body.Bytes()) {
		t.Fatalf("%s: %d %q", what, w.Code, w.Body)
	}
	if isJSON && w.Code >= 400 && (json.Unmarshal(w.Body.Bytes(), &no) != nil || no.Code == "" || no.Text == "") {
		t.Fatalf("%s: refused with %d %q", what, w.Code, w.Body)
	}
	if w.Code >= 500 && no.Code != failNoWorker.Code && no.Code != failCrowded.Code {
		t.Fatalf("%s: %d %q", what, w.Code, w.Body)
	}
	if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Content-Security-Policy") == "" {
		t.Fatalf("%s: the headers are %v", what, w.Header())
	}
}

// FuzzIdentify: a secret is what is long enough, it comes from the header before
// the cookie, and neither its player nor its text shows it.
func FuzzIdentify(f *testing.F) {
	f.Add(bearer("ana"), "")
	f.Add("", "quatre="+strings.Repeat("b", 43))
	f.Add("Bearer ", "quatre=x")
	f.Add("bearer "+strings.Repeat("c", 30), "quatre=\""+strings.Repeat("d", 30)+"\"; quatre=second")
	f.Fuzz(func(t *testing.T, authorization, cookie string) {
		req := httptest.NewRequest("GET", "/api/me", nil)
		req.Header["Authorization"], req.Header["Cookie"] = []string{authorization}, []string{cookie}
		s, ok := identify(req)
		if !ok {
			if s != (secret{}) {
				t.Fatal("a secret that is none")
			}
			return
		}
		if n := len(s.value); n < minSecretLength || n > maxSecretLength {
			t.Fatalf("a secret of %d bytes", n)
		}
		if strings.HasPrefix(authorization, "Bearer ") && s.value != authorization[len("Bearer "):] {
			t.Fatal("the cookie came before the header")
		}
		if again, _ := identify(req); again != s || again.player() != s.player() {
			t.Fatal("asked again it is another one")
		}
		if len(s.player()) != 22 || strings.Contains(s.String(), s.value) || strings.Contains(string(s.player()), s.value) {
			t.Fatalf("%q is shown as %q", s.value, s.player())
		}
		if !s.room("c").Valid() {
			t.Fatalf("its room is %q", s.room("c"))
		}
	})
}
