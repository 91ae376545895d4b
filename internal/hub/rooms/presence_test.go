package rooms

import (
	"runtime"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// watchPresence returns a channel of the presence in the store's notices of a room.
func watchPresence(t *testing.T, store storage.Store, id room.ID) <-chan storage.RoomPresence {
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

// awaitPresence waits for a notice of the store whose presence satisfies wanted.
func awaitPresence(t *testing.T, notices <-chan storage.RoomPresence, wanted func(storage.RoomPresence) bool) {
	t.Helper()
	for {
		select {
		case here := <-notices:
			if wanted(here) {
				return
			}
		case <-hubtest.Context(t).Done():
			t.Fatal("no notice has the expected presence")
		}
	}
}

// beat sends a heartbeat. It treats all earlier announcements of the hub as valid.
func (s *served) beat() {
	s.rooms.shards[0].announced.Store(true)
	s.rooms.heartbeat()
}

// After a failed announcement the next heartbeat announces the people in the room.
func TestPresenceAfterAnOutage(t *testing.T) {
	store := storetest.Open(t)
	cut := &hubtest.FailingStore{Store: store}
	one, two := serve(t, "one", store), serve(t, "two", cut)
	id, ana, bob := seated(t, one, two)
	ana.AwaitPresence(true, true, 0)

	cut.Away.Store(true)
	two.beat()
	if two.rooms.shards[0].announced.Load() {
		t.Error("a heartbeat without a store counts")
	}
	eve := one.open("eve", id)
	bob.Drop()
	ana.AwaitPresence(true, true, 1) // the heartbeat of the other hub still counts
	cut.Away.Store(false)
	two.beat()
	ana.AwaitPresence(true, false, 1)
	eve.AwaitPresence(true, false, 1)
}

// A hub whose heartbeat had expired announces all its rooms again.
func TestHeartbeatBeginsAgain(t *testing.T) {
	store := storetest.Open(t)
	slow := &hubtest.FailingStore{Store: store}
	one, two := serve(t, "one", store), serve(t, "two", slow)
	id, ana, bob := seated(t, one, two)
	ana.AwaitPresence(true, true, 0)

	slow.HeartbeatEnded.Store(true)
	if err := store.Announce(t.Context(), id, "two", storage.RoomPresence{}); err != nil { // as other hubs do for a dead hub
		t.Fatal(err)
	}
	ana.AwaitPresence(true, false, 0)
	eve := two.open("eve", id) // cannot be announced, and gets the presence at her own hub
	eve.AwaitPresence(false, true, 1)
	two.beat()
	ana.AwaitPresence(true, true, 1)
	bob.AwaitPresence(true, true, 1)
}

// A hub that may have missed notices announces the room again, and so gets the presence again.
func TestPresenceAfterLost(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store)
	id, ana, _ := seated(t, s, s)
	ana.AwaitPresence(true, true, 0)
	told := watchPresence(t, store, id)
	s.find(id).notice(storage.Notice{Lost: true})
	s.beat()
	awaitPresence(t, told, func(h storage.RoomPresence) bool { return h.Seats[0].Conn != "" && h.Seats[1].Conn != "" })
}

// The goodbyes of a room that everybody has left are withdrawn after some time.
func TestGoodbyesAreWithdrawn(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store), serve(t, "two", store)
	id, _, bob := seated(t, one, two)
	told := watchPresence(t, store, id)
	bob.Goodbye()
	awaitPresence(t, told, func(h storage.RoomPresence) bool { return h.Goodbyes[1] != 0 })
	for noted := false; !noted; { // after the announcement
		a := &two.rooms.shards[0].announcer
		a.mu.Lock()
		for _, from := range a.later {
			noted = !from.IsZero()
		}
		a.mu.Unlock()
		runtime.Gosched()
	}
	two.rooms.shards[0].announceDue(time.Now().Add(storage.PresenceTTL))
	awaitPresence(t, told, func(h storage.RoomPresence) bool { return h.Goodbyes[1] == 0 })
}

// A hub that ends withdraws its announcements, so other hubs need not wait until its heartbeat
// expires.
func TestEndingHubWithdrawsItsAnnouncements(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store), serve(t, "two", store)
	id, ana, bob := seated(t, one, two)
	bob.AwaitPresence(true, true, 0)
	one.stop()
	ana.Closed(wire.CloseServiceRestart)
	here, err := store.Present(t.Context(), id)
	if err != nil || here.Seats[0].Conn != "" || here.Seats[1].Conn == "" {
		t.Errorf("present are %+v, %v", here, err)
	}
	bob.AwaitPresence(false, true, 0)
}

// A hub that is killed withdraws nothing. Its announcements count until its heartbeat expires.
// Then the next heartbeat of any other hub, at most a PresenceRenewal later, withdraws them.
func TestKilledHubsAnnouncementsEnd(t *testing.T) {
	clock := clocktest.New()
	store := storetest.OpenAt(t, clock.Now)
	dying := &hubtest.FailingStore{Store: store}
	one, two := serve(t, "one", store), serve(t, "two", dying)
	id, ana, bob := seated(t, one, two)
	eve := two.open("eve", id)
	ana.AwaitPresence(true, true, 1)
	eve.AwaitPresence(true, true, 1)

	dying.Away.Store(true) // from now on no call of this hub reaches the store
	bob.Drop()
	eve.Drop()
	there := func() bool {
		here, err := store.Present(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return here.Seats[1].Conn != "" && here.Spectators == 1
	}
	clock.Add(storage.PresenceTTL - time.Millisecond)
	one.beat()
	if !there() {
		t.Error("bob is gone while the heartbeat of his hub counts")
	}
	clock.Add(time.Millisecond)
	if there() {
		t.Error("bob is present after the heartbeat of his hub has ended")
	}
	one.beat()
	ana.AwaitPresence(true, false, 0)
}
