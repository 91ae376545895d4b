package hub

import (
	"context"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/mailbox"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

const seatToken = "q3Zk0mB8vX1nT5yR7aWc2g"

// A seat moves to another device, also through a hub whose clock is behind. The former
// device stays and watches.
func TestSeatMovesToAnotherDevice(t *testing.T) {
	t.Run("PromptEntries", func(t *testing.T) { testSeatMoves(t, storetest.Open(t)) })
	t.Run("LateEntries", func(t *testing.T) { testSeatMoves(t, lateEntries{storetest.Open(t)}) })
}

func testSeatMoves(t *testing.T, store storage.Store) {
	one := serve(t, "one", store, builtPage, func(c *Config) {
		c.Now = func() time.Time { return time.Now().Add(2 * time.Second) }
	})
	two := serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	phone := two.open("phone", id)
	ana.AwaitPresence(true, true, 1)
	phone.Refused("bad_seat_link", "take", hubtest.Object{"token": seatToken})
	ana.Refused("bad_token", "handover", hubtest.Object{"token": "short"})
	ana.Must("handover", hubtest.Object{"token": seatToken})
	phone.Follow(3)
	if frame, _ := phone.Entries[2].Event.(room.SeatOffered); frame.Seat != 1 || frame.Hash == seatToken {
		t.Errorf("the offered seat is stored as %+v", phone.Entries[2].Event)
	}
	bob.Refused("already_seated", "take", hubtest.Object{"token": seatToken})
	phone.Must("take", hubtest.Object{"token": seatToken, "n": 0})
	hubtest.PlayOut("44", phone, bob)

	ana.Follow(len(bob.Entries))
	ana.Refused("not_your_seat", "move", hubtest.Object{"move": "4"})
	ana.Refused("bad_seat_link", "take", hubtest.Object{"token": seatToken})
	ana.AwaitPresence(true, true, 1)
	phone.AwaitPresence(true, true, 1)
	for _, c := range []*hubtest.Client{ana, phone, bob} {
		c.Write(`{"t":"ping","id":"p"}`)
		c.Until(func(m hubtest.Message) bool { return m.T == "pong" }) // no socket was closed
	}
	ana.Drop()
	bob.AwaitPresence(true, true, 0) // ana was a spectator
	hubtest.PlayOut("55", phone, bob)
}

// lateEntries tells watchers about presence before it tells them about entries stored earlier, as
// a Redis that waits for a replica does.
type lateEntries struct{ storage.Store }

func (s lateEntries) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	presences := mailbox.New(func(task func()) { go task() }, storage.Notice{Lost: true}, tell)
	entries := mailbox.New(func(task func()) { go task() }, storage.Notice{Lost: true}, func(n storage.Notice) {
		time.Sleep(5 * time.Millisecond)
		presences.Send(n)
	})
	stop, err := s.Store.Watch(ctx, id, func(n storage.Notice) {
		if n.Presence != nil {
			presences.Send(n)
		} else {
			entries.Send(n)
		}
	})
	return func() {
		stop()
		entries.Close()
		presences.Close()
	}, err
}

// If the new device has two tabs, the tab that took the seat plays.
func TestTakingASeatWithTwoTabs(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	older, newer := s.open("phone", id), s.open("phone", id)
	ana.Must("handover", hubtest.Object{"token": seatToken})
	older.Must("take", hubtest.Object{"token": seatToken})
	newer.Closed(wire.CloseReplaced)
	bob.Follow(4)
	hubtest.PlayOut("44", older, bob)
}
