package deploy

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/redistest"
)

// pairOfHubs is two real hubs behind nginx with the repository's configuration. The network
// between the first hub and Redis can be cut.
type pairOfHubs struct {
	t     *testing.T
	redis *redistest.Server
	line  *faultproxy.Proxy // from the first hub to Redis
	hubs  [2]string         // addresses
	proxy string            // nginx's address
}

func runPair(t *testing.T) *pairOfHubs {
	t.Helper()
	s := &pairOfHubs{t: t, redis: redistest.New(t)}
	var err error
	if s.line, err = faultproxy.New(s.redis.Addr); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.line.Close() })
	for i, store := range []string{"redis://" + s.line.Addr(), s.redis.URL()} {
		s.hubs[i] = redistest.FreeAddr(t)
		env := map[string]string{"QUATRE_ADDR": s.hubs[i], "QUATRE_ADMIN": "none", "QUATRE_STORE": store, "QUATRE_WORKERS": "0"}
		startProcess(t, build(t)["hub"], env)
		until(t, "the hub to serve", func() bool {
			conn, err := net.Dial("tcp", s.hubs[i])
			return err == nil && conn.Close() == nil
		})
	}
	s.proxy = runProxy(t, "plain", s.hubs[:]...).addresses["8080"]
	return s
}

// owner is a person who plays both seats of a room.
type owner struct {
	pair   *pairOfHubs
	secret string
	room   string
	moves  int
	socket *websocket.Conn
}

// message is a frame of a hub, as far as these tests read it.
type message struct {
	T, ID string
	N     uint64
	Store bool
	Up    bool
}

// newOwner creates a room whose owner has both seats. Owners with different k are different
// players.
func (s *pairOfHubs) newOwner(k int) *owner {
	s.t.Helper()
	o := &owner{pair: s, secret: fmt.Sprintf("the secret of owner %06d", k)}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://"+s.proxy+"/api/rooms",
		strings.NewReader(`{"id":"c0","variant":"connect4:7x6:4","opponent":"self"}`))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+o.secret)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = answer.Body.Close()
	o.room = strings.TrimPrefix(answer.Header.Get("Location"), "/r/")
	if answer.StatusCode != http.StatusCreated {
		s.t.Fatalf("the request for a new room got %s, want 201", answer.Status)
	}
	return o
}

// dial opens a socket at an address. If the hub or nginx refuses it, dial returns the HTTP
// answer and no socket.
func (o *owner) dial(address, query string) (*websocket.Conn, *http.Response) {
	o.pair.t.Helper()
	ctx, cancel := context.WithTimeout(o.pair.t.Context(), patience)
	defer cancel()
	socket, answer, err := websocket.Dial(ctx, "ws://"+address+"/api/rooms/"+o.room+"/live?proto=1&snapshot=1"+query,
		&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + o.secret}}})
	if err != nil {
		if answer == nil {
			o.pair.t.Fatal(err)
		}
		return nil, answer
	}
	o.pair.t.Cleanup(func() { _ = socket.CloseNow() })
	return socket, nil
}

// until reads a socket until a message fits.
func (o *owner) until(socket *websocket.Conn, what string, fits func(message) bool) message {
	o.pair.t.Helper()
	ctx, cancel := context.WithTimeout(o.pair.t.Context(), patience)
	defer cancel()
	for {
		_, frame, err := socket.Read(ctx)
		if err != nil {
			o.pair.t.Fatalf("no %s: %v", what, err)
		}
		var m message
		if err := json.Unmarshal(frame, &m); err != nil {
			o.pair.t.Fatal(err)
		}
		if fits(m) {
			return m
		}
	}
}

func isWelcome(m message) bool { return m.T == "welcome" }

func storeIs(up bool) func(message) bool {
	return func(m message) bool { return m.T == "store" && m.Up == up }
}

// enter opens the owner's socket and returns the welcome.
func (o *owner) enter(address string) message {
	o.pair.t.Helper()
	socket, answer := o.dial(address, "")
	if socket == nil {
		o.pair.t.Fatalf("the request for a socket got %s", answer.Status)
	}
	o.socket = socket
	return o.until(socket, "welcome", isWelcome)
}

func (o *owner) move(n uint64) {
	o.pair.t.Helper()
	o.moves++
	id := fmt.Sprintf("m%d", o.moves)
	frame := fmt.Sprintf(`{"t":"move","id":%q,"n":%d,"move":"%d"}`, id, n, o.moves)
	if err := o.socket.Write(o.pair.t.Context(), websocket.MessageText, []byte(frame)); err != nil {
		o.pair.t.Fatal(err)
	}
	if m := o.until(o.socket, "answer", func(m message) bool { return m.ID == id }); m.T != "ok" {
		o.pair.t.Fatalf("the answer to a move is %+v, want ok", m)
	}
}

// If one of two hubs is cut off from Redis, it refuses new sockets with 503, and nginx sends
// them to the other hub. The players of the first hub open a second socket with watch=1, as
// the page and cmd/play do, to find the other hub. They play on there.
func TestPlayersLeaveAHubWithoutStore(t *testing.T) {
	s := runPair(t)
	var owners []*owner
	for i := range 10 {
		o := s.newOwner(i)
		o.move(o.enter(s.hubs[0]).N)
		owners = append(owners, o)
	}
	s.line.Set(faultproxy.Faults{Refuse: true})
	s.line.Cut(1)
	cut := time.Now()
	for _, o := range owners {
		o.until(o.socket, "message that the store is away", storeIs(false))
		if socket, answer := o.dial(s.hubs[0], ""); socket != nil || answer.StatusCode != http.StatusServiceUnavailable {
			t.Fatalf("a hub without its store answers the request for a socket with %v, want 503", answer)
		}
	}
	for _, o := range owners {
		probe, answer := o.dial(s.proxy, "&watch=1")
		if probe == nil {
			t.Fatalf("the request for a socket with watch=1 got %s", answer.Status)
		}
		if w := o.until(probe, "welcome", isWelcome); !w.Store {
			t.Error("nginx sent a socket with watch=1 to the hub without the store")
		}
		old := o.socket
		w := o.enter(s.proxy)
		if !w.Store {
			t.Error("nginx sent a socket to the hub without the store")
		}
		_ = old.CloseNow()
		o.move(w.N)
	}
	t.Logf("%d players played on the other hub %v after the cut; the page and cmd/play would wait before they look for it", len(owners), time.Since(cut))
}

// If no hub reaches the store, sockets stay on their hubs: a request for a socket with watch=1
// gets 503, and nothing else changes. With away=1 too, a client without a socket can watch the
// room on a hub that has it open.
func TestNobodyMovesIfTheStoreIsAwayFromAllHubs(t *testing.T) {
	s := runPair(t)
	o := s.newOwner(1)
	o.move(o.enter(s.hubs[1]).N)
	other := s.newOwner(2) // so that the first hub has a socket too
	other.enter(s.hubs[0])
	s.redis.Stop(t)
	o.until(o.socket, "message that the store is away", storeIs(false))
	other.until(other.socket, "message that the store is away", storeIs(false))
	for range 4 {
		socket, answer := o.dial(s.proxy, "&watch=1")
		if socket != nil || answer.StatusCode != http.StatusServiceUnavailable {
			t.Fatalf("the request for a socket with watch=1 got %v, want 503", answer)
		}
		_ = answer.Body.Close()
	}
	seen, answer := o.dial(s.proxy, "&watch=1&away=1")
	if seen == nil {
		t.Fatalf("the request for a socket with away=1 got %s", answer.Status)
	}
	if w := o.until(seen, "welcome", isWelcome); w.Store {
		t.Error("the hub says that it reaches the store")
	}
	s.redis.Restart(t)
	o.until(o.socket, "message that the store is back", storeIs(true)) // on the first socket
	o.move(2)
}
