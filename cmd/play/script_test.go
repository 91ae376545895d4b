package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

// scriptedHub is a fake hub: the test reads and sends its frames. Its connections are pipes in
// memory, so that tests can run in a synctest bubble with a fake clock.
type scriptedHub struct {
	server   *httptest.Server
	listener *pipeListener
	conns    chan *hubConn
}

// pipeListener is an in-memory net.Listener.
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

// hubConn is the hub's side of one connection.
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

// link returns a started link to h. The test's cleanup ends it.
func (h *scriptedHub) link(t *testing.T, watch bool) *link {
	t.Helper()
	return h.linkWith(t, watch, defaultTiming)
}

func (h *scriptedHub) linkWith(t *testing.T, watch bool, timing timing) *link {
	t.Helper()
	origin, err := url.Parse(h.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DialContext: h.listener.dial}}
	l := newLink(hubClient{origin: *origin, secret: "the secret of this test", client: client, timing: timing}, "k7m2p9x4w3tq", watch)
	l.start(t.Context())
	t.Cleanup(func() {
		l.close(false)
		client.CloseIdleConnections()
	})
	return l
}

// accept waits for the next connection.
func (h *scriptedHub) accept(t *testing.T) *hubConn {
	t.Helper()
	select {
	case c := <-h.conns:
		t.Cleanup(c.drop)
		return c
	case <-time.After(waitTimeout):
		t.Fatal("timeout waiting for a connection")
		return nil
	}
}

// expectCursor checks the cursor that the link connected with.
func (c *hubConn) expectCursor(after, digest string) *hubConn {
	c.t.Helper()
	q := c.request.URL.Query()
	if q.Get("after") != after || q.Get("digest") != digest || q.Get("proto") != strconv.Itoa(wire.Proto) {
		c.t.Errorf("query %s, want after %s with digest %q", c.request.URL.RawQuery, after, digest)
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

// sendEntries sends the entries first to last, of an unknown kind.
func (c *hubConn) sendEntries(first, last int) {
	c.t.Helper()
	var list [][]byte
	for n := first; n <= last; n++ {
		list = append(list, rawEntry(n))
	}
	c.sendf(`{"t":"entries","entries":[%s]}`, bytes.Join(list, []byte(",")))
}

// rawEntry returns entry n, of an unknown kind.
func rawEntry(n int) []byte {
	return fmt.Appendf(nil, `{"n":%d,"at":1,"type":"teleported","data":{},"digest":"%s"}`, n, digest(n))
}

// digest returns the digest of rawEntry(n).
func digest(n int) string { return fmt.Sprintf("%016d", n) }

// readCommand returns the next command.
func (c *hubConn) readCommand() command {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), waitTimeout)
	defer cancel()
	_, frame, err := c.ws.Read(ctx)
	if err != nil {
		c.t.Fatalf("no command: %v", err)
	}
	var got command
	if err := json.Unmarshal(frame, &got); err != nil {
		c.t.Fatal(err)
	}
	return got
}

// readClose waits for the link's close frame and returns its code.
func (c *hubConn) readClose() websocket.StatusCode {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), waitTimeout)
	defer cancel()
	_, frame, err := c.ws.Read(ctx)
	if err == nil {
		c.t.Errorf("got frame %s, want a close frame", frame)
	}
	return websocket.CloseStatus(err)
}

// drop cuts the connection without a close frame.
func (c *hubConn) drop() {
	select {
	case <-c.done:
	default:
		_ = c.ws.CloseNow()
		close(c.done)
	}
}

// close closes the connection with a code.
func (c *hubConn) close(code websocket.StatusCode) {
	_ = c.ws.Close(code, "")
	c.drop()
}

// expectReports checks that the link's next reports are want.
func expectReports(t *testing.T, l *link, want ...any) {
	t.Helper()
	for _, w := range want {
		got, err := nextReport(l)
		if err != nil {
			t.Fatalf("%v; want report %T %+v", err, w, w)
		}
		if !reflect.DeepEqual(got, w) {
			t.Fatalf("reported %T %+v, want %T %+v", got, got, w, w)
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
		return nil, errors.New("timeout waiting for a report")
	}
}

// welcomeReport returns the report of sendWelcome.
func welcomeReport(from, n uint64) wire.Welcome {
	return wire.Welcome{
		T: "welcome", Proto: 1, Player: "me", From: from, N: n, Now: 1763700012000, Here: wire.Presence{Seats: [2]bool{true, false}}, Store: true,
	}
}

// entriesReport returns the report of sendEntries.
func entriesReport(first, last uint64) entriesReceived {
	var list entriesReceived
	for n := first; n <= last; n++ {
		list = append(list, decodeEntry(rawEntry(int(n))))
	}
	return list
}
