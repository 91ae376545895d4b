package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// FuzzLiveQuery opens a socket with any query. The hub refuses a malformed query, and a parameter that it does not
// know the value of. Otherwise it tells the client to reload, or sends the entries after the entry that the query names
// by number and digest, or all entries.
func FuzzLiveQuery(f *testing.F) {
	h := fuzzHub(f)
	pipes := servePipes(f, h.Handler())
	var answer struct {
		Room room.ID `json:"room"`
	}
	if err := pipes.post("/api/rooms", `{"id":"c0","variant":"connect4:7x6:4","opponent":"self"}`, &answer); err != nil || answer.Room == "" {
		f.Fatal(answer, err)
	}
	keeper := pipes.dial(f, "ana", answer.Room, "proto=1") // so that the room stays open
	f.Cleanup(func() { keeper.Drop(); h.tasks.Stop() })
	for i, column := range "4453" {
		keeper.Write(fmt.Sprintf(`{"t":"move","id":"m%d","n":%d,"move":"%c"}`, i, i+1, column))
		keeper.Follow(i + 2)
	}
	log := keeper.Entries

	f.Add("proto=1")
	f.Add("proto=1&watch=1")
	for n, e := range log {
		f.Add(fmt.Sprintf("proto=1&after=%d&digest=%s", n+1, e.Digest))
		f.Add(fmt.Sprintf("proto=1&after=%d&digest=%s&watch=1", n+2, e.Digest))
	}
	for _, seed := range []string{
		"", "proto=0", "proto=-1", "proto=1&proto=0", "proto=+1", "proto=01", "proto=1e3", "proto=%31", "proto=9223372036854775808",
		"proto=1&after=18446744073709551615&digest=", "proto=1&after=18446744073709551616", "proto=1&after=-1", "proto=1&after=3", "proto=1;after=3",
		"proto=1&after=0&digest=x", "proto=1&digest=" + strings.Repeat("f", 4000), "proto=1&after=%00&digest=%ff&watch=%", "proto=1&watch=1&watch=0",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		_, err := url.Parse("http://hub.example/?" + query)
		if err != nil || strings.ContainsAny(query, "# ") || len(query) > 1<<13 {
			t.Skip()
		}
		q, bad := url.ParseQuery(query)
		known := bad == nil
		for name, v := range q {
			known = known && len(v) == 1 && utf8.ValidString(name+v[0])
		}
		proto, err := strconv.Atoi(q.Get("proto"))
		after, bad := strconv.ParseUint(cmp.Or(q.Get("after"), "0"), 10, 64)
		known = known && bad == nil
		for _, name := range []string{"watch", "guest", "snapshot", "away"} {
			known = known && (q.Get(name) == "" || q.Get(name) == "1")
		}
		c := pipes.dial(t, "eve", answer.Room, query)
		if (c != nil) != known {
			t.Fatalf("%q is refused: %v", query, known)
		} else if !known {
			return
		}
		defer c.Drop()
		if err != nil || proto < wire.Proto {
			c.Closed(wire.CloseOutdated)
			return
		}
		welcome := c.Read()
		from := uint64(0)
		if after > 0 && after <= uint64(len(log)) && log[after-1].Digest == q.Get("digest") {
			from = after
		}
		if welcome.T != "welcome" || welcome.From != from || welcome.N != uint64(len(log)) {
			t.Fatalf("%q is welcomed with %+v, from %d", query, welcome, from)
		}
		c.Entries = append(c.Entries, log[:from]...)
		c.Follow(len(log)) // and compares them
	})
}

// pipes is a server with connections in memory: a fuzzer would use up the ports of a
// network.
type pipes struct {
	listener pipeListener
	client   *http.Client
}

type pipeListener struct {
	incoming chan net.Conn
	closed   chan struct{}
}

func (l pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.incoming:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l pipeListener) Close() error { close(l.closed); return nil }

func (l pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// pipeEnd has an address on this machine, which is not limited.
type pipeEnd struct{ net.Conn }

func (pipeEnd) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4711} }

func servePipes(f *testing.F, handler http.Handler) *pipes {
	p := &pipes{listener: pipeListener{make(chan net.Conn), make(chan struct{})}}
	p.client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		mine, theirs := net.Pipe()
		select {
		case p.listener.incoming <- &pipeEnd{theirs}:
			return mine, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}}
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(p.listener) }()
	f.Cleanup(func() { _ = server.Close() })
	return p
}

func (p *pipes) post(path, body string, answer any) error {
	req, err := http.NewRequest(http.MethodPost, "http://hub.example"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", bearer("ana"))
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(answer)
}

// dial opens a socket with a query. It returns nil if the hub refuses the query.
func (p *pipes) dial(t testing.TB, player string, id room.ID, query string) *hubtest.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hubtest.Patience)
	defer cancel()
	ws, resp, err := websocket.Dial(ctx, "http://hub.example/api/rooms/"+string(id)+"/live?"+query,
		&websocket.DialOptions{HTTPClient: p.client, HTTPHeader: http.Header{"Authorization": {bearer(player)}}})
	if err != nil && resp != nil && resp.StatusCode == http.StatusBadRequest {
		return nil
	} else if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	return hubtest.NewClient(t, hubtest.Websocket(ws), player)
}
