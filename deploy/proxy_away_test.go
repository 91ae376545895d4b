package deploy

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/hub/hubtest"
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
		startProcess(t, build(t)["quatre"], env)
		until(t, "the hub to serve", func() bool {
			conn, err := net.Dial("tcp", s.hubs[i])
			return err == nil && conn.Close() == nil
		})
	}
	s.proxy = runProxy(t, "plain", s.hubs[:]...).addresses["8080"]
	return s
}

// newOwner creates a room whose owner has both seats. Owners with different k are different
// players.
func (s *pairOfHubs) newOwner(k int) *hubtest.Client {
	s.t.Helper()
	o := hubtest.NewClient(s.t, nil, fmt.Sprintf("owner%d", k))
	var err error
	if o.Room, err = hubtest.Create(hubtest.Context(s.t), "http://"+s.proxy, o.Player, hubtest.Object{"opponent": "self"}); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if o.Conn != nil {
			o.Drop()
		}
	})
	return o
}

// enter opens the owner's socket and returns the welcome.
func (s *pairOfHubs) enter(o *hubtest.Client, address string) hubtest.Message {
	s.t.Helper()
	welcome := o.Rejoin("http://" + address)
	o.Follow(int(welcome.N))
	return welcome
}

// move makes the owner's next move.
func move(o *hubtest.Client) { o.Must("move", hubtest.Object{"move": fmt.Sprint(len(o.Entries))}) }

// probe opens a second socket of an owner and returns its welcome. If the hub or nginx refuses the
// socket, probe returns the status of the answer.
func (s *pairOfHubs) probe(o *hubtest.Client, address, query string) (welcome hubtest.Message, status int) {
	s.t.Helper()
	ctx := hubtest.Context(s.t)
	conn, answer, err := hubtest.Dial(ctx, "http://"+address, o.Room, o.Player, "&snapshot=1"+query)
	if err != nil {
		if answer == nil {
			s.t.Fatal(err)
		}
		return welcome, answer.StatusCode
	}
	defer func() { _ = conn.CloseNow() }()
	frame, err := conn.Read(ctx)
	if err == nil {
		err = json.Unmarshal(frame, &welcome)
	}
	if err != nil || welcome.T != "welcome" {
		s.t.Fatalf("the first message is %+v, %v", welcome, err)
	}
	return welcome, http.StatusSwitchingProtocols
}

// If one of two hubs is cut off from Redis, it refuses new sockets with 503, and nginx sends
// them to the other hub. The players of the first hub open a second socket with watch=1, as
// the page and cmd/play do, to find the other hub. They play on there.
func TestPlayersLeaveAHubWithoutStore(t *testing.T) {
	s := runPair(t)
	var owners []*hubtest.Client
	for i := range 10 {
		o := s.newOwner(i)
		s.enter(o, s.hubs[0])
		move(o)
		owners = append(owners, o)
	}
	s.line.Set(faultproxy.Faults{Refuse: true})
	s.line.Cut(1)
	cut := time.Now()
	for _, o := range owners {
		o.Until(hubtest.StoreIs(false))
		if _, status := s.probe(o, s.hubs[0], ""); status != http.StatusServiceUnavailable {
			t.Fatalf("a hub without its store answers the request for a socket with %d, want 503", status)
		}
	}
	for _, o := range owners {
		welcome, status := s.probe(o, s.proxy, "&watch=1")
		if status != http.StatusSwitchingProtocols {
			t.Fatalf("the request for a socket with watch=1 got %d", status)
		}
		if !welcome.Store {
			t.Error("nginx sent a socket with watch=1 to the hub without the store")
		}
		old := o.Conn
		o.Conn = nil // Rejoin must not close it
		if w := s.enter(o, s.proxy); !w.Store {
			t.Error("nginx sent a socket to the hub without the store")
		}
		_ = old.CloseNow()
		move(o)
	}
	t.Logf("%d players played on the other hub %v after the cut; the page and cmd/play would wait before they look for it", len(owners), time.Since(cut))
}

// If no hub reaches the store, sockets stay on their hubs: a request for a socket with watch=1
// gets 503, and nothing else changes. With away=1 too, a client without a socket can watch the
// room on a hub that has it open.
func TestNobodyMovesIfTheStoreIsAwayFromAllHubs(t *testing.T) {
	s := runPair(t)
	o := s.newOwner(1)
	s.enter(o, s.hubs[1])
	move(o)
	other := s.newOwner(2) // so that the first hub has a socket too
	s.enter(other, s.hubs[0])
	s.redis.Stop(t)
	o.Until(hubtest.StoreIs(false))
	other.Until(hubtest.StoreIs(false))
	for range 4 {
		if _, status := s.probe(o, s.proxy, "&watch=1"); status != http.StatusServiceUnavailable {
			t.Fatalf("the request for a socket with watch=1 got %d, want 503", status)
		}
	}
	welcome, status := s.probe(o, s.proxy, "&watch=1&away=1")
	if status != http.StatusSwitchingProtocols {
		t.Fatalf("the request for a socket with away=1 got %d", status)
	}
	if welcome.Store {
		t.Error("the hub says that it reaches the store")
	}
	s.redis.Restart(t)
	o.Until(hubtest.StoreIs(true)) // on the first socket
	move(o)
}
