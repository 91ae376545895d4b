package rooms

import (
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// Entries that arrive during a broadcast reach every socket, each entry once and in order.
func TestBroadcastWhileEntriesArrive(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t))
	const entries, sockets = 2 * room.SnapshotInterval, 5 // the replica holds all of them: the store has none
	for range 10 {
		r := newRoom(s.rooms, "busy")
		for range sockets {
			r.visitors[&visitor{Visit: Visit{Watch: true}, socket: newPipe("")}] = struct{}{}
		}
		var arriving sync.WaitGroup
		arriving.Go(func() {
			digest := ""
			for n := range uint64(entries) {
				var ev room.Event = room.Named{Seat: 1, Name: "N"}
				if n == 0 {
					ev = room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{Colour: "red"}, {Colour: "blue"}}, First: 1}
				}
				e, err := room.Seal(digest, n+1, time.UnixMilli(1), "ana", "", ev)
				if err != nil || !r.replica.Apply(e) {
					t.Errorf("entry %d: %v", n+1, err)
				}
				digest = e.Digest
			}
		})
		shown := map[*visitor]*hubtest.Client{}
		show := func() {
			r.broadcast(nil)
			for v := range r.visitors {
				if shown[v] == nil {
					shown[v] = hubtest.NewClient(t, nil, "")
				}
				for frames, _ := v.socket.(*pipe).take(); len(frames) > 0; frames, _ = v.socket.(*pipe).take() {
					for _, frame := range frames {
						shown[v].Take(frame)
					}
				}
			}
		}
		for r.replica.N() < entries {
			show()
		}
		arriving.Wait()
		show()
		for _, seen := range shown {
			if len(seen.Entries) != entries {
				t.Fatalf("a socket was sent %d entries of %d", len(seen.Entries), entries)
			}
		}
	}
}
