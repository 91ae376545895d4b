package hub

import (
	"bytes"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// logBuffer is a log that tests read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *logBuffer) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *logBuffer) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *logBuffer) has(part string) bool { return strings.Contains(j.String(), part) }

// A panic while a command is carried out closes only the socket of the command. If the entry was
// stored, other sockets get it, and the command sent again is acknowledged with that entry.
func TestPanicInACommand(t *testing.T) {
	for method, stored := range map[string]int{"Append": 0, "Append, stored": 1} {
		t.Run(method, func(t *testing.T) {
			store := &hubtest.FailingStore{Store: storetest.Open(t)}
			log := &logBuffer{}
			s := serve(t, "hub", store, builtPage, func(cfg *Config) { cfg.Log = slog.New(slog.NewTextHandler(log, nil)) })
			id, ana, bob := seated(t, s, s)
			store.HideEntries.Store(true)
			store.Armed.Store(method)
			ana.Write(`{"t":"move","id":"m1","n":2,"move":"4"}`)
			ana.Closed(wire.CloseInternal)
			bob.Follow(2 + stored)
			store.HideEntries.Store(false)
			if s.panics() != 1 || !log.has("a mistake in "+method) || !log.has("hubtest/stores.go") {
				t.Errorf("%v panics are counted, or the log lacks what and where: %s", s.panics(), &log.text)
			}

			again := s.resume("ana", id, ana.Entries)
			if n := again.Must("move", hubtest.Object{"id": "m1", "n": 2, "move": "4"}); n != 3 {
				t.Errorf("sent again it is entry %d", n)
			}
			bob.Follow(3)
			bob.Must("move", hubtest.Object{"move": "4"})
			again.Follow(4)
			if s.panics() != 1 {
				t.Errorf("%v panics", s.panics())
			}
		})
	}
}

// After a panic while a room is opened, the next socket can open it.
func TestPanicWhileARoomIsOpened(t *testing.T) {
	for _, method := range []string{"Read", "Watch"} {
		store := &hubtest.FailingStore{Store: storetest.Open(t)}
		s := serve(t, "hub", store, builtPage)
		id := s.create("ana")
		store.Armed.Store(method)
		ws, err := s.dial("ana", id, "")
		if err != nil {
			t.Fatal(err)
		}
		hubtest.NewClient(t, hubtest.Websocket(ws), "ana").Closed(wire.CloseInternal)
		hubtest.Await(t, "the room to be let go", func() bool { return s.hub.rooms.Count() == 0 })
		ana := s.open("ana", id)
		ana.Follow(1)
		if s.panics() != 1 {
			t.Errorf("%s: %v panics", method, s.panics())
		}
	}
}

// panickingListener accepts connections that panic when they write the bytes trigger.
type panickingListener struct {
	net.Listener
	trigger []byte
}

type panickingConn struct {
	net.Conn
	trigger []byte
}

func (m panickingListener) Accept() (net.Conn, error) {
	conn, err := m.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &panickingConn{conn, m.trigger}, nil
}

func (m *panickingConn) Write(p []byte) (int, error) {
	if bytes.Contains(p, m.trigger) {
		panic("a mistake in Write")
	}
	return m.Conn.Write(p)
}

// A panic while frames are written to a socket closes only that socket.
func TestPanicWhileWriting(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	server := httptest.NewUnstartedServer(s.hub.Handler())
	server.Listener = panickingListener{server.Listener, []byte("panic-on-this")}
	server.Start()
	t.Cleanup(func() { s.stop(); server.Close() })
	panicking := &served{t: t, hub: s.hub, url: server.URL}
	id, ana, bob := seated(t, panicking, s)
	ana.Write(`{"t":"move","id":"panic-on-this","n":2,"move":"4"}`)
	ana.Closed(wire.CloseInternal)
	bob.Follow(3)
	bob.Must("move", hubtest.Object{"move": "4"})
	again := s.resume("ana", id, ana.Entries) // not through panicking: the trigger is in the entry too
	again.Follow(4)
	if s.panics() != 1 {
		t.Errorf("%v panics", s.panics())
	}
}

// If the sweep of a room panics, the hub postpones the room and sweeps the rooms after it.
func TestPanicInASweep(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	store.Armed.Store("Read")
	s := serve(t, "hub", store, builtPage)
	now := time.Now()
	for _, id := range []room.ID{"one", "two"} {
		e, err := room.Seal("", 1, now.Add(-2*time.Hour), "ana", "c0", room.Created{Variant: "connect4:7x6:4", First: 1, Open: true, Players: [2]room.Player{{ID: "ana"}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Append(t.Context(), id, e, room.Effects{Due: now.Add(-time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	hubtest.Await(t, "one of the rooms to be closed", func() bool {
		one, err := store.Store.Read(t.Context(), "one", 1, storage.All)
		two, err2 := store.Store.Read(t.Context(), "two", 1, storage.All)
		return err == nil && err2 == nil && len(one)+len(two) == 1
	})
	if s.panics() != 1 {
		t.Errorf("%v panics", s.panics())
	}
}
