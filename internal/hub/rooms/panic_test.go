package rooms

import (
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// A panic in the code that serves a whole room closes the room's sockets. Their clients come back,
// and the first opens the room again. Other rooms go on.
func TestPanicWhileServingARoom(t *testing.T) {
	for name, provoke := range map[string]func(*served, *hubtest.FailingStore, room.ID){
		"a repair": func(s *served, store *hubtest.FailingStore, id room.ID) {
			store.Armed.Store("Read")
			s.find(id).notice(storage.Notice{Lost: true})
		},
		"a notice": func(s *served, store *hubtest.FailingStore, id room.ID) {
			store.Armed.Store("Now")
			s.find(id).notice(storage.Notice{Presence: &storage.RoomPresence{Spectators: 7}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := &hubtest.FailingStore{Store: storetest.Open(t)}
			s := serve(t, "hub", store, func(cfg *Config) {
				cfg.Now = func() time.Time {
					if strings.Contains(string(debug.Stack()), ").notice(") {
						store.Trip("Now")
					}
					return time.Now()
				}
			})
			id, ana, bob := seated(t, s, s)
			other := s.create("eve")
			eve := s.open("eve", other)
			hubtest.Await(t, "the last notice of who is there", func() bool {
				l := s.find(other)
				l.mu.Lock()
				defer l.mu.Unlock()
				return l.presence.here.Seats[0].Conn != ""
			})
			provoke(s, store, id)
			ana.Closed(wire.CloseInternal)
			bob.Closed(wire.CloseInternal)
			ana, bob = s.resume("ana", id, ana.Entries), s.resume("bob", id, bob.Entries)
			hubtest.PlayOut("44", ana, bob)
			eve.Must("name", hubtest.Object{"name": "Eve"})
			if s.counter("quatre_panics_total") != 1 {
				t.Errorf("%v panics", s.counter("quatre_panics_total"))
			}
		})
	}
}
