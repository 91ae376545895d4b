package hub

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// flaky is a store that can go away. Where a real one is stopped under a hub is
// cmd/hub's test; here the moment of it can be chosen.
type flaky struct {
	storage.Store
	away    atomic.Bool
	deaf    atomic.Bool // no deadline can be asked for
	swallow atomic.Bool // the next append is stored, and its answer lost
	secret  atomic.Bool // deletions are not told
	lapsed  atomic.Bool // the heartbeat is over

	afterAppend func()
}

func (f *flaky) err() error {
	if f.away.Load() {
		return fmt.Errorf("%w: switched off", storage.ErrUnavailable)
	}
	return nil
}

func (f *flaky) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	if err := f.err(); err != nil {
		return err
	}
	err := f.Store.Append(ctx, id, e, fx)
	if f.afterAppend != nil {
		f.afterAppend()
	}
	if f.swallow.CompareAndSwap(true, false) {
		return fmt.Errorf("%w: the answer was lost", storage.ErrUnavailable)
	}
	return err
}

func (f *flaky) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	return f.Store.Read(ctx, id, after)
}

func (f *flaky) DueIn(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	if f.deaf.Load() {
		return nil, storage.ErrUnavailable
	}
	return f.Store.DueIn(ctx, shard, now, limit)
}

func (f *flaky) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	return f.Store.Watch(ctx, id, func(n storage.Notice) {
		if !n.Gone || !f.secret.Load() {
			tell(n)
		}
	})
}

func TestStoreGoesAndComesBack(t *testing.T) {
	store := &flaky{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, ana, bob := seated(t, s, s)
	said := func(up bool) func(message) bool {
		return func(m message) bool { return m.T == "store" && m.Up == up }
	}

	store.away.Store(true)
	bob.until(said(false))
	if m := ana.ask("move", object{"id": "m1", "move": "4"}); m.Code != "store_away" || !m.Retry {
		t.Errorf("a move while the store is away: %+v", m)
	}
	var failed failure
	if status := s.call("ana", "GET", "/readyz", nil, &failed); status != http.StatusServiceUnavailable {
		t.Errorf("ready while the store is away: %d", status)
	}
	if status := s.call("eve", "GET", "/api/rooms/"+string(id), nil, &failed); status != http.StatusServiceUnavailable || !failed.Retry {
		t.Errorf("a room while the store is away: %d %+v", status, failed)
	}

	store.away.Store(false)
	bob.until(said(true))
	ana.must("move", object{"id": "m1", "move": "4"})
	bob.follow(3)
}

// An append whose answer is lost is found in the log when it is sent again.
func TestAnswerLost(t *testing.T) {
	store := &flaky{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	_, ana, bob := seated(t, s, s)
	store.swallow.Store(true)
	move := object{"id": "m1", "n": 2, "move": "4"}
	if m := ana.ask("move", move); m.Code != "store_away" || !m.Retry {
		t.Fatalf("%+v", m)
	}
	if n := ana.must("move", move); n != 3 {
		t.Errorf("sent again it is entry %d", n)
	}
	bob.follow(3)
	bob.must("move", object{"move": "4"})
}

// A log that was cut short behind the hub's back is noticed, and shown anew.
func TestRewoundRoom(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store, builtPage)
	id, ana, bob := seated(t, s, s)
	playOut("44", ana, bob)
	entries, err := store.Read(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	// Deleting tells the hub, which sends everyone away; restoring does not.
	if err := store.Delete(t.Context(), id, 4); err != nil {
		t.Fatal(err)
	}
	ana.closed(closeNoRoom)
	restore(t, store, id, entries[:3])
	again := s.resume("ana", id, nil)
	if len(again.entries) != 3 {
		t.Errorf("the restored room shows %d entries", len(again.entries))
	}
	if ws, err := s.dial("bob", id, fmt.Sprintf("after=4&digest=%s", bob.entries[3].Digest)); err != nil {
		t.Error(err)
	} else if m := (&client{t: t, ws: ws, player: "bob"}).read(); m.From != 0 || m.N != 3 {
		t.Errorf("somebody who has seen more than there is is told %+v", m)
	}
}

// restore writes a log as it was.
func restore(t *testing.T, store storage.Store, id room.ID, entries []room.Entry) {
	t.Helper()
	digest := ""
	for _, e := range entries {
		e, err := room.Seal(digest, e.N, e.At, e.By, e.Cmd, e.Event)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Append(t.Context(), id, e, room.Effects{}); err != nil {
			t.Fatal(err)
		}
		digest = e.Digest
	}
}

// A log that loses its end under open sockets, as by a failover, and is written
// on by another process: nobody plays on in what is gone, and the room is whole.
func TestLogCutUnderOpenSockets(t *testing.T) {
	store := &flaky{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, ana, bob := seated(t, s, s)
	playOut("44", ana, bob)
	store.secret.Store(true)
	if err := store.Delete(t.Context(), id, 4); err != nil {
		t.Fatal(err)
	}
	restore(t, store, id, ana.entries[:3])
	elsewhere, err := play.Open(t.Context(), store, id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = play.Executor{Log: store}.Play(t.Context(), elsewhere, room.Command{
		ID: "elsewhere", By: bob.entries[1].By, Seen: 3, Do: room.Move{Move: "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ana.closed(websocket.StatusServiceRestart)
	bob.closed(websocket.StatusServiceRestart)
	again := s.resume("ana", id, ana.entries)
	if len(again.entries) != 4 || again.entries[3].Cmd != "elsewhere" {
		t.Errorf("shown anew are %d entries", len(again.entries))
	}
	again.must("move", object{"move": "2"})
	if whole, err := play.Open(t.Context(), store, id); err != nil || whole.N() != 5 {
		t.Errorf("the room: %v", err)
	}
}

// Entries that arrive while others are being shown reach every socket, each
// once and in order.
func TestBroadcastWhileEntriesArrive(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	const entries, sockets = 300, 5
	for range 10 {
		l := &live{hub: s.hub, shard: s.hub.shards[0], replica: play.NewReplica("busy"), conns: map[*conn]bool{}}
		for range sockets {
			c := &conn{outbox: outbox{limit: DefaultLimits().Outbox}}
			c.outbox.sending = true // by this test
			l.conns[c] = true
		}
		var arriving sync.WaitGroup
		arriving.Go(func() {
			digest := ""
			for n := range uint64(entries) {
				var ev room.Event = room.Named{Seat: 1, Name: "N"}
				if n == 0 {
					ev = room.Created{Variant: "connect4:7x6:4", First: 1}
				}
				e, err := room.Seal(digest, n+1, time.UnixMilli(1), "ana", "", ev)
				if err != nil || !l.replica.Apply(e) {
					t.Errorf("entry %d: %v", n+1, err)
				}
				digest = e.Digest
			}
		})
		shown := map[*conn]*client{}
		show := func() {
			l.broadcast()
			for c := range l.conns {
				if shown[c] == nil {
					shown[c] = &client{t: t}
				}
				for _, frame := range c.outbox.waiting {
					shown[c].take(frame)
				}
				c.outbox.waiting = nil
			}
		}
		for l.replica.N() < entries {
			show()
		}
		arriving.Wait()
		show()
		for _, seen := range shown {
			if len(seen.entries) != entries {
				t.Fatalf("a socket was sent %d entries of %d", len(seen.entries), entries)
			}
		}
	}
}

// A probe that is broken off leaves nothing that is swept for ever.
func TestReadyIsBrokenOff(t *testing.T) {
	store := &flaky{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	ctx, cancel := context.WithCancel(t.Context())
	store.afterAppend = cancel
	if err := s.hub.Ready(ctx); err == nil {
		t.Error("ready, with a context that has ended")
	}
	due, err := store.Due(t.Context(), time.Now().Add(24*time.Hour), 10)
	if err != nil || len(due) != 0 {
		t.Errorf("due: %v, %v", due, err)
	}
}
