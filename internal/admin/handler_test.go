package admin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// startSite starts a site for a store.
func startSite(t *testing.T, store storage.Store, tune ...func(*admin.Site)) *httptest.Server {
	t.Helper()
	s := &admin.Site{
		Store: store, Executor: executorOf(store), SocketsIn: func(room.ID) int { return 7 }, Log: slog.New(slog.DiscardHandler),
		Process: func() admin.Process {
			return admin.Process{Name: "hub-1", Version: "v1.2.3", Started: start, StoreUp: true, Sockets: 12}
		},
	}
	for _, f := range tune {
		f(s)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server
}

func request(t *testing.T, method, url string, head ...string) (status int, body string, header http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(data), resp.Header
}

func TestPage(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	if err := store.Announce(t.Context(), "two", "h", storage.RoomPresence{}); err == nil {
		t.Fatal("announced without a heartbeat")
	}
	if _, err := store.Heartbeat(t.Context(), 0, "h"); err != nil {
		t.Fatal(err)
	}
	here := storage.RoomPresence{Spectators: 3}
	here.Seats[1] = storage.SeatConn{Conn: "c", Since: 1}
	if err := store.Announce(t.Context(), "two", "h", here); err != nil {
		t.Fatal(err)
	}
	server := startSite(t, store)
	status, page, head := request(t, "GET", server.URL+"/?every=10")
	for _, want := range []string{
		"hub-1", "v1.2.3", "Wanda", "AI easy", "Ann &lt;b&gt;", "</span> Bøb &amp; Co", "waiting", "Stuck rooms", `http-equiv="refresh"`,
		`href="/rooms/two"`, "(move)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if status != http.StatusOK || strings.Contains(page, "<script") || strings.Contains(page, "style=") ||
		!strings.Contains(head.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("the page: %d %v", status, head)
	}
	var o admin.Overview
	_, raw, _ := request(t, "GET", server.URL+"/rooms?player=bøb")
	if err := json.Unmarshal([]byte(raw), &o); err != nil {
		t.Fatal(err)
	}
	if len(o.Rooms) != 1 || o.Rooms[0].Spectators != 3 || !o.Rooms[0].Players[1].Here || o.Rooms[0].Players[0].Here ||
		o.Rooms[0].Sockets != 7 || o.Turns != 1 || o.Process.Sockets != 12 {
		t.Errorf("the overview is %s", raw)
	}
	if len(o.Overdue) == 0 { // the rooms' deadlines passed years ago
		t.Errorf("no room is overdue: %s", raw)
	}
	for query, want := range map[string]string{
		"phase=over": "waiting or playing", "phase=playing;idle=1m": "semicolon", "player=%zz": "invalid URL escape", "page=%": "invalid URL escape",
		"idle=x": "such as 10m", "page=0": "between 1 and 200", "page=999": "between 1 and 200",
		"ai=yes": "must be 1", "ai=0": "must be 1", "every=5": "must be 10", "players=bob": `no parameter "players"`, "phase=closed": "waiting or playing", "page=x": "between 1 and 200",
	} {
		for _, path := range []string{"/?", "/rooms?"} {
			if status, body, _ := request(t, "GET", server.URL+path+query); status != http.StatusBadRequest || !strings.Contains(body, want) {
				t.Errorf("%s%s: %d %s", path, query, status, body)
			}
		}
	}
	if status, css, _ := request(t, "GET", server.URL+"/admin.css"); status != http.StatusOK || !strings.Contains(css, "light-dark") {
		t.Errorf("the style: %d", status)
	}
}

func TestPaging(t *testing.T) {
	store := storetest.Open(t)
	for i := range 120 {
		openRoom(t, store, room.ID(fmt.Sprintf("r%03d", i)), room.Create{})
	}
	server := startSite(t, store)
	seen := 0
	for address := "/?variant=tic"; address != ""; {
		_, page, _ := request(t, "GET", server.URL+address)
		seen += strings.Count(page, `<tr><td><a href="/rooms/`)
		address = ""
		if i := strings.Index(page, "next page"); i >= 0 {
			href := page[:i]
			href = href[strings.LastIndex(href, `href="`)+len(`href="`):]
			address = strings.ReplaceAll(href[:strings.Index(href, `"`)], "&amp;", "&")
		}
	}
	if seen != 120 {
		t.Errorf("%d rooms on all pages", seen)
	}
}

func TestLogAndEnd(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	server := startSite(t, store)
	if status, text, _ := request(t, "GET", server.URL+"/rooms/series"); status != http.StatusOK || !strings.Contains(text, "rematch") {
		t.Errorf("the log: %d %s", status, text)
	}
	_, text, _ := request(t, "GET", server.URL+"/rooms/series?json")
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if e, err := room.DecodeEntry([]byte(line)); err != nil || e.N != uint64(i+1) {
			t.Errorf("line %d: %v", i, err)
		}
	}
	for reason, want := range map[string]int{"Zo%e9": http.StatusConflict, "%zz": http.StatusBadRequest, "a;b": http.StatusBadRequest, "%c2%ad": http.StatusConflict} {
		if status, body, _ := request(t, "POST", server.URL+"/rooms/series/end?reason="+reason); status != want {
			t.Errorf("the reason %s: %d %s", reason, status, body)
		}
	}
	end := server.URL + "/rooms/series/end?reason=spam"
	for _, c := range []struct {
		method, url, origin string
		want                int
	}{
		{"GET", end, "", http.StatusMethodNotAllowed},
		{"POST", end, "cross-site", http.StatusForbidden},
		{"POST", server.URL + "/rooms/nowhere/end", "", http.StatusNotFound},
		{"POST", server.URL + "/rooms/series/end?reason=" + strings.Repeat("x", 300), "", http.StatusConflict},
		{"POST", end, "", http.StatusOK},
		{"POST", end, "", http.StatusConflict},
		{"GET", server.URL + "/rooms/nowhere", "", http.StatusNotFound},
	} {
		head := []string{"X-Nothing", ""}
		if c.origin != "" {
			head = []string{"Sec-Fetch-Site", c.origin}
		}
		if status, body, _ := request(t, c.method, c.url, head...); status != c.want {
			t.Errorf("%s %s: %d %s", c.method, c.url, status, body)
		}
	}
	r, err := play.Open(t.Context(), store, "series")
	if err != nil {
		t.Fatal(err)
	}
	if phase := r.State().Phase; phase != room.PhaseClosed {
		t.Errorf("the room is %s", phase)
	}
}

// awayStore is a store that does not answer Pending.
type awayStore struct{ storage.Store }

func (awayStore) Pending(context.Context) (storage.Pending, error) {
	return storage.Pending{}, fmt.Errorf("connection refused: %w", storage.ErrUnavailable)
}

func TestPageWithStoreAway(t *testing.T) {
	server := startSite(t, awayStore{storetest.Open(t)})
	for _, path := range []string{"/", "/rooms"} {
		if status, body, _ := request(t, "GET", server.URL+path); status != http.StatusServiceUnavailable || !strings.Contains(body, "connection refused") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// noQuestionsStore is a store that does not answer Questions.
type noQuestionsStore struct{ storage.Store }

func (noQuestionsStore) Questions(context.Context) (int, error) {
	return 0, fmt.Errorf("connection refused: %w", storage.ErrUnavailable)
}

func TestPageWithQuestionsAway(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	for server, want := range map[*httptest.Server][2]string{
		startSite(t, store):                   {`Analyses queued <b>0</b>`, `"questions":0`},
		startSite(t, noQuestionsStore{store}): {`Analyses queued <b>?</b>`, `"questions":null`},
	} {
		for i, path := range []string{"/", "/rooms"} {
			status, body, _ := request(t, "GET", server.URL+path)
			if status != http.StatusOK || !strings.Contains(body, want[i]) || !strings.Contains(body, "series") {
				t.Errorf("%s: %d %s; want %s", path, status, body, want[i])
			}
		}
	}
}

func TestCopies(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	folder := t.TempDir()
	backup := func(_ context.Context, path string) error {
		return os.WriteFile(path, bytes.Repeat([]byte("x"), 1<<20), 0o600)
	}
	server := startSite(t, store, func(s *admin.Site) { s.Backup, s.Folder = backup, folder })
	status, file, head := request(t, "GET", server.URL+"/export")
	if status != http.StatusOK || !strings.Contains(head.Get("Content-Disposition"), ".jsonl") || file != string(export(t, store)) {
		t.Errorf("export: %d %v", status, head)
	}
	status, file, head = request(t, "GET", server.URL+"/backup")
	if status != http.StatusOK || !strings.Contains(head.Get("Content-Disposition"), ".db") || len(file) != 1<<20 {
		t.Errorf("backup: %d %v, %d bytes", status, head, len(file))
	}
	server.Close() // waits until all requests have ended
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if status, body, _ := request(t, "GET", startSite(t, store).URL+"/backup"); status != http.StatusNotFound || !strings.Contains(body, "not a file") {
		t.Errorf("store that is not a file: %d %s", status, body)
	}
}

// A second copy is refused while the first is in progress. A client notices a copy that
// fails half way.
func TestCopiesOneAtATime(t *testing.T) {
	begun, proceed := make(chan struct{}), make(chan struct{})
	g := finishingStore{storetest.Open(t), func() { close(begun); <-proceed }}
	fillStore(t, g.Store)
	server := startSite(t, g)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	first := make(chan error, 1)
	go func() {
		req, _ := http.NewRequestWithContext(ctx, "GET", server.URL+"/export", nil)
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
		first <- err
	}()
	<-begun
	if status, _, _ := request(t, "GET", server.URL+"/export"); status != http.StatusTooManyRequests {
		t.Errorf("a second export: %d", status)
	}
	if err := g.Close(); err != nil { // the remaining rooms cannot be read
		t.Fatal(err)
	}
	close(proceed)
	if err := <-first; err == nil {
		t.Error("an incomplete export is received without an error")
	}
}

// FuzzSite sends any request to the site. No answer blames the site for it.
func FuzzSite(f *testing.F) {
	store := storetest.Open(f)
	fillStore(f, store)
	site := (&admin.Site{
		Store: store, Executor: executorOf(store), SocketsIn: func(room.ID) int { return 0 }, Log: slog.New(slog.DiscardHandler),
		Process: func() admin.Process { return admin.Process{Name: "hub-1"} },
	}).Handler()
	for _, seed := range [][3]string{
		{"GET", "/?phase=playing&player=ann&variant=connect4&ai=1&idle=10m&page=2&every=10", ""},
		{"GET", "/rooms?idle=-1ns&page=+1", ""},
		{"GET", "/rooms/two?json", ""},
		{"GET", "/rooms/%ff", ""},
		{"POST", "/rooms/two/end?reason=%00", "reason=spam"},
		{"POST", "/rooms/nowhere/end", "reason=%zz;"},
		{"GET", "/admin.css", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, method, target, form string) {
		if method != "GET" && method != "POST" || !strings.HasPrefix(target, "/") || strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r >= 0x7f }) ||
			strings.HasPrefix(target, "/export") {
			t.Skip()
		}
		req, err := http.NewRequestWithContext(context.Background(), method, "http://hub.example"+target, strings.NewReader(form))
		if err != nil {
			t.Skip()
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		site.ServeHTTP(w, req)
		if w.Code >= http.StatusInternalServerError || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s %q: %d %s", method, target, form, w.Code, w.Body)
		}
	})
}
