package rooms

import (
	"fmt"
	"sync"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// stores opens a store of each kind.
func stores(t *testing.T) map[string]storage.Store {
	return map[string]storage.Store{"file": storetest.Open(t), "redis": storetest.OpenRedis(t, redistest.New(t).URL())}
}

// appendTo continues the log of the room "long".
func appendTo(t *testing.T, store storage.Store, entries []room.Entry) {
	for _, e := range entries {
		if err := store.Append(t.Context(), "long", e, room.Effects{}); err != nil {
			t.Error(err)
			return
		}
	}
}

// A room of a long series holds few entries, whatever its sockets have asked for. A client that
// comes back with an old cursor is sent exactly the entries after it, while others play on.
func TestOldCursorsAreReadFromTheStore(t *testing.T) {
	for name, store := range stores(t) {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "hub", store)
			const entries, more = 3000, 300
			log := longLog(t, entries+more)
			if err := store.Restore(t.Context(), "long", log[:entries], room.Effects{}); err != nil {
				t.Fatal(err)
			}
			ana := s.resume("ana", "long", log[:entries])
			var all sync.WaitGroup
			all.Go(func() { appendTo(t, store, log[entries:]) })
			all.Go(func() { ana.Follow(entries + more) })
			for _, seen := range []int{0, 1, 50, entries - 900, entries - 150, entries - 1} {
				all.Go(func() {
					c := s.resume(fmt.Sprint("late", seen), "long", log[:seen])
					c.Follow(entries + more)
				})
			}
			all.Wait()
			if held := s.find("long").replica.Held(); held > 2*room.SnapshotInterval {
				t.Errorf("the room holds %d entries", held)
			}
		})
	}
}

// If a room has missed more entries than a replica holds, the clients come back and are sent them.
func TestManyMissedEntriesAreSent(t *testing.T) {
	const before, missed = 10, 5 * room.SnapshotInterval
	store, log := storetest.Open(t), longLog(t, before+missed)
	s := serve(t, "hub", store)
	if err := store.Restore(t.Context(), "long", log[:before], room.Effects{}); err != nil {
		t.Fatal(err)
	}
	ana := s.resume("ana", "long", log[:before])
	r := s.find("long")
	r.stopWatch()
	appendTo(t, store, log[before:])
	r.notice(storage.Notice{Lost: true})
	ana.Closed(wire.CloseServiceRestart)
	s.resume("ana", "long", ana.Entries).Follow(before + missed)
}

// If the log was rewound, a socket that is being sent earlier entries is closed, and its client
// starts again.
func TestRewoundWhileCatchingUp(t *testing.T) {
	store, log := storetest.Open(t), longLog(t, 1000)
	s := serve(t, "hub", store)
	if err := store.Restore(t.Context(), "long", log, room.Effects{}); err != nil {
		t.Fatal(err)
	}
	s.resume("ana", "long", log) // keeps the room open
	end := s.dial(Visit{Room: "long", Player: "bob"})
	hubtest.Await(t, "the first part", func() bool { return end.count() > 1 })
	s.find("long").stopWatch()
	other := longLog(t, 1000) // of another time
	if err := store.Delete(t.Context(), "long", 1000); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(t.Context(), "long", other, room.Effects{}); err != nil {
		t.Fatal(err)
	}
	for end.CloseCode() == 0 {
		end.take()
	}
	if code := end.CloseCode(); code != wire.CloseServiceRestart {
		t.Errorf("closed with %d", code)
	}
	bob := s.open("bob", "long")
	if last := bob.Entries[len(bob.Entries)-1]; last.Digest != other[len(other)-1].Digest {
		t.Error("the client has another log")
	}
}
