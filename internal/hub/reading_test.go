package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// These tests limit what the hub reads: a request reads only what it returns, and opening a long
// room costs no more than opening a short one.

// readStore counts the entries that are read, and the calls of Games.
type readStore struct {
	storage.Store
	entries atomic.Int64
	lists   atomic.Int64 // calls of Games
}

func (c *readStore) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	entries, err := c.Store.Read(ctx, id, after, limit)
	c.entries.Add(int64(len(entries)))
	return entries, err
}

func (c *readStore) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	snapshot, entries, err := c.Store.Tail(ctx, id)
	c.entries.Add(int64(len(entries)))
	return snapshot, entries, err
}

func (c *readStore) Games(ctx context.Context, q storage.GamesQuery) ([]room.Record, string, error) {
	c.lists.Add(1)
	return c.Store.Games(ctx, q)
}

// seriesLength is the length of the long rooms: several times what a replica holds.
const seriesLength = 5020

// longSeries stores a long room that was opened once.
func longSeries(t testing.TB, store *readStore) (id room.ID, log []room.Entry) {
	t.Helper()
	id = "series"
	log = storetest.Series(t, id, seriesLength)
	if err := store.Restore(t.Context(), id, log, room.Effects{}); err != nil {
		t.Fatal(err)
	}
	s := &room.State{}
	for _, e := range log[:seriesLength-20] {
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.KeepSnapshot(t.Context(), id, s.N, s.Snapshot()); err != nil {
		t.Fatal(err)
	}
	for { // until the store has kept the snapshot
		if _, entries, err := store.Store.Tail(t.Context(), id); err != nil || len(entries) < seriesLength {
			return id, log
		}
	}
}

// welcomed joins a room and returns the welcome.
func (s *served) welcomed(player string, id room.ID, query string) (hubtest.Object, wire.Welcome) {
	s.t.Helper()
	ws, err := s.dial(player, id, query)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(1 << 20)
	_, frame, err := ws.Read(hubtest.Context(s.t))
	if err != nil {
		s.t.Fatal(err)
	}
	var raw hubtest.Object
	var w wire.Welcome
	if err := json.Unmarshal(frame, &raw); err != nil {
		s.t.Fatal(err)
	}
	if err := json.Unmarshal(frame, &w); err != nil {
		s.t.Fatal(err)
	}
	return raw, w
}

// If twenty clients reload a long room again and again, the hub reads only the end of the log,
// a few times in total.
func TestReloadsReadLittle(t *testing.T) {
	store := &readStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, _ := longSeries(t, store)
	store.entries.Store(0)
	const clients, reloads = 20, 5
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			for range reloads {
				_, w := s.welcomed(fmt.Sprintf("p%d", i), id, "snapshot=1")
				if w.Snapshot == nil || w.From != seriesLength || w.N != seriesLength || w.Snapshot.N != w.N {
					t.Errorf("welcomed with %+v", w)
				}
				var answer struct{ N uint64 }
				if status := s.call("eve", "GET", "/api/rooms/"+string(id), nil, &answer); status != 200 || answer.N != seriesLength {
					t.Errorf("GET: %d, %+v", status, answer)
				}
			}
		})
	}
	all.Wait()
	if read := store.entries.Load(); read > seriesLength/2 {
		t.Errorf("%d entries were read", read)
	}
}

// A request for the log reads only the page that it returns. The answer says whether more entries
// follow.
func TestLogComesInPages(t *testing.T) {
	store := &readStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, log := longSeries(t, store)
	type page struct {
		Entries []json.RawMessage
		More    bool
	}
	for _, c := range []struct {
		query      string
		from, want int
		more       bool
	}{
		{"", 0, 500, true},
		{"after=5000", 5000, 20, false},
		{"after=5019&limit=1", 5019, 1, false},
		{"after=5018&limit=1", 5018, 1, true},
		{"after=9999", 5020, 0, false},
		{"limit=1000", 0, 1000, true},
	} {
		store.entries.Store(0)
		var p page
		status := s.call("ana", "GET", "/api/rooms/"+string(id)+"/entries?"+c.query, nil, &p)
		if status != 200 || len(p.Entries) != c.want || p.More != c.more {
			t.Errorf("%s: %d, %d entries, more: %v", c.query, status, len(p.Entries), p.More)
			continue
		}
		for i, raw := range p.Entries {
			if string(raw) != string(log[c.from+i].Raw()) {
				t.Fatalf("%s: entry %s in place %d", c.query, raw, i)
			}
		}
		if read := store.entries.Load(); read > int64(c.want)+room.SnapshotInterval {
			t.Errorf("%s: %d entries were read", c.query, read)
		}
	}
	for _, bad := range []string{"limit=0", "limit=1001", "after=-1"} {
		var f wire.Failure
		if status := s.call("ana", "GET", "/api/rooms/"+string(id)+"/entries?"+bad, nil, &f); status != http.StatusBadRequest {
			t.Errorf("%s: %d", bad, status)
		}
	}
	var f wire.Failure
	if status := s.call("ana", "GET", "/api/rooms/nobody/entries", nil, &f); status != http.StatusNotFound {
		t.Errorf("no room: %d", status)
	}
}

// The hub sends all entries of a long room to a client of an earlier version.
func TestOldClientReadsALongRoom(t *testing.T) {
	store := &readStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, log := longSeries(t, store)
	// eve makes the hub read a part of the log, zoe all of it.
	seen := log[:seriesLength-1500]
	s.joinLong("eve", id, seen, fmt.Sprintf("after=%d&digest=%s", len(seen), seen[len(seen)-1].Digest))
	c := s.joinLong("zoe", id, nil, "")
	if len(c.Entries) != seriesLength || c.Entries[seriesLength-1].Digest != log[seriesLength-1].Digest {
		t.Errorf("it has %d entries", len(c.Entries))
	}
	raw, _ := s.welcomed("tom", id, "after=5020&digest="+log[seriesLength-1].Digest)
	if raw["snapshot"] != nil || raw["from"] != float64(seriesLength) {
		t.Errorf("welcomed with %v", raw)
	}
}

// joinLong joins with entries seen before, and accepts long frames.
func (s *served) joinLong(player string, id room.ID, seen []room.Entry, query string) *hubtest.Client {
	s.t.Helper()
	ws, err := s.dial(player, id, query)
	if err != nil {
		s.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	c := hubtest.NewClient(s.t, hubtest.Websocket(ws), player)
	c.Welcome(seen)
	return c
}

// A client that makes the hub read long logs is charged for the entries.
func TestHistoryIsCharged(t *testing.T) {
	store := &readStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage, func(cfg *Config) {
		cfg.Limits = limits.Default()
		cfg.Limits.Loopback, cfg.Limits.RequestsPerSecondPerAddress = true, 4 // 40 requests at once
	})
	id, _ := longSeries(t, store)
	if _, w := s.welcomed("ana", id, "snapshot=1"); w.N != seriesLength {
		t.Errorf("welcomed with %+v", w)
	}
	ws, err := s.dial("eve", id, "") // costs as much as 50 requests
	if err != nil {
		t.Fatal(err)
	}
	hubtest.NewClient(t, hubtest.Websocket(ws), "eve").Closed(wire.CloseTryAgainLater)
}

// If a query names a variant that does not exist, the hub answers without reading records.
func TestUnknownGameIsNoScan(t *testing.T) {
	store := &readStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	for query, reads := range map[string]int64{"game=nothing": 0, "game=connect4:99x99:4": 0, "game=connect4": 1, "game=force3:fair": 1, "": 1} {
		store.lists.Store(0)
		var answer struct {
			Games []room.Record
			Next  string
		}
		want := map[bool]int{true: http.StatusOK, false: http.StatusBadRequest}[reads > 0]
		if status := s.call("ana", "GET", "/api/games?"+query, nil, &answer); status != want || len(answer.Games) != 0 || answer.Next != "" {
			t.Errorf("%s: %d %+v", query, status, answer)
		}
		if got := store.lists.Load(); got != reads {
			t.Errorf("%s: the store was asked %d times", query, got)
		}
	}
}

// BenchmarkReloads prints the 99th percentile of a move's time while 20 clients reload a
// long room without a pause, and that of an idle hub.
func BenchmarkReloads(b *testing.B) {
	for _, query := range []string{"snapshot=1", ""} {
		b.Run("join?"+query, func(b *testing.B) {
			store := &readStore{Store: storetest.Open(b)}
			h, err := New(testConfig("hub", store, builtPage))
			if err != nil {
				b.Fatal(err)
			}
			server := httptest.NewServer(h.Handler())
			defer server.Close()
			ctx, cancel := context.WithCancel(b.Context())
			var over sync.WaitGroup
			over.Go(func() { h.Run(ctx) })
			defer over.Wait()
			defer cancel()
			id, _ := longSeries(b, store)
			idle := percentile(b, h, b.N)
			for i := range 20 {
				over.Go(func() { reload(ctx, server.URL, id, i, query) })
			}
			busy := percentile(b, h, b.N)
			b.ReportMetric(idle.Seconds()*1e3, "idle-p99-ms")
			b.ReportMetric(busy.Seconds()*1e3, "busy-p99-ms")
		})
	}
}

// reload joins a room and asks for it, again and again.
func reload(ctx context.Context, url string, id room.ID, client int, query string) {
	header := http.Header{"Authorization": {bearer(fmt.Sprintf("p%d-", client))}}
	for ctx.Err() == nil {
		ws, _, err := websocket.Dial(ctx, url+"/api/rooms/"+string(id)+"/live?proto=1&"+query, &websocket.DialOptions{HTTPHeader: header})
		if err != nil {
			return
		}
		ws.SetReadLimit(1 << 20)
		_, _, _ = ws.Read(ctx)
		_ = ws.CloseNow()
		if req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/rooms/"+string(id), nil); err == nil {
			if resp, err := http.DefaultClient.Do(req); err == nil {
				_ = resp.Body.Close()
			}
		}
	}
}

// percentile plays n moves and returns the 99th percentile of their time.
func percentile(b *testing.B, h *Hub, n int) time.Duration {
	executor, r := h.rooms.ExecutorFor(nil), play.NewReplica(room.ID(fmt.Sprintf("other-%d", time.Now().UnixNano())))
	took := make([]time.Duration, 0, n+1)
	for i := range n + 1 {
		var do room.Action = room.PlayAgain{}
		s := r.State()
		switch s.Phase {
		case room.PhaseNone:
			do = room.Create{Variant: "tictactoe", Self: true, First: 1}
		case room.PhasePlaying:
			do = room.Move{Move: s.Position.FormatMove(s.Position.Moves(nil)[0])}
		}
		begin := time.Now()
		if _, err := executor.Play(b.Context(), r, room.Command{ID: fmt.Sprint(i), By: "ana", Seen: r.N(), Do: do}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}
