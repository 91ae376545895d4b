package hub

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

func TestTwoPeopleAndASpectator(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	eve := s.open("eve", id)
	eve.Refused("seat_taken", "sit", nil)
	eve.Refused("not_your_seat", "move", hubtest.Object{"move": "4"})
	bob.Refused("not_your_turn", "move", hubtest.Object{"move": "4"})
	ana.Refused("bad_move", "move", hubtest.Object{"move": "8"})
	ana.Refused("ahead", "move", hubtest.Object{"move": "4", "n": 99})

	hubtest.PlayOut("444444", ana, bob)
	ana.Refused("column_full", "move", hubtest.Object{"move": "4"})
	ana.Refused("stale", "move", hubtest.Object{"move": "1", "n": 2})
	ana.Refused("game_running", "rematch", nil)
	hubtest.PlayOut("1212121", ana, bob)
	bob.Refused("game_over", "move", hubtest.Object{"move": "4"})
	bob.Must("rematch", nil)
	ana.Follow(len(bob.Entries))
	ana.Must("rematch", nil)
	bob.Follow(len(ana.Entries))
	bob.Must("move", hubtest.Object{"move": "4"})
	eve.Follow(len(bob.Entries))
	eve.AwaitPresence(true, true, 1)

	var games struct {
		Games []room.Record `json:"games"`
	}
	s.call("bob", "GET", "/api/games?of=me", nil, &games)
	if len(games.Games) != 1 || games.Games[0].End.Winner != 1 || strings.Join(games.Games[0].Moves, "") != "4444441212121" {
		t.Errorf("the finished games are %+v", games)
	}
}

func TestResume(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	hubtest.PlayOut("4455", ana, bob)
	seen := ana.Entries[:3]

	again := s.resume("ana", id, seen)
	if len(again.Entries) != len(ana.Entries) {
		t.Errorf("came back to %d entries of %d", len(again.Entries), len(ana.Entries))
	}
	again.Must("move", hubtest.Object{"move": "1"})

	// A client whose copy of the log is not the hub's is sent all entries.
	ws, err := s.dial("ana", id, "after=3&digest=0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	fresh := hubtest.NewClient(t, hubtest.Websocket(ws), "ana")
	if m := fresh.Read(); m.T != "welcome" || m.From != 0 {
		t.Fatalf("the first frame is %+v", m)
	}
	fresh.Follow(len(again.Entries))
}

func TestSendingTwiceIsHarmless(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	n := ana.Must("move", hubtest.Object{"id": "m1", "move": "4"})
	if again := ana.Must("move", hubtest.Object{"id": "m1", "move": "4"}); again != n {
		t.Errorf("sent again it is %d, was %d", again, n)
	}
	elsewhere := two.resume("ana", id, ana.Entries)
	if again := elsewhere.Must("move", hubtest.Object{"id": "m1", "move": "4", "n": 2}); again != n {
		t.Errorf("through another hub it is %d, was %d", again, n)
	}
	bob.Follow(3)
	bob.Must("move", hubtest.Object{"move": "4"})
	if len(bob.Entries) != 4 {
		t.Errorf("the log has %d entries", len(bob.Entries))
	}
}

func TestNewerSocketReplaces(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, _ := seated(t, one, two)
	second := one.open("ana", id)
	ana.Closed(wire.CloseReplaced)
	one.open("zoe", id)
	second.AwaitPresence(true, true, 1) // zoe was announced after second, so both hubs have second's announcement
	third := two.open("ana", id)
	second.Closed(wire.CloseReplaced)
	third.Must("move", hubtest.Object{"move": "4"})
	// Spectators may have as many tabs as they like.
	eve, eve2 := one.open("eve", id), one.open("eve", id)
	eve.Follow(3)
	eve2.Follow(3)
}

// The newer socket plays even if the clock of its hub is behind.
func TestClocksOfHubsDiffer(t *testing.T) {
	store := storetest.Open(t)
	one := serve(t, "one", store, builtPage, func(c *Config) {
		c.Now = func() time.Time { return time.Now().Add(2 * time.Second) }
	})
	two := serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	bob.AwaitPresence(true, true, 0)
	again := two.open("ana", id)
	ana.Closed(wire.CloseReplaced)
	again.Must("move", hubtest.Object{"move": "4"})
	bob.Follow(3)
}

// A player may watch on a second screen and keep the seat.
func TestWatchOnly(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	ws, err := s.dial("ana", id, "watch=1")
	if err != nil {
		t.Fatal(err)
	}
	screen := hubtest.NewClient(t, hubtest.Websocket(ws), "ana")
	screen.AwaitPresence(true, true, 1)
	hubtest.PlayOut("44", ana, bob)
	screen.Follow(4)
}

// A person who watches in two tabs plays in the tab in which they sit down.
func TestSittingDownWithTwoTabs(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	ana := s.open("ana", id)
	older, newer := s.open("bob", id), s.open("bob", id)
	older.Must("sit", nil)
	newer.Closed(wire.CloseReplaced)
	ana.Follow(2)
	ana.Must("move", hubtest.Object{"move": "4"})
	older.Follow(3)
	older.Must("move", hubtest.Object{"move": "4"})
}

func TestPresenceAcrossHubs(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	_, ana, bob := seated(t, one, two)
	ana.AwaitPresence(true, true, 0)
	bob.Goodbye()
	ana.AwaitPresence(true, false, 0)
}

func TestFrames(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	for _, frame := range []string{"", "nonsense", "[]", "null", `{"t":"dance","id":"x","n":1}`, `{"t":"move","id":"x","n":2}`, `{"t":"move","id":"x","n":-1,"move":"4"}`} {
		ana.Write(frame)
		if m := ana.Until(func(m hubtest.Message) bool { return m.T == "refused" }); m.Code != "malformed" {
			t.Errorf("%q: %+v", frame, m)
		}
	}
	ana.Refused("bad_command", "resign", hubtest.Object{"id": ""})
	ana.Refused("bad_name", "name", hubtest.Object{"name": strings.Repeat("x", 25)})
	ana.Must("move", hubtest.Object{"move": "4"}) // nothing was lost

	bob.Write(`{"t":"ping","id":"p1"}`)
	bob.Until(func(m hubtest.Message) bool { return m.T == "pong" && m.ID == "p1" })
	for range 10 {
		bob.Write("{")
	}
	bob.Closed(wire.CloseMalformed)

	big := s.open("bob", id)
	big.Write(`{"t":"name","id":"x","n":3,"name":"` + strings.Repeat("x", limits.Default().Frame) + `"}`)
	big.Closed(wire.CloseTooBig)
	s.open("bob", id).Must("move", hubtest.Object{"move": "4"})
}

func TestSocketsRefused(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	for query, want := range map[string]wire.CloseCode{
		string(id) + "/live?proto=0":        wire.CloseOutdated,
		string(id) + "/live":                wire.CloseOutdated,
		"nosuchroom/live?proto=1":           wire.CloseNoRoom,
		"No_such_room/live?proto=1&after=4": wire.CloseNoRoom,
	} {
		ws, _, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+query, nil)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		hubtest.NewClient(t, hubtest.Websocket(ws), query).Closed(want)
	}
	_, resp, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+string(id)+"/live?proto=1",
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://evil.example"}}})
	if err == nil || resp == nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("another site's socket: %v, %v", resp, err)
	}
}

func TestShutdownTellsToComeBack(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	go one.stop()
	ana.Closed(wire.CloseServiceRestart)
	ana = two.resume("ana", id, ana.Entries)
	hubtest.PlayOut("4343434", ana, bob)
}

// stuckConn is a network connection whose peer stops reading when stuck is set. From then on
// no write returns until the connection is closed.
type stuckConn struct {
	net.Conn
	stuck  *atomic.Bool
	closed chan struct{}
	once   sync.Once
}

func (c *stuckConn) Write(p []byte) (int, error) {
	if c.stuck.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return c.Conn.Write(p)
}

func (c *stuckConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// stuckListener accepts connections that stop being read when stuck is set.
type stuckListener struct {
	net.Listener
	stuck *atomic.Bool
}

func (l stuckListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &stuckConn{Conn: conn, stuck: l.stuck, closed: make(chan struct{})}, nil
}

// The hub closes a socket whose client does not read. Other sockets do not wait for it.
func TestSlowReader(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, func(cfg *Config) {
		cfg.Limits = limits.Default()
		cfg.Limits.OutboxBytes = 2 * wire.MaxFrameBytes
	})
	var stuck atomic.Bool
	server := httptest.NewUnstartedServer(s.hub.Handler())
	server.Listener = stuckListener{server.Listener, &stuck}
	server.Start()
	t.Cleanup(func() { s.stop(); server.Close() })
	slow := &served{t: t, hub: s.hub, url: server.URL}

	id, ana, bob := seated(t, s, s)
	slow.open("slow", id)
	ana.AwaitPresence(true, true, 1)
	stuck.Store(true)
	for range 2 { // more than fits into the outbox; two games, because names may change only so often in a game
		for i := range 90 {
			ana.Must("name", hubtest.Object{"name": strings.Repeat("é", 20) + fmt.Sprint(i), "seat": 1})
		}
		ana.Must("resign", nil)
		bob.Follow(len(ana.Entries))
		bob.Must("rematch", nil)
		ana.Follow(len(bob.Entries))
		ana.Must("rematch", nil)
		bob.Follow(len(ana.Entries))
	}
	ana.AwaitPresence(true, true, 0)
	ana.Must("name", hubtest.Object{"name": "Ana", "seat": 1})
	hubtest.Await(t, "the slow socket to be counted", func() bool {
		return s.counter("quatre_hub_sockets_closed_total", fmt.Sprint(int(wire.CloseSlow))) == 1
	})
}

// A room with a long log can be joined through the smallest outbox.
func TestLongLogThroughASmallOutbox(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store, builtPage, func(cfg *Config) {
		cfg.Limits = limits.Default()
		cfg.Limits.OutboxBytes = 2 * wire.MaxFrameBytes
	})
	const entries = 3000 // half a megabyte
	var log []room.Entry
	digest := ""
	for n := range uint64(entries) {
		var ev room.Event = room.Named{Seat: 1, Name: fmt.Sprint("Ana ", n)}
		if n == 0 {
			ev = room.Created{Variant: "connect4:7x6:4", First: 1, Players: [2]room.Player{{ID: "ana", Colour: "red"}, {Colour: "yellow"}}}
		}
		e, err := room.Seal(digest, n+1, time.Now(), "ana", fmt.Sprint("c", n), ev)
		if err != nil {
			t.Fatal(err)
		}
		log, digest = append(log, e), e.Digest
	}
	if err := store.Restore(t.Context(), "long", log, room.Effects{}); err != nil {
		t.Fatal(err)
	}
	if n := len(s.open("eve", "long").Entries); n != entries {
		t.Errorf("%d entries of %d", n, entries)
	}
}
