package hub

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestStoreGoesAndComesBack(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, ana, bob := seated(t, s, s)
	closed := s.create("zoe")

	store.Away.Store(true)
	bob.Until(hubtest.StoreIs(false))
	if m := ana.Ask("move", hubtest.Object{"id": "m1", "move": "4"}); m.Code != "store_away" || !m.Retry {
		t.Errorf("a move while the store is away: %+v", m)
	}
	var failed wire.Failure
	if status := s.call("ana", "GET", "/readyz", nil, &failed); status != http.StatusServiceUnavailable {
		t.Errorf("ready while the store is away: %d", status)
	}
	if status := s.call("eve", "GET", "/api/rooms/"+string(closed), nil, &failed); status != http.StatusServiceUnavailable || !failed.Retry {
		t.Errorf("a room while the store is away: %d %+v", status, failed)
	}
	var open struct{ Phase room.Phase }
	if status := s.call("eve", "GET", "/api/rooms/"+string(id), nil, &open); status != http.StatusOK || open.Phase != room.PhasePlaying {
		t.Errorf("a room that is open here while the store is away: %d %+v", status, open)
	}

	// A hub whose store is away refuses a new socket, so that the client tries another hub. It
	// accepts the socket only for a room that is open here, if the client has found no other hub.
	for path, want := range map[string]int{
		string(id) + "/live?proto=1": http.StatusServiceUnavailable, string(id) + "/live?proto=1&away=1": http.StatusUpgradeRequired,
		string(closed) + "/live?proto=1&away=1": http.StatusServiceUnavailable,
	} {
		failed = wire.Failure{}
		if status := s.call("eve", "GET", "/api/rooms/"+path, nil, &failed); status != want ||
			(want == http.StatusServiceUnavailable) != (failed.Code == wire.FailStoreAway.Code) {
			t.Errorf("%s while the store is away: %d %+v", path, status, failed)
		}
	}

	store.Away.Store(false)
	bob.Until(hubtest.StoreIs(true))
	ana.Must("move", hubtest.Object{"id": "m1", "move": "4"})
	bob.Follow(3)
}

// If the answer to an append is lost, the hub finds the entry in the log when the command is
// sent again.
func TestAnswerLost(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	_, ana, bob := seated(t, s, s)
	store.LoseAnswer.Store(true)
	move := hubtest.Object{"id": "m1", "n": 2, "move": "4"}
	if m := ana.Ask("move", move); m.Code != "store_away" || !m.Retry {
		t.Fatalf("a move whose answer is lost: %+v", m)
	}
	if n := ana.Must("move", move); n != 3 {
		t.Errorf("sent again it is entry %d", n)
	}
	bob.Follow(3)
	bob.Must("move", hubtest.Object{"move": "4"})
}

// The hub notices that a log was cut short, and shows it again from entry 1.
func TestRewoundRoom(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store, builtPage)
	id, ana, bob := seated(t, s, s)
	hubtest.PlayOut("44", ana, bob)
	entries, err := store.Read(t.Context(), id, 0, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	// The hub gets a notice of the deletion and closes the sockets. A restore sends no notice.
	if err := store.Delete(t.Context(), id, 4); err != nil {
		t.Fatal(err)
	}
	ana.Closed(wire.CloseNoRoom)
	restore(t, store, id, entries[:3])
	again := s.resume("ana", id, nil)
	if len(again.Entries) != 3 {
		t.Errorf("the restored room shows %d entries", len(again.Entries))
	}
	if ws, err := s.dial("bob", id, fmt.Sprintf("after=4&digest=%s", bob.Entries[3].Digest)); err != nil {
		t.Error(err)
	} else if m := hubtest.NewClient(t, hubtest.Websocket(ws), "bob").Read(); m.From != 0 || m.N != 3 {
		t.Errorf("a client that has seen more than the log holds gets %+v", m)
	}
}

// restore stores a log again.
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

// A log loses its end while sockets are open, as in a failover, and another process writes
// on. No player can continue from the lost entries, and the log stays valid.
func TestLogCutUnderOpenSockets(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	id, ana, bob := seated(t, s, s)
	hubtest.PlayOut("44", ana, bob)
	store.HideDeletions.Store(true)
	if err := store.Delete(t.Context(), id, 4); err != nil {
		t.Fatal(err)
	}
	restore(t, store, id, ana.Entries[:3])
	elsewhere, err := play.Open(t.Context(), store, id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = play.Executor{Log: store}.Play(t.Context(), elsewhere, room.Command{
		ID: "elsewhere", By: bob.Entries[1].By, Seen: 3, Do: room.Move{Move: "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ana.Closed(wire.CloseServiceRestart)
	bob.Closed(wire.CloseServiceRestart)
	again := s.resume("ana", id, ana.Entries)
	if len(again.Entries) != 4 || again.Entries[3].Cmd != "elsewhere" {
		t.Errorf("shown again are %d entries", len(again.Entries))
	}
	again.Must("move", hubtest.Object{"move": "2"})
	if whole, err := play.Open(t.Context(), store, id); err != nil || whole.N() != 5 {
		t.Errorf("the room: %v", err)
	}
}
