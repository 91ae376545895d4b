package hub

import (
	"testing"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// A challenger who has left loses the place after 40 s, whichever hubs the people are on. One who comes back in time keeps it.
func TestAChallengerLeaves(t *testing.T) {
	clock := clocktest.New()
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage, withClock(clock)), serve(t, "two", store, builtPage, withClock(clock))
	id, ana, _ := seated(t, one, one)
	cleo, dan := two.open("cleo", id), two.open("dan", id)
	cleo.Must("challenge", hubtest.Object{"name": "Cleo"})
	dan.Must("challenge", nil)
	cleo.Refused("already_challenged", "challenge", nil)
	ana.AwaitPresence(true, true, 2)

	ana.Follow(len(dan.Entries))
	challenged := ana.Entries[len(ana.Entries)-2].Event.(room.Challenged)

	cleo.Drop()
	dan.Drop()
	ana.AwaitPresence(true, true, 0)
	dan = one.resume("dan", id, dan.Entries)
	ana.AwaitPresence(true, true, 1)
	clock.Add(room.AwayLimit) // the next heartbeat notices it
	ana.Follow(len(dan.Entries) + 1)
	if last := ana.Entries[len(ana.Entries)-1]; last.Event != room.Event(room.Withdrawn{ID: challenged.ID}) || last.By != "" {
		t.Errorf("the last entry is %+v", last)
	}
	dan.Must("withdraw", nil)
}

// Who has opened the link and has no seat yet is invited. A socket with watch=1 is a spectator's.
func TestTheInvitedAreNoSpectators(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", hubtest.Object{"opponent": "human"})
	ana := s.open("ana", id)
	bob := s.open("bob", id)
	ana.Until(func(hubtest.Message) bool { return ana.Here.Invited == 1 && ana.Here.Spectators == 0 })
	if _, err := s.dial("eve", id, "watch=1"); err != nil {
		t.Fatal(err)
	}
	ana.Until(func(hubtest.Message) bool { return ana.Here.Invited == 1 && ana.Here.Spectators == 1 })
	bob.Must("sit", nil)
	ana.Until(func(hubtest.Message) bool { return ana.Here.Invited == 0 && ana.Here.Seats[1] })
}

// The seat of a player who has left goes to the first challenger.
func TestTheSeatOfAPlayerWhoHasLeft(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	id, ana, bob := seated(t, s, s)
	cleo := s.open("cleo", id)
	cleo.Must("challenge", hubtest.Object{"name": "Cleo"})
	bob.Must("resign", nil)
	ana.Follow(len(bob.Entries))
	ana.Refused("not_away", "yield", hubtest.Object{"seat": 2})
	ana.AwaitPresence(true, true, 1) // at the same moment of the clock, a later notice would undo the goodbye
	bob.Goodbye()
	ana.AwaitClaim(clock.Now().Add(room.LeftLimit).UnixMilli())
	clock.Add(room.LeftLimit)
	cleo.Must("yield", hubtest.Object{"seat": 2})
	ana.Must("rematch", nil)
	if again := ana.Entries[len(ana.Entries)-1].Event.(room.Rematch); !again.First.Valid() {
		t.Errorf("the game has not begun: %+v", again)
	}
	cleo.Follow(len(ana.Entries))
	ana.AwaitPresence(true, true, 0)
}
