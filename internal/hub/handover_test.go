package hub

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

const seatToken = "q3Zk0mB8vX1nT5yR7aWc2g"

// A seat goes on on another device, also by way of a hub whose clock is behind;
// the former device stays and watches.
func TestSeatMovesToAnotherDevice(t *testing.T) {
	store := storetest.Open(t)
	one := serve(t, "one", store, builtPage, func(c *Config) {
		c.Now = func() time.Time { return time.Now().Add(2 * time.Second) }
	})
	two := serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	phone := two.open("phone", id)
	ana.seesHere(true, true, 1)
	phone.refused("bad_seat_link", "take", object{"token": seatToken})
	ana.refused("bad_token", "handover", object{"token": "short"})
	ana.must("handover", object{"token": seatToken})
	phone.follow(3)
	if frame, _ := phone.entries[2].Event.(room.SeatOffered); frame.Seat != 1 || frame.Hash == seatToken {
		t.Errorf("%+v", phone.entries[2].Event)
	}
	bob.refused("already_seated", "take", object{"token": seatToken})
	phone.must("take", object{"token": seatToken, "n": 0})
	playOut("44", phone, bob)

	ana.follow(len(bob.entries))
	ana.refused("not_your_seat", "move", object{"move": "4"})
	ana.refused("bad_seat_link", "take", object{"token": seatToken})
	ana.seesHere(true, true, 1)
	phone.seesHere(true, true, 1)
	for _, c := range []*client{ana, phone, bob} {
		c.write(`{"t":"ping","id":"p"}`)
		c.until(func(m message) bool { return m.T == "pong" }) // none was sent away
	}
	if err := ana.ws.CloseNow(); err != nil {
		t.Fatal(err)
	}
	bob.seesHere(true, true, 0) // who left was a spectator
	playOut("55", phone, bob)
}

// Of the two tabs of the new device the one that took the seat plays.
func TestTakingASeatWithTwoTabs(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	older, newer := s.open("phone", id), s.open("phone", id)
	ana.must("handover", object{"token": seatToken})
	older.must("take", object{"token": seatToken})
	newer.closed(closeReplaced)
	bob.follow(4)
	playOut("44", older, bob)
}
