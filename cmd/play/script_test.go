package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// quick is a timing for tests: it waits hardly at all where a wait is without
// sense, and for ever where nothing must happen by itself.
var quick = timing{
	backoffFirst: time.Millisecond, backoffMax: 4 * time.Millisecond, welcomeWithin: patience,
	pingEvery: time.Hour, pongWithin: patience, pongAwake: patience,
}

// scriptedHub is a hub whose test plays its part.
type scriptedHub struct {
	server *httptest.Server
	calls  chan *call
}

// call is one connection to it.
type call struct {
	t       *testing.T
	request *http.Request
	ws      *websocket.Conn
	over    chan struct{}
}

func newScriptedHub(t *testing.T) *scriptedHub {
	t.Helper()
	h := &scriptedHub{calls: make(chan *call)}
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		c := &call{t: t, request: r, ws: ws, over: make(chan struct{})}
		defer ws.CloseNow()
		select {
		case h.calls <- c:
			<-c.over
		case <-r.Context().Done():
		case <-t.Context().Done():
		}
	}))
	t.Cleanup(h.server.Close)
	return h
}

// link returns a started link to it, which ends with the test.
func (h *scriptedHub) link(t *testing.T, with timing, watch bool) *link {
	t.Helper()
	origin, err := url.Parse(h.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	l := newLink(*origin, "k7m2p9x4w3tq", "the secret of this test", watch, client, with)
	l.start(t.Context())
	t.Cleanup(func() {
		l.stop()
		<-l.done
		client.CloseIdleConnections()
	})
	return l
}

// answer waits for the next connection.
func (h *scriptedHub) answer(t *testing.T) *call {
	t.Helper()
	select {
	case c := <-h.calls:
		t.Cleanup(c.drop)
		return c
	case <-time.After(patience):
		t.Fatal("nobody called")
		return nil
	}
}

// from checks where the caller's copy of the log ends.
func (c *call) from(after, digest string) *call {
	c.t.Helper()
	q := c.request.URL.Query()
	if q.Get("after") != after || q.Get("digest") != digest || q.Get("proto") != "1" {
		c.t.Errorf("called with %s, not after %s with digest %q", c.request.URL.RawQuery, after, digest)
	}
	return c
}

func (c *call) say(format string, args ...any) {
	c.t.Helper()
	if err := c.ws.Write(c.t.Context(), websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		c.t.Error(err)
	}
}

func (c *call) welcome(from, n int) {
	c.t.Helper()
	c.say(`{"t":"welcome","proto":1,"player":"me","from":%d,"n":%d,"now":1763700012000,"here":{"seats":[true,false],"spectators":0},"store":true}`, from, n)
}

// entries says what the entries from first to last are, named a, b, c …
func (c *call) entries(first, last int) {
	c.t.Helper()
	var list []map[string]any
	for n := first; n <= last; n++ {
		list = append(list, map[string]any{"n": n, "type": "teleported", "data": map[string]any{}, "digest": fmt.Sprint("d", n)})
	}
	text, err := json.Marshal(list)
	if err != nil {
		c.t.Fatal(err)
	}
	c.say(`{"t":"entries","entries":%s}`, text)
}

// hears waits for the next command.
func (c *call) hears() command {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
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
func (c *call) ends() websocket.StatusCode {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	_, frame, err := c.ws.Read(ctx)
	if err == nil {
		c.t.Errorf("instead of an end there is %s", frame)
	}
	return websocket.CloseStatus(err)
}

// drop cuts the line.
func (c *call) drop() {
	select {
	case <-c.over:
	default:
		_ = c.ws.CloseNow()
		close(c.over)
	}
}

// close ends the connection with a code.
func (c *call) close(code websocket.StatusCode) {
	_ = c.ws.Close(code, "")
	c.drop()
}

// reports waits for exactly these reports, in this order.
func reports(t *testing.T, l *link, want ...any) {
	t.Helper()
	for _, w := range want {
		got, err := report(l)
		if err != nil {
			t.Fatalf("%v; %T %+v should come", err, w, w)
		}
		if !reflect.DeepEqual(got, w) {
			t.Fatalf("reported %T %+v, not %T %+v", got, got, w, w)
		}
	}
}

func report(l *link) (any, error) {
	select {
	case r, open := <-l.reports:
		if !open {
			return nil, errors.New("the link has ended")
		}
		return r, nil
	case <-time.After(patience):
		return nil, errors.New("nothing is reported")
	}
}

// hello is the report of a welcome.
func hello(from, n uint64) welcomed {
	return welcomed{anew: from == 0, player: "me", n: n, now: 1763700012000, here: here{Seats: [2]bool{true, false}}, store: true}
}

// came is the report of the entries from first to last.
func came(first, last uint64) entriesCame {
	var list entriesCame
	for n := first; n <= last; n++ {
		list = append(list, entry{N: n, Type: "teleported", Digest: fmt.Sprint("d", n)})
	}
	return list
}
