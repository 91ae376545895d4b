package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// gameName is the ID of a game in an answer.
type gameName struct {
	Room room.ID `json:"room"`
	Game int     `json:"game"`
}

// maxImports is how many files are stored at once.
const maxImports = 2

type importAnswer struct {
	Games   []gameName `json:"games"`
	Known   int        `json:"known"`
	Dropped []string   `json:"dropped"`
	Line    int        `json:"line"`
	Column  int        `json:"column"`
	wire.Failure
}

// post sends a file as a player.
func (s *served) post(player, file string) (a importAnswer, status int) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(hubtest.Context(s.t), "POST", s.url+"/api/import", strings.NewReader(file))
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
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		s.t.Fatalf("the answer to an import: %d, %v", resp.StatusCode, err)
	}
	return a, resp.StatusCode
}

// export returns the file with all games of a player.
func (s *served) export(player, query string) (string, *http.Response) {
	s.t.Helper()
	resp, body := s.get("/api/export?"+query, http.Header{"Authorization": {bearer(player)}})
	return body, resp
}

func TestExportAndImport(t *testing.T) {
	from := serve(t, "from", storetest.Open(t), builtPage, atNoon)
	playSamples(t, from.store)
	to := serve(t, "to", storetest.Open(t), builtPage, atNoon)
	for _, format := range []string{"text", "json"} {
		file, resp := from.export("ana", "format="+format)
		if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Disposition"), `attachment; filename="quatre-games.`) {
			t.Fatalf("an export: %d %v", resp.StatusCode, resp.Header)
		}
		a, status := to.post("carol", file)
		if status != http.StatusCreated || len(a.Games) != 5 || a.Known != map[string]int{"text": 0, "json": 5}[format] {
			t.Fatalf("%s: %d %+v", format, status, a)
		}
		for _, id := range a.Games {
			var record room.Record
			if to.call("dave", "GET", fmt.Sprintf("/api/games/%s/%d", id.Room, id.Game), nil, &record); record.Imported != playerOf("carol") {
				t.Errorf("the imported record is %+v", record)
			}
			var r wire.Failure
			if status := to.call("dave", "GET", "/api/rooms/"+string(id.Room), nil, &r); status != http.StatusNotFound {
				t.Errorf("an imported game has a room: %d %+v", status, r)
			}
		}
	}
	for player, want := range map[string]int{"carol": 5, "ana": 0} {
		var a gamesAnswer
		if to.call(player, "GET", "/api/games?of=me", nil, &a); len(a.Games) != want {
			t.Errorf("%s has %d games", player, len(a.Games))
		}
		var stats archive.Stats
		if to.call(player, "GET", "/api/stats", nil, &stats); stats.Games != 0 {
			t.Errorf("%s is said to have played: %+v", player, stats)
		}
	}
	var a gamesAnswer
	if to.call("carol", "GET", "/api/games", nil, &a); len(a.Games) != 0 {
		t.Errorf("everybody sees %d games", len(a.Games))
	}
	// Imported games can be exported, and are known when they are imported again.
	file, _ := to.export("carol", "format=text")
	if a, status := to.post("carol", file); status != http.StatusCreated || a.Known != 5 {
		t.Errorf("imported again: %d %+v", status, a)
	}
	if file, _ := to.export("ana", ""); file != `{"quatre":1,"games":[]}`+"\n" {
		t.Errorf("nothing is exported as %q", file)
	}
	// A player's own games are known when the player imports them.
	file, _ = from.export("ana", "")
	if a, status := from.post("ana", file); status != http.StatusCreated || a.Known != 5 || a.Games[4].Room != "g1" {
		t.Errorf("the player's own games: %d %+v", status, a)
	}
}

// The refusal of a damaged file names the place of the damage, and the hub stores nothing.
func TestImportOfADamagedFile(t *testing.T) {
	from := serve(t, "from", storetest.Open(t), builtPage, atNoon)
	playSamples(t, from.store)
	to := serve(t, "to", storetest.Open(t), builtPage, atNoon)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, format := range []string{"text", "json"} {
		file, _ := from.export("ana", "format="+format)
		for range 100 {
			at := rng.IntN(len(file) + 1)
			before := file[:at]
			line, column := 1+strings.Count(before, "\n"), 1+at-strings.LastIndex("\n"+before, "\n")
			a, status := to.post("eve", before+"\x01"+file[at:])
			if status != http.StatusUnprocessableEntity || a.Code != "bad_import" || a.Text == "" || a.Line != line || a.Column != column {
				t.Fatalf("%s damaged in line %d, column %d: %d %+v", format, line, column, status, a)
			}
		}
		last := strings.LastIndex(file, map[string]string{"text": " b1 ", "json": `,"b1"`}[format])
		a, status := to.post("eve", file[:last]+strings.Replace(file[last:], "b1", "a1", 1))
		if status != http.StatusUnprocessableEntity || a.Line != 1+strings.Count(file[:last], "\n") {
			t.Errorf("%s with an illegal move: %d %+v", format, status, a)
		}
	}
	checkEmpty(t, to.store)
}

// checkEmpty checks that a store has no rooms, and no games of the players of these tests.
func checkEmpty(t *testing.T, s storage.Store) {
	t.Helper()
	due, err := s.Due(t.Context(), time.Now().Add(1000*24*time.Hour), 10)
	if err != nil || len(due) != 0 {
		t.Errorf("the store has the rooms %v, %v", due, err)
	}
	for _, player := range []room.PlayerID{"", playerOf("eve"), playerOf("ana")} {
		records, _, err := s.Games(t.Context(), storage.GamesQuery{Player: player, Limit: 1})
		if err != nil || len(records) != 0 {
			t.Errorf("%q has %v, %v", player, records, err)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, atNoon)
	for file, code := range map[string]string{
		"":                                       "bad_import",
		"hello":                                  "bad_import",
		`{"quatre":2,"games":[]}`:                "bad_import",
		strings.Repeat(" ", notation.MaxBytes+1): "too_large",
	} {
		if a, status := s.post("eve", file); a.Code != code || status < 400 || status > 499 {
			t.Errorf("%.20q: %d %+v", file, status, a)
		}
	}
	for origin, want := range map[string]int{"https://evil.example": http.StatusForbidden, "http://quatre.example": http.StatusUnprocessableEntity} {
		req := httptest.NewRequest("POST", "http://quatre.example/api/import", strings.NewReader("x"))
		req.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, req)
		if w.Code != want {
			t.Errorf("from %s: %d", origin, w.Code)
		}
	}
	if _, resp := s.export("eve", "format=pgn"); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown format: %d", resp.StatusCode)
	}
	checkEmpty(t, s.store)
}

// failingArchive is a store whose archive goes away after some pages of Games, and whose AddGame
// fails.
type failingArchive struct {
	storage.Store
	pages atomic.Int64
}

func (f *failingArchive) Games(ctx context.Context, q storage.GamesQuery) ([]room.Record, string, error) {
	if f.pages.Add(-1) < 0 {
		return nil, "", storage.ErrUnavailable
	}
	q.Limit = 1
	return f.Store.Games(ctx, q)
}

func (f *failingArchive) AddGame(context.Context, room.Record) error {
	return storage.ErrUnavailable
}

func TestExchangeWhileTheStoreGoesAway(t *testing.T) {
	store := &failingArchive{Store: storetest.Open(t)}
	store.pages.Store(2)
	s := serve(t, "hub", store, builtPage, atNoon)
	playSamples(t, store)
	req, _ := http.NewRequestWithContext(hubtest.Context(t), "GET", s.url+"/api/export?format=text", nil)
	req.Header.Set("Authorization", bearer("ana"))
	resp, err := http.DefaultClient.Do(req)
	if err == nil {
		_, err = io.ReadAll(resp.Body)
		resp.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	if err == nil {
		t.Error("half a file looks complete")
	}
	if body, resp := s.export("ana", ""); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "store_away") {
		t.Errorf("an export without a store: %d %s", resp.StatusCode, body)
	}
	store.pages.Store(100)
	file, _ := s.export("ana", "")
	if a, status := s.post("eve", file); status != http.StatusServiceUnavailable || !a.Retry {
		t.Errorf("an import without a store: %d %+v", status, a)
	}
}

// The hub writes and reads files and statistics as docs/api/openapi.yaml shows them.
func TestExamplesOfHistory(t *testing.T) {
	example := openapiExamples(t)
	var text string
	_ = json.Unmarshal(example("gameText"), &text)
	s := serve(t, "hub", storetest.Open(t), builtPage, atNoon)

	one, status := s.post("ana", text)
	two, _ := s.post("ana", string(example("gameFile")))
	if status != http.StatusCreated || two.Known != 1 || len(one.Games) != 1 || one.Games[0] != two.Games[0] {
		t.Fatalf("imported as text and as JSON: %d %+v %+v", status, one, two)
	}
	id := one.Games[0]
	_, body := s.get(fmt.Sprintf("/api/games/%s/%d?format=text", id.Room, id.Game), nil)
	if got := strings.Replace(body, string(id.Room), "k7m2p9x4w3tq", 1); got != text {
		t.Errorf("written as\n%s\nthe example is\n%s", got, text)
	}
	sameKeys(t, "imported", hubtest.Object{"games": one.Games, "known": one.Known, "dropped": one.Dropped}, example("imported"))

	var bad hubtest.Object
	if status := s.call("ana", "GET", "/api/stats", nil, &bad); status != http.StatusOK {
		t.Fatal(status)
	}
	sameKeys(t, "stats", bad, example("stats"))
	var stats archive.Stats
	if err := json.Unmarshal(example("stats"), &stats); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, mustMarshal(stats), example("stats"))

	broken, _ := s.post("ana", strings.Replace(text, "3 {1.500}", "9 {1.500}", 1))
	var want importAnswer
	_ = json.Unmarshal(example("badImport"), &want)
	if broken.Line != want.Line || broken.Column != want.Column || broken.Code != want.Code || broken.Text != want.Text {
		t.Errorf("%+v, the example is %+v", broken, want)
	}
}

// stuckFile is a file whose reader waits until over is closed, and then fails.
type stuckFile struct {
	asked chan<- struct{} // receives a value at each Read
	over  <-chan struct{}
}

func (s stuckFile) Read([]byte) (int, error) {
	s.asked <- struct{}{}
	<-s.over
	return 0, io.ErrUnexpectedEOF
}

// Clients that send slowly do not keep another client from importing.
func TestImportDuringSlowImports(t *testing.T) {
	from := serve(t, "from", storetest.Open(t), builtPage, atNoon)
	playSamples(t, from.store)
	file, _ := from.export("ana", "")
	to := serve(t, "to", storetest.Open(t), builtPage, atNoon)
	handler := to.hub.Handler()
	send := func(ctx context.Context, body io.Reader) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "POST", "http://quatre.example/api/import", body))
		return w
	}
	asked, over := make(chan struct{}, 2*maxImports), make(chan struct{})
	answers := make(chan int, 2*maxImports)
	for range 2 * maxImports {
		go func() { answers <- send(t.Context(), stuckFile{asked, over}).Code }()
	}
	for range maxImports {
		<-asked
	}
	if w := send(hubtest.Context(t), strings.NewReader(file)); w.Code != http.StatusCreated {
		t.Errorf("during slow imports: %d %s", w.Code, w.Body)
	}
	close(over)
	for range 2 * maxImports {
		if code := <-answers; code != http.StatusBadRequest {
			t.Errorf("half a file: %d", code)
		}
	}
}

// docs/api/openapi.yaml has every status of imports and exports.
func TestStatusesOfExchange(t *testing.T) {
	raw, err := os.ReadFile("../../docs/api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	store := &failingArchive{Store: storetest.Open(t)}
	store.pages.Store(100)
	s := serve(t, "hub", store, builtPage, atNoon)
	playSamples(t, store)
	file, _ := s.export("ana", "")
	over := make(chan struct{})
	close(over)
	for name, c := range map[string]struct {
		method, path, origin string
		body                 io.Reader
		pages                int64
		want                 int
	}{
		"an export":             {"GET", "/api/export", "", nil, 100, http.StatusOK},
		"an unknown form":       {"GET", "/api/export?format=pgn", "", nil, 100, http.StatusBadRequest},
		"an export, store away": {"GET", "/api/export", "", nil, 0, http.StatusServiceUnavailable},
		"half a file":           {"POST", "/api/import", "", stuckFile{make(chan struct{}, 9), over}, 0, http.StatusBadRequest},
		"another site":          {"POST", "/api/import", "https://evil.example", strings.NewReader(file), 0, http.StatusForbidden},
		"too large a file":      {"POST", "/api/import", "", strings.NewReader(strings.Repeat(" ", notation.MaxBytes+1)), 0, http.StatusRequestEntityTooLarge},
		"no file of games":      {"POST", "/api/import", "", strings.NewReader("x"), 0, http.StatusUnprocessableEntity},
		"a store that is away":  {"POST", "/api/import", "", strings.NewReader(file), 0, http.StatusServiceUnavailable},
	} {
		store.pages.Store(c.pages)
		req := httptest.NewRequest(c.method, "http://quatre.example"+c.path, c.body)
		req.Header.Set("Origin", c.origin)
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, req)
		if w.Code != c.want {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if _, ok := doc.Paths[req.URL.Path][strings.ToLower(c.method)].Responses[fmt.Sprint(w.Code)]; !ok {
			t.Errorf("%s: %d is not documented", name, w.Code)
		}
	}
}

// A file that is too large is refused, and the refusal says what the client can do.
func TestTooMuchToImport(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, atNoon)
	playSamples(t, s.store)
	file, _ := s.export("ana", "format=text")
	game, _, _ := strings.Cut(file, "\n[Variant")
	a, status := s.post("eve", strings.Repeat(game+"\n", notation.MaxGames+1))
	line := 1 + notation.MaxGames*strings.Count(game+"\n", "\n")
	if status != http.StatusUnprocessableEntity || a.Line != line || a.Column != 1 || !strings.Contains(a.Text, "Split it") {
		t.Errorf("too many games: %d %+v, want line %d", status, a, line)
	}
	a, status = s.post("eve", strings.Repeat(" ", notation.MaxBytes+1))
	if status != http.StatusRequestEntityTooLarge || !strings.Contains(a.Text, "Split it") {
		t.Errorf("too large: %d %+v", status, a)
	}
}
