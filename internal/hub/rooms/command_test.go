package rooms

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

func TestLagIsCredited(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), withClock(clock))
	id := s.createWith("clock", "ana", room.Create{Clock: &room.Clock{Base: 60000, Increment: 1000}})
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.Must("sit", nil)
	ana.Follow(2)
	hubtest.PlayOut("44", ana, bob)

	r := s.find(id)
	r.mu.Lock()
	for v := range r.visitors {
		v.socket.(*pipe).roundTrip.Store(int64(300 * time.Millisecond))
	}
	r.mu.Unlock()
	clock.Add(time.Second)
	hubtest.PlayOut("4", ana)
	if moved := ana.Entries[4].Event.(room.Moved); moved.MS != 1000 || moved.Lag != 300 {
		t.Errorf("the move is stored as %+v", moved)
	}
	bob.Follow(5)
	clock.Add(2 * time.Minute) // the sweep ends the game without a command
	bob.Follow(6)
	if flagged := bob.Entries[5].Event.(room.Flagged); flagged.Seat != 2 || flagged.End.Winner != 1 {
		t.Errorf("the flag is stored as %+v", flagged)
	}
}

// While a hub gets no presence of other hubs, no player counts as absent.
func TestNobodyIsAwayDuringAnOutage(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), withClock(clock))
	id, ana, bob := seated(t, s, s)
	ana.AwaitPresence(true, true, 0)
	bob.Drop()
	ana.AwaitClaim(clock.Now().Add(room.AwayLimit).UnixMilli())
	r := s.find(id)
	r.setPresence(r.localPresence(), true)
	ana.AwaitClaim(0)
	clock.Add(time.Hour)
	ana.Refused("not_away", "claim", hubtest.Object{"result": "win"})
	back := clock.Now()
	r.setPresence(r.localPresence(), false)
	ana.AwaitClaim(back.Add(room.AwayLimit).UnixMilli())
}
