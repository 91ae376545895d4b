package hub

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// appendFromNewerHub appends an event as a hub of a later version would.
func appendFromNewerHub(t *testing.T, store storage.Store, id room.ID, ev room.Unknown) {
	t.Helper()
	entries, err := store.Read(hubtest.Context(t), id, 0, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	last := entries[len(entries)-1]
	e, err := room.Seal(last.Digest, last.N+1, time.Now(), "ana", "later", ev)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Append(hubtest.Context(t), id, e, room.Effects{Due: time.Now(), List: room.Playing}); err != nil {
		t.Fatal(err)
	}
}

// A hub broadcasts an ignorable event of a newer hub unchanged, and the game goes on.
func TestIgnorableEventOfANewerHub(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store, builtPage)
	id := s.create("ana")
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.Must("sit", nil)
	appendFromNewerHub(t, store, id, room.Unknown{Type: "danced", Data: `{"seat":1}`, Ignorable: true})
	ana.Follow(3)
	if ev := ana.Entries[2].Event; ev != (room.Unknown{Type: "danced", Data: `{"seat":1}`, Ignorable: true}) {
		t.Errorf("the broadcast event is %+v", ev)
	}
	ana.Must("move", hubtest.Object{"move": "4"})
	bob.Follow(4)
	eve := s.open("eve", id)
	if len(eve.Entries) != 4 {
		t.Errorf("eve sees %d entries, want 4", len(eve.Entries))
	}
}

// A hub leaves a room that it does not understand to a newer hub: it closes open and new
// sockets, and refuses requests and sweeps.
func TestLeavesARoomToANewerHub(t *testing.T) {
	store := storetest.Open(t)
	s := serve(t, "hub", store, builtPage)
	id, other := s.create("ana"), s.create("zoe")
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.Must("sit", nil)
	appendFromNewerHub(t, store, id, room.Unknown{Type: "danced", Data: `{"seat":1}`})
	ana.Closed(wire.CloseServiceRestart)
	bob.Closed(wire.CloseServiceRestart)

	ws, err := s.dial("ana", id, "")
	if err != nil {
		t.Fatal(err)
	}
	hubtest.NewClient(t, hubtest.Websocket(ws), "ana again").Closed(wire.CloseServiceRestart)

	var answer wire.Failure
	if status := s.call("ana", "GET", "/api/rooms/"+string(id), nil, &answer); status != 503 || answer.Code != "hub_too_old" || !answer.Retry {
		t.Errorf("GET of the room: %d %+v, want 503 and hub_too_old", status, answer)
	}
	// The hub does not know who may see the entries.
	answer = wire.Failure{}
	if status := s.call("ana", "GET", "/api/rooms/"+string(id)+"/entries", nil, &answer); status != 503 || answer.Code != "hub_too_old" {
		t.Errorf("GET of its entries: %d %+v, want 503 and hub_too_old", status, answer)
	}
	if err := s.hub.rooms.ExecutorFor(nil).Sweep(hubtest.Context(t), id); err == nil {
		t.Error("the hub swept the room")
	}
	if entries, err := store.Read(hubtest.Context(t), id, 0, storage.All); err != nil || len(entries) != 3 {
		t.Errorf("the log has %d entries, want 3; %v", len(entries), err)
	}

	// The hub serves all other rooms.
	s.open("eve", other).Must("sit", nil)
}
