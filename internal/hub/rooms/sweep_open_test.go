package rooms

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// openings counts how often a room is opened in the store.
type openings struct {
	Store
	tails atomic.Int64
}

func (o *openings) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	o.tails.Add(1)
	return o.Store.Tail(ctx, id)
}

// A sweep of an open room uses the hub's replica, and the room's sockets are sent the new entry.
func TestSweepUsesTheOpenRoom(t *testing.T) {
	clock := clocktest.New()
	store := &openings{Store: storetest.OpenAt(t, clock.Now)}
	s := serve(t, "hub", store, withClock(clock))
	id := s.create("ana")
	ana := s.open("ana", id)
	before := store.tails.Load()
	clock.Add(room.MaxInvitation + time.Second) // ana's visit may count only after this
	ana.Follow(2)
	if closed, ok := ana.Entries[1].Event.(room.Closed); !ok || closed.Reason != room.ReasonUnjoined {
		t.Errorf("the room ends with %+v", ana.Entries[1].Event)
	}
	if n := store.tails.Load() - before; n != 0 {
		t.Errorf("the room was opened again %d times", n)
	}
}
