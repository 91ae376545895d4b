package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// line is a network in memory: whatever a client sends takes delay to arrive.
type line struct {
	delay    time.Duration
	accepted chan net.Conn
	closed   chan struct{}
	client   http.Client // uses the line
}

func newLine(delay time.Duration) *line {
	l := &line{delay: delay, accepted: make(chan net.Conn), closed: make(chan struct{})}
	l.client.Transport = &http.Transport{DialContext: l.dial}
	return l
}

// Accept implements net.Listener.
func (l *line) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *line) Close() error { close(l.closed); return nil }

// Addr implements net.Listener.
func (l *line) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (l *line) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	l.accepted <- newLineEnd(there, 0)
	return newLineEnd(here, l.delay), nil
}

// lineEnd is one end of a connection. Its writes do not wait for the reader.
type lineEnd struct {
	net.Conn
	sent chan []byte
	over context.Context
	end  context.CancelFunc
}

func newLineEnd(pipe net.Conn, delay time.Duration) *lineEnd {
	c := &lineEnd{Conn: pipe, sent: make(chan []byte, 1000)}
	c.over, c.end = context.WithCancel(context.Background())
	go func() {
		for {
			select {
			case p := <-c.sent:
				time.Sleep(delay)
				_, _ = c.Conn.Write(p)
			case <-c.over.Done():
				return
			}
		}
	}()
	return c
}

// Write implements net.Conn.
func (c *lineEnd) Write(p []byte) (int, error) {
	select {
	case c.sent <- bytes.Clone(p):
		return len(p), nil
	case <-c.over.Done():
		return 0, net.ErrClosed
	}
}

// Close implements net.Conn.
func (c *lineEnd) Close() error { c.end(); return c.Conn.Close() }

// RemoteAddr implements net.Conn.
func (c *lineEnd) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4444} }

// serveLine runs a hub at the end of a line.
func serveLine(t *testing.T, delay time.Duration, cfg Config) *line {
	t.Helper()
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l := newLine(delay)
	server := &http.Server{Handler: h.Handler()}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	running.Go(func() { _ = server.Serve(l) })
	t.Cleanup(func() { l.client.CloseIdleConnections(); cancel(); _ = server.Close(); running.Wait() })
	return l
}

// create opens a room for two people on a clock, and returns its ID.
func (l *line) create(t *testing.T, player string, clock room.Clock) room.ID {
	t.Helper()
	body := mustMarshal(hubtest.Object{"id": "c1", "variant": "connect4:7x6:4", "opponent": "human", "starter": "me", "clock": clock})
	req, err := http.NewRequestWithContext(hubtest.Context(t), http.MethodPost, "http://hub/api/rooms", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", bearer(player))
	resp, err := l.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct{ Room room.ID }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("create: %s, %v", resp.Status, err)
	}
	return answer.Room
}

// open joins a room and reads the welcome and all entries.
func (l *line) open(t *testing.T, player string, id room.ID) *hubtest.Client {
	t.Helper()
	ws, _, err := websocket.Dial(hubtest.Context(t), fmt.Sprintf("http://hub/api/rooms/%s/live?proto=1", id), &websocket.DialOptions{
		HTTPClient: &l.client,
		HTTPHeader: http.Header{"Authorization": {bearer(player)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	c := hubtest.NewClient(t, hubtest.Websocket(ws), player)
	c.Welcome(nil)
	return c
}

// Every command waits for the store almost until the hub's time limit, and pings are sent
// meanwhile. Players are credited only the lag of their lines, not that of the store.
func TestSlowStoreIsNoLag(t *testing.T) {
	const delay, storeTakes = 50 * time.Millisecond, 4900 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		store := &hubtest.FailingStore{Store: storetest.Open(t)}
		l := serveLine(t, delay, testConfig("hub", store, builtPage))
		id := l.create(t, "ana", room.Clock{Move: time.Minute.Milliseconds()})
		ana, bob := l.open(t, "ana", id), l.open(t, "bob", id)
		bob.Must("sit", nil)
		store.AfterAppend = func() { time.Sleep(storeTakes) }

		const columns, seated = "111111222222333333", 2
		play := func(c *hubtest.Client, seat int) {
			for sent := 0; len(c.Entries) < seated+len(columns); c.Read() {
				n := len(c.Entries)
				if ply := n - seated; ply >= 0 && ply%2 == seat && n > sent {
					sent = n
					c.Write(fmt.Sprintf(`{"t":"move","id":"m%d","n":%d,"move":"%c"}`, n, n, columns[ply]))
				}
			}
		}
		// Both read all the time: otherwise a ping would wait for its client.
		var bobs sync.WaitGroup
		bobs.Go(func() { play(bob, 1) })
		play(ana, 0)
		bobs.Wait()

		var lags []int64
		for _, e := range ana.Entries[seated:] {
			lags = append(lags, e.Event.(room.Moved).Lag)
		}
		least, most := delay.Milliseconds(), (storeTakes / 10).Milliseconds()
		if slices.Max(lags) > most || slices.Min(lags[len(lags)-2:]) < least {
			t.Errorf("credited are %v ms, on lines of %v", lags, delay)
		}
	})
}
