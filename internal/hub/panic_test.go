package hub

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// faulty is a store that panics, once, in the call that is armed.
type faulty struct {
	storage.Store
	armed atomic.Value // string: the name of a method
	deaf  atomic.Bool  // watches are not told of entries
}

func (f *faulty) trip(method string) {
	if f.armed.CompareAndSwap(method, "") {
		panic("a mistake in " + method)
	}
}

func (f *faulty) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	f.trip("Append")
	err := f.Store.Append(ctx, id, e, fx)
	f.trip("Append, stored")
	return err
}

func (f *faulty) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	f.trip("Read")
	return f.Store.Read(ctx, id, after)
}

func (f *faulty) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	f.trip("Watch")
	return f.Store.Watch(ctx, id, func(n storage.Notice) {
		if n.Entry == nil || !f.deaf.Load() {
			tell(n)
		}
	})
}

// panics returns how many are counted.
func (s *served) panics() float64 {
	s.t.Helper()
	families, err := s.hub.cfg.Registry.(prometheus.Gatherer).Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "quatre_hub_panics_total" {
			return f.Metric[0].Counter.GetValue()
		}
	}
	s.t.Fatal("panics are not counted")
	return 0
}

// journal is a log that tests read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) has(part string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Contains(j.text.String(), part)
}

// A panic while a command is carried out ends its socket, and no other one. What
// was stored the others see, and the command sent again finds it.
func TestPanicInACommand(t *testing.T) {
	for method, stored := range map[string]int{"Append": 0, "Append, stored": 1} {
		t.Run(method, func(t *testing.T) {
			store := &faulty{Store: storetest.Open(t)}
			log := &journal{}
			s := serve(t, "hub", store, builtPage, func(cfg *Config) { cfg.Log = slog.New(slog.NewTextHandler(log, nil)) })
			id, ana, bob := seated(t, s, s)
			store.deaf.Store(true)
			store.armed.Store(method)
			ana.write(`{"t":"move","id":"m1","n":2,"move":"4"}`)
			ana.closed(websocket.StatusInternalError)
			bob.follow(2 + stored)
			store.deaf.Store(false)
			if s.panics() != 1 || !log.has("a mistake in "+method) || !log.has("panic_test.go") {
				t.Errorf("%v panics are counted, or the log lacks what and where: %s", s.panics(), &log.text)
			}

			again := s.resume("ana", id, ana.entries)
			if n := again.must("move", object{"id": "m1", "n": 2, "move": "4"}); n != 3 {
				t.Errorf("sent again it is entry %d", n)
			}
			bob.follow(3)
			bob.must("move", object{"move": "4"})
			again.follow(4)
			if s.panics() != 1 {
				t.Errorf("%v panics", s.panics())
			}
		})
	}
}

// A room whose opening panics can be opened by the next one who comes.
func TestPanicWhileARoomIsOpened(t *testing.T) {
	for _, method := range []string{"Read", "Watch"} {
		store := &faulty{Store: storetest.Open(t)}
		s := serve(t, "hub", store, builtPage)
		id := s.create("ana")
		store.armed.Store(method)
		ws, err := s.dial("ana", id, "")
		if err != nil {
			t.Fatal(err)
		}
		(&client{t: t, ws: ws, player: "ana"}).closed(websocket.StatusInternalError)
		await(t, "the room to be let go", func() bool { return s.hub.rooms.count() == 0 })
		ana := s.open("ana", id)
		ana.follow(1)
		if s.panics() != 1 {
			t.Errorf("%s: %v panics", method, s.panics())
		}
	}
}

// A panic in what serves a whole room sends its people away, to open it anew. Other
// rooms do not notice.
func TestPanicInARoomsOwnWork(t *testing.T) {
	for name, provoke := range map[string]func(*served, *faulty, room.ID){
		"reading on": func(s *served, store *faulty, id room.ID) {
			store.armed.Store("Read")
			s.live(id).notice(storage.Notice{Lost: true})
		},
		"a notice": func(s *served, store *faulty, id room.ID) {
			store.armed.Store("Now")
			s.live(id).notice(storage.Notice{Presence: &storage.RoomPresence{Spectators: 7}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := &faulty{Store: storetest.Open(t)}
			s := serve(t, "hub", store, builtPage, func(cfg *Config) {
				cfg.Now = func() time.Time {
					if strings.Contains(string(debug.Stack()), ").notice(") {
						store.trip("Now")
					}
					return time.Now()
				}
			})
			id, ana, bob := seated(t, s, s)
			other := s.create("eve")
			eve := s.open("eve", other)
			await(t, "the last notice of who is there", func() bool {
				l := s.live(other)
				l.mu.Lock()
				defer l.mu.Unlock()
				return l.here.Seats[0].Conn != ""
			})
			provoke(s, store, id)
			ana.closed(websocket.StatusInternalError)
			bob.closed(websocket.StatusInternalError)
			ana, bob = s.resume("ana", id, ana.entries), s.resume("bob", id, bob.entries)
			playOut("44", ana, bob)
			eve.must("name", object{"name": "Eve"})
			if s.panics() != 1 {
				t.Errorf("%v panics", s.panics())
			}
		})
	}
}

// minefield hands out connections that panic when they write a mine.
type minefield struct {
	net.Listener
	mine []byte
}

type minedConn struct {
	net.Conn
	mine []byte
}

func (m minefield) Accept() (net.Conn, error) {
	conn, err := m.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &minedConn{conn, m.mine}, nil
}

func (m *minedConn) Write(p []byte) (int, error) {
	if bytes.Contains(p, m.mine) {
		panic("a mine")
	}
	return m.Conn.Write(p)
}

// A panic while frames are written ends that socket.
func TestPanicWhileWriting(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	server := httptest.NewUnstartedServer(s.hub.Handler())
	server.Listener = minefield{server.Listener, []byte("stepped-on-it")}
	server.Start()
	t.Cleanup(func() { s.stop(); server.Close() })
	mined := &served{t: t, hub: s.hub, url: server.URL}
	id, ana, bob := seated(t, mined, s)
	ana.write(`{"t":"move","id":"stepped-on-it","n":2,"move":"4"}`)
	ana.closed(websocket.StatusInternalError)
	bob.follow(3)
	bob.must("move", object{"move": "4"})
	again := s.resume("ana", id, ana.entries) // the mine is in the entry too
	again.follow(4)
	if s.panics() != 1 {
		t.Errorf("%v panics", s.panics())
	}
}

// A room whose deadline makes the hub panic is left alone, and those after it are
// not.
func TestPanicInASweep(t *testing.T) {
	store := &faulty{Store: storetest.Open(t)}
	store.armed.Store("Read")
	s := serve(t, "hub", store, builtPage)
	now := time.Now()
	for _, id := range []room.ID{"one", "two"} {
		e, err := room.Seal("", 1, now.Add(-2*time.Hour), "ana", "c0", room.Created{Variant: "connect4:7x6:4", First: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Append(t.Context(), id, e, room.Effects{Due: now.Add(-time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	await(t, "one of the rooms to be closed", func() bool {
		one, err := store.Store.Read(t.Context(), "one", 1)
		two, err2 := store.Store.Read(t.Context(), "two", 1)
		return err == nil && err2 == nil && len(one)+len(two) == 1
	})
	if s.panics() != 1 {
		t.Errorf("%v panics", s.panics())
	}
}
