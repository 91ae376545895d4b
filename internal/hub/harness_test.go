package hub

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/hub/wiretest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
)

// The tests of this package run a whole hub on a port of its own, and speak its public
// protocol. The tests of a single part of the hub are in the package of that part.

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var builtPage = fstest.MapFS{
	"index.html": {Data: []byte("<!doctype html>\n<html lang=\"en\"><head><title>Quatre</title></head><body></body></html>")},
	"pages.json": {Data: []byte(`[
		{"address": "^/$", "scripts": ["/assets/a.js"], "styles": ["/assets/a.css"]},
		{"address": "^/games$", "scripts": [], "styles": []},
		{"address": "^/analysis$", "scripts": [], "styles": []},
		{"address": "^/puzzle$", "scripts": [], "styles": []},
		{"address": "^/rules/(?<family>connect4|tictactoe|force3)$", "scripts": [], "styles": []},
		{"address": "^/r/(?<room>[a-z0-9-]{1,64})$", "scripts": ["/assets/room.js"], "styles": [], "invited": {"scripts": ["/assets/join.js"], "styles": ["/assets/join.css"]}},
		{"address": "^/games/(?<room>[a-z0-9-]{1,64})/(?<game>[1-9][0-9]{0,5})$", "scripts": [], "styles": []}
	]`)},
	"embed/game.html":         {Data: []byte("<!doctype html>\n<html lang=\"en\"><head><title>game</title></head></html>")},
	"embed/room.html":         {Data: []byte("<!doctype html>\n<html lang=\"en\"><head><title>room</title></head></html>")},
	"assets/embed/e.js.br":    {Data: []byte("an embed in Brotli")},
	"assets/embed/e.js.gz":    {Data: zipped("'an embed'")},
	"build.txt":               {Data: []byte("3f2a9c01\n")},
	"assets/a.js.br":          {Data: []byte("a script in Brotli")},
	"assets/a.js.gz":          {Data: zipped(aScript)},
	"icons/a.png":             {Data: []byte("a picture")},
	"sw.js.br":                {Data: []byte("a service worker in Brotli")},
	"sw.js.gz":                {Data: zipped("a service worker")},
	"manifest.webmanifest":    {Data: []byte(`{"name": "Quatre: Connect Four", "short_name": "Quatre"}`)},
	"manifest.fr.webmanifest": {Data: []byte(`{ "name": "Quatre\u202f: Puissance 4", "short_name": "Quatre"}`)},
}

var aScript = "'" + strings.Repeat("a script ", 1000) + "'"

// zipped returns content as the page's build compresses it.
func zipped(content string) []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	_, _ = zip.Write([]byte(content))
	_ = zip.Close()
	return out.Bytes()
}

// served is a hub that runs, with its address.
type served struct {
	t     *testing.T
	hub   *Hub
	store storage.Store
	log   *slog.Logger
	reg   *prometheus.Registry
	url   string
	stop  func() // ends it and waits; the first call counts
}

// testConfig returns the configuration of a test's hub, changed by tune.
func testConfig(name string, store storage.Store, page fs.FS, tune ...func(*Config)) Config {
	cfg := Config{
		Name: name, Page: page, Addresses: []string{"http://192.168.1.20:8080"},
		Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
	}
	for _, f := range tune {
		f(&cfg)
	}
	measured := storemetrics.Wrap(store, cfg.Registry)
	cfg.Store, cfg.Observer = measured, measured
	return cfg
}

func serve(t *testing.T, name string, store storage.Store, page fs.FS, tune ...func(*Config)) *served {
	t.Helper()
	return serveOn(t, nil, testConfig(name, store, page, tune...), store)
}

// serveOn runs a hub. change, if not nil, is called with the server before it starts.
func serveOn(t *testing.T, change func(*httptest.Server), cfg Config, store storage.Store) *served {
	t.Helper()
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(h.Handler())
	if change != nil {
		change(server)
	}
	server.Start()
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { h.Run(ctx); close(over) }()
	stop := func() { cancel(); <-over; server.Close() }
	t.Cleanup(stop)
	return &served{t: t, hub: h, store: store, log: cfg.Log, reg: cfg.Registry.(*prometheus.Registry), url: server.URL, stop: stop}
}

// withClock gives a hub a clock.
func withClock(clock *clocktest.Clock) func(*Config) {
	return func(cfg *Config) { cfg.Now = clock.Now }
}

// bearer is the secret of a test's player.
func bearer(name string) string { return "Bearer " + strings.Repeat(name, 30)[:30] }

func mustMarshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// sameJSON compares two JSON texts, ignoring white space and the order of fields.
func sameJSON(t *testing.T, got, want []byte) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("encoded %s\nthe example is %s", got, want)
	}
}

// call asks the API as a player and decodes the answer.
func (s *served) call(player, method, path string, body, answer any) int {
	s.t.Helper()
	var in io.Reader
	if body != nil {
		in = bytes.NewReader(mustMarshal(body))
	}
	req, err := http.NewRequestWithContext(hubtest.Context(s.t), method, s.url+path, in)
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
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if strings.HasPrefix(path, "/api/") {
		if err := wiretest.Answer(method, path, resp.StatusCode, raw); err != nil {
			s.t.Errorf("not as documented: %v", err)
		}
	}
	if err := json.Unmarshal(raw, answer); err != nil {
		s.t.Fatalf("%s %s: %d, %v", method, path, resp.StatusCode, err)
	}
	return resp.StatusCode
}

// create opens a room for two people and returns its ID.
func (s *served) create(player string) room.ID {
	s.t.Helper()
	return s.openWith(player, hubtest.Object{"id": "c0"})
}

// openWith creates a room for two people, changed by body.
func (s *served) openWith(player string, body hubtest.Object) room.ID {
	s.t.Helper()
	full := hubtest.Object{"id": "c1", "variant": "connect4:7x6:4", "opponent": "human"}
	for k, v := range body {
		full[k] = v
	}
	var answer struct {
		Room room.ID `json:"room"`
		wire.Failure
	}
	if status := s.call(player, "POST", "/api/rooms", full, &answer); status != 201 {
		s.t.Fatalf("create: %d %+v", status, answer)
	}
	return answer.Room
}

func (s *served) dial(player string, id room.ID, query string) (*websocket.Conn, error) {
	ws, _, err := websocket.Dial(hubtest.Context(s.t), s.url+"/api/rooms/"+string(id)+"/live?proto=1&"+query,
		&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {bearer(player)}}})
	if err == nil {
		s.t.Cleanup(func() { _ = ws.CloseNow() })
	}
	return ws, err
}

// open joins a room and reads the welcome and all entries.
func (s *served) open(player string, id room.ID) *hubtest.Client {
	s.t.Helper()
	return s.resume(player, id, nil)
}

// resume joins with entries seen before.
func (s *served) resume(player string, id room.ID, seen []room.Entry) *hubtest.Client {
	s.t.Helper()
	query := ""
	if len(seen) > 0 {
		query = fmt.Sprintf("after=%d&digest=%s", len(seen), seen[len(seen)-1].Digest)
	}
	ws, err := s.dial(player, id, query)
	if err != nil {
		s.t.Fatal(err)
	}
	c := hubtest.NewClient(s.t, hubtest.Websocket(ws), player)
	c.Welcome(seen)
	return c
}

// seated opens a room and seats ana through hub one and bob through hub two. It waits until both
// clients have been sent the presence of both seats. So both hubs have the announcements of both
// players, and a later connection of a player replaces the first.
func seated(t *testing.T, one, two *served) (id room.ID, ana, bob *hubtest.Client) {
	t.Helper()
	id = one.create("ana")
	ana, bob = one.open("ana", id), two.open("bob", id)
	bob.Must("sit", hubtest.Object{"name": "Bob"})
	ana.Follow(2)
	ana.AwaitPresence(true, true, 0)
	bob.AwaitPresence(true, true, 0)
	return id, ana, bob
}

// counter returns a counter by its name and the value of its first label; 0 if there is
// none.
func (s *served) counter(name, label string) (n float64) {
	s.t.Helper()
	families, err := s.reg.Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.Metric {
			if f.GetName() == name && (len(m.Label) == 0 || m.Label[0].GetValue() == label) {
				n += m.Counter.GetValue()
			}
		}
	}
	return n
}

// answered returns how many requests for an analysis the hub has counted with an answer, such as
// cached.
func (s *served) answered(how string) float64 { return s.counter("quatre_hub_analyses_total", how) }

// refusals returns how many refusals are counted under a code.
func (s *served) refusals(code string) float64 { return s.counter("quatre_hub_refusals_total", code) }

// panics returns how many panics are counted.
func (s *served) panics() float64 { return s.counter("quatre_panics_total", "hub") }
