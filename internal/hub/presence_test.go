package hub

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func (f *flaky) Heartbeat(ctx context.Context, holder string) (bool, error) {
	if err := f.err(); err != nil {
		return false, err
	}
	began, err := f.Store.Heartbeat(ctx, holder)
	return f.lapsed.Swap(false) || began, err
}

func (f *flaky) Announce(ctx context.Context, id room.ID, holder string, here storage.RoomPresence) error {
	if err := f.err(); err != nil {
		return err
	}
	if f.lapsed.Load() {
		return storage.ErrNotFound
	}
	return f.Store.Announce(ctx, id, holder, here)
}

// heres watches who the store says is in a room.
func heres(t *testing.T, store storage.Store, id room.ID) <-chan storage.RoomPresence {
	t.Helper()
	told := make(chan storage.RoomPresence, 100)
	stop, err := store.Watch(t.Context(), id, func(n storage.Notice) {
		if n.Presence != nil {
			told <- *n.Presence
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return told
}

// awaitHere waits until the store says something of a kind.
func awaitHere(t *testing.T, told <-chan storage.RoomPresence, is func(storage.RoomPresence) bool) {
	t.Helper()
	for {
		select {
		case here := <-told:
			if is(here) {
				return
			}
		case <-testContext(t).Done():
			t.Fatal("the store was not told who is there")
		}
	}
}

// beat has the hub's heart beat, as if all that it has announced counted.
func (s *served) beat() {
	s.hub.shards[0].sure.Store(true)
	s.hub.beat()
}

// What could not be announced is announced with the next heartbeat.
func TestPresenceAfterAnOutage(t *testing.T) {
	store := storetest.Open(t)
	cut := &flaky{Store: store}
	one, two := serve(t, "one", store, builtPage), serve(t, "two", cut, builtPage)
	id, ana, bob := seated(t, one, two)
	ana.seesHere(true, true, 0)

	cut.away.Store(true)
	two.beat()
	if two.hub.shards[0].sure.Load() {
		t.Error("a heartbeat without a store counts")
	}
	eve := one.open("eve", id)
	_ = bob.ws.CloseNow()
	ana.seesHere(true, true, 1) // the other hub is alive, for all that is known
	cut.away.Store(false)
	two.beat()
	ana.seesHere(true, false, 1)
	eve.seesHere(true, false, 1)
}

// A hub whose heartbeat was over announces all its rooms again.
func TestHeartbeatBeginsAnew(t *testing.T) {
	store := storetest.Open(t)
	slow := &flaky{Store: store}
	one, two := serve(t, "one", store, builtPage), serve(t, "two", slow, builtPage)
	id, ana, bob := seated(t, one, two)
	ana.seesHere(true, true, 0)

	slow.lapsed.Store(true)
	if err := store.Announce(t.Context(), id, "two", storage.RoomPresence{}); err != nil { // as others do with the dead
		t.Fatal(err)
	}
	ana.seesHere(true, false, 0)
	eve := two.open("eve", id) // cannot be announced, and is shown what is known there
	eve.seesHere(false, true, 1)
	two.beat()
	ana.seesHere(true, true, 1)
	bob.seesHere(true, true, 1)
}

// A hub that may have missed something has the store tell it again.
func TestPresenceAfterLost(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store, builtPage)
	id, ana, _ := seated(t, s, s)
	ana.seesHere(true, true, 0)
	told := heres(t, store, id)
	s.live(id).notice(storage.Notice{Lost: true})
	s.beat()
	awaitHere(t, told, func(h storage.RoomPresence) bool { return h.Seats[0].Conn != "" && h.Seats[1].Conn != "" })
}

// Nothing is kept for ever of a room that everybody has left.
func TestGoodbyesAreTakenBack(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, _, bob := seated(t, one, two)
	told := heres(t, store, id)
	_ = bob.ws.Close(websocket.StatusNormalClosure, "")
	awaitHere(t, told, func(h storage.RoomPresence) bool { return h.Goodbyes[1] != 0 })
	for noted := false; !noted; { // after the store has been told
		p := &two.hub.shards[0].presence
		p.mu.Lock()
		noted = len(p.goodbyes) == 1
		p.mu.Unlock()
		runtime.Gosched()
	}
	two.hub.shards[0].announceDue(time.Now().Add(storage.PresenceTTL))
	awaitHere(t, told, func(h storage.RoomPresence) bool { return h.Goodbyes[1] == 0 })
}

// A hub that ends takes its people back: nobody waits for its heartbeat to end.
func TestEndingHubTakesItsPeopleBack(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	bob.seesHere(true, true, 0)
	one.stop()
	ana.closed(websocket.StatusServiceRestart)
	here, err := store.Present(t.Context(), id)
	if err != nil || here.Seats[0].Conn != "" || here.Seats[1].Conn == "" {
		t.Errorf("%+v, %v", here, err)
	}
	bob.seesHere(false, true, 0)
}

// A hub that is killed says nothing, and its people count until its heartbeat is
// over: then the next heartbeat of any other hub, a PresenceRenewal later at most,
// tells everybody.
func TestKilledHubsPeopleAreGone(t *testing.T) {
	clock := newHands()
	store := storetest.OpenAt(t, clock.read)
	dying := &flaky{Store: store}
	one, two := serve(t, "one", store, builtPage), serve(t, "two", dying, builtPage)
	id, ana, bob := seated(t, one, two)
	eve := two.open("eve", id)
	ana.seesHere(true, true, 1)
	eve.seesHere(true, true, 1)

	dying.away.Store(true) // nothing that it does reaches the store from here on
	_, _ = bob.ws.CloseNow(), eve.ws.CloseNow()
	there := func() bool {
		here, err := store.Present(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return here.Seats[1].Conn != "" && here.Spectators == 1
	}
	clock.move(storage.PresenceTTL - time.Millisecond)
	one.beat()
	if !there() {
		t.Error("who may be alive is gone")
	}
	clock.move(time.Millisecond)
	if there() {
		t.Error("who is dead is there")
	}
	one.beat()
	ana.seesHere(true, false, 0)
}
