package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// scriptedHub is a hub whose test plays its part. Its connections are pipes in
// memory, so that tests run in a bubble of testing/synctest: time passes only when
// all wait for it, and that nothing happens can be seen.
type scriptedHub struct {
	server *httptest.Server
	listener  *pipeListener
	conns  chan *hubConn
}

// pipes is a listener in memory.
type pipeListener struct {
	ends   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-p.ends:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipeListener) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (p *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.ends <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// call is one connection to it.
type hubConn struct {
	t       *testing.T
	request *http.Request
	ws      *websocket.Conn
	done    chan struct{}
}

func newScriptedHub(t *testing.T) *scriptedHub {
	t.Helper()
	h := &scriptedHub{conns: make(chan *hubConn), listener: &pipeListener{ends: make(chan net.Conn), closed: make(chan struct{})}}
	h.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		c := &hubConn{t: t, request: r, ws: ws, done: make(chan struct{})}
		defer ws.CloseNow()
		select {
		case h.conns <- c:
			<-c.done
		case <-r.Context().Done():
		case <-t.Context().Done():
		}
	}))
	_ = h.server.Listener.Close()
	h.server.Listener = h.listener
	h.server.Start()
	t.Cleanup(h.server.Close)
	return h
}

// link returns a started link to it, which ends with the test.
func (h *scriptedHub) link(t *testing.T, watch bool) *link {
	t.Helper()
	origin, err := url.Parse(h.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DialContext: h.listener.dial}}
	l := newLink(*origin, "k7m2p9x4w3tq", "the secret of this test", watch, client, defaultTiming)
	l.start(t.Context())
	t.Cleanup(func() {
		l.stop()
		<-l.done
		client.CloseIdleConnections()
	})
	return l
}

// answer waits for the next connection.
func (h *scriptedHub) accept(t *testing.T) *hubConn {
	t.Helper()
	select {
	case c := <-h.conns:
		t.Cleanup(c.drop)
		return c
	case <-time.After(waitTimeout):
		t.Fatal("nobody called")
		return nil
	}
}

// from checks where the caller's copy of the log ends.
func (c *hubConn) expectCursor(after, digest string) *hubConn {
	c.t.Helper()
	q := c.request.URL.Query()
	if q.Get("after") != after || q.Get("digest") != digest || q.Get("proto") != "1" {
		c.t.Errorf("called with %s, not after %s with digest %q", c.request.URL.RawQuery, after, digest)
	}
	return c
}

func (c *hubConn) sendf(format string, args ...any) {
	c.t.Helper()
	if err := c.ws.Write(c.t.Context(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		c.t.Error(err)
	}
}

func (c *hubConn) sendWelcome(from, n int) {
	c.t.Helper()
	c.sendf(`{"t":"welcome","proto":1,"player":"me","from":%d,"n":%d,"now":1763700012000,"here":{"seats":[true,false],"spectators":0},"store":true}`, from, n)
}

// entries says what the entries from first to last are, named a, b, c …
func (c *hubConn) sendEntries(first, last int) {
	c.t.Helper()
	var list []map[string]any
	for n := first; n <= last; n++ {
		list = append(list, map[string]any{"n": n, "type": "teleported", "data": map[string]any{}, "digest": fmt.Sprint("d", n)})
	}
	text, err := json.Marshal(list)
	if err != nil {
		c.t.Fatal(err)
	}
	c.sendf(`{"t":"entries","entries":%s}`, text)
}

// hears waits for the next command.
func (c *hubConn) readCommand() command {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), waitTimeout)
	defer cancel()
	_, frame, err := c.ws.Read(ctx)
	if err != nil {
		c.t.Fatalf("no command came: %v", err)
	}
	var got command
	if err := json.Unmarshal(frame, &got); err != nil {
		c.t.Fatal(err)
	}
	return got
}

// ends waits for the caller's good-bye.
func (c *hubConn) readClose() websocket.StatusCode {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), waitTimeout)
	defer cancel()
	_, frame, err := c.ws.Read(ctx)
	if err == nil {
		c.t.Errorf("instead of an end there is %s", frame)
	}
	return websocket.CloseStatus(err)
}

// drop cuts the line.
func (c *hubConn) drop() {
	select {
	case <-c.done:
	default:
		_ = c.ws.CloseNow()
		close(c.done)
	}
}

// close ends the connection with a code.
func (c *hubConn) close(code websocket.StatusCode) {
	_ = c.ws.Close(code, "")
	c.drop()
}

// reports waits for exactly these reports, in this order.
func expectReports(t *testing.T, l *link, want ...any) {
	t.Helper()
	for _, w := range want {
		got, err := nextReport(l)
		if err != nil {
			t.Fatalf("%v; %T %+v should come", err, w, w)
		}
		if !reflect.DeepEqual(got, w) {
			t.Fatalf("reported %T %+v, not %T %+v", got, got, w, w)
		}
	}
}

func nextReport(l *link) (any, error) {
	select {
	case r, open := <-l.reports:
		if !open {
			return nil, errors.New("the link has ended")
		}
		return r, nil
	case <-time.After(waitTimeout):
		return nil, errors.New("nothing is reported")
	}
}

// hello is the report of a welcome.
func welcomeReport(from, n uint64) welcomed {
	return welcomed{fromStart: from == 0, player: "me", logEnd: n, now: 1763700012000, presence: presence{Seats: [2]bool{true, false}}, storeUp: true}
}

// came is the report of the entries from first to last.
func entriesReport(first, last uint64) entriesReceived {
	var list entriesReceived
	for n := first; n <= last; n++ {
		list = append(list, entry{N: n, Type: "teleported", Digest: fmt.Sprint("d", n)})
	}
	return list
}
