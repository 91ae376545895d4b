package hub

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

func TestClaimAfterALostConnection(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	id, ana, bob := seated(t, s, s)
	ana.AwaitPresence(true, true, 0)
	ana.Refused("not_away", "claim", hubtest.Object{"result": "win"})

	lost := clock.Now()
	bob.Drop()
	ana.AwaitClaim(lost.Add(room.AwayLimit).UnixMilli())
	clock.Add(room.AwayLimit - time.Millisecond)
	ana.Refused("not_away", "claim", hubtest.Object{"result": "win"})

	bob = s.resume("bob", id, bob.Entries)
	ana.AwaitClaim(0)
	again := clock.Now()
	bob.Drop()
	ana.AwaitClaim(again.Add(room.AwayLimit).UnixMilli())
	clock.Add(room.AwayLimit)
	ana.Must("claim", hubtest.Object{"result": "draw"})
	claimed := ana.Entries[len(ana.Entries)-1].Event.(room.Claimed)
	if claimed.Seat != 1 || claimed.End.Winner != 0 || claimed.End.Reason != room.ReasonLeft || claimed.Away != room.AwayLimit.Milliseconds() {
		t.Errorf("the claim is stored as %+v %+v", claimed, claimed.End)
	}
	ana.AwaitClaim(0) // the game is over
}

func TestClaimAfterAGoodbyeOnAnotherHub(t *testing.T) {
	clock := clocktest.New()
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage, withClock(clock)), serve(t, "two", store, builtPage, withClock(clock))
	_, ana, bob := seated(t, one, two)
	ana.AwaitPresence(true, true, 0)
	bob.Goodbye()
	ana.AwaitClaim(clock.Now().Add(room.LeftLimit).UnixMilli())
	clock.Add(room.LeftLimit)
	ana.Must("claim", hubtest.Object{"result": "win"})
}

func TestOnePlayerOnBothSeats(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	ana := s.open("ana", s.openWith("ana", hubtest.Object{"opponent": "self", "name": "Ana", "other_name": "Zoé"}))
	ana.AwaitPresence(true, true, 0)
	hubtest.PlayOut("444", ana)
	ana.Must("offer", hubtest.Object{"offer": "takeback"})
	hubtest.PlayOut("4343434", ana)
	last := ana.Entries[len(ana.Entries)-1].Event.(room.Moved)
	if last.End == nil {
		t.Errorf("the last move ends no game: %+v", last)
	}
	ana.Must("rematch", nil)
	ana.Must("name", hubtest.Object{"name": "Zia", "seat": 2})
	if named := ana.Entries[len(ana.Entries)-1].Event.(room.Named); named.Seat != 2 {
		t.Errorf("the name is stored as %+v", named)
	}
}

func TestOffersAndEmotes(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	_, ana, bob := seated(t, s, s)
	hubtest.PlayOut("44", ana, bob)
	bob.Must("emote", hubtest.Object{"emote": "luck"})
	bob.Refused("unknown_emote", "emote", hubtest.Object{"emote": "insult"})
	bob.Must("offer", hubtest.Object{"offer": "takeback"})
	ana.Follow(len(bob.Entries))
	bob.Refused("no_offer", "accept", hubtest.Object{"offer": "takeback"})
	ana.Must("accept", hubtest.Object{"offer": "takeback"})
	bob.Follow(len(ana.Entries))
	bob.Must("move", hubtest.Object{"move": "1"})
	ana.Follow(len(bob.Entries))
	ana.Must("offer", hubtest.Object{"offer": "draw"})
	bob.Follow(len(ana.Entries))
	bob.Must("decline", hubtest.Object{"offer": "draw"})
	ana.Follow(len(bob.Entries))
	ana.Refused("already_offered", "offer", hubtest.Object{"offer": "draw"})
	bob.Must("offer", hubtest.Object{"offer": "draw"})
	ana.Follow(len(bob.Entries))
	ana.Must("accept", hubtest.Object{"offer": "draw"})
	bob.Follow(len(ana.Entries))
	if drawn, ok := bob.Entries[len(bob.Entries)-1].Event.(room.Drawn); !ok || drawn.End.Winner != 0 {
		t.Errorf("the accepted draw is stored as %+v", drawn)
	}
}

func TestAIAgainstAIIsPacedByItsOwner(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", hubtest.Object{"opponent": "watch", "levels": []string{"easy", "strong"}, "pace": 5000})
	ana, eve := s.open("ana", id), s.open("eve", id)
	eve.Refused("not_owner", "pace", hubtest.Object{"ms": 0, "paused": true})
	ana.Refused("bad_pace", "pace", hubtest.Object{"ms": 60000})
	ana.Must("pace", hubtest.Object{"ms": 100, "paused": true})
	eve.Follow(2)
	if paced := eve.Entries[1].Event.(room.Paced); paced != (room.Paced{MS: 100, Paused: true}) {
		t.Errorf("the pace is stored as %+v", paced)
	}
	ana.AwaitPresence(false, false, 2)
}

func TestOwnerInvitesAnAI(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.Refused("not_owner", "invite", hubtest.Object{"level": "easy"})
	ana.Refused("unknown_level", "invite", hubtest.Object{"level": "godlike"})
	ana.Must("invite", hubtest.Object{"level": "easy"})
	bob.Refused("seat_taken", "sit", nil)
	ana.Refused("ai_plays_on", "offer", hubtest.Object{"offer": "draw"})
}

// An absence counts from the beginning of the game at the earliest.
func TestNobodyIsAwayBeforeTheGame(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	id := s.create("ana")
	bob := s.open("bob", id)
	for bob.Here.Invited != 1 {
		bob.Read()
	}
	clock.Add(time.Hour / 2)
	bob.Must("sit", nil)
	for bob.Here.Claim != [2]int64{clock.Now().Add(room.AwayLimit).UnixMilli(), 0} {
		bob.Read()
	}
	bob.Refused("not_away", "claim", hubtest.Object{"result": "win"})
}

// A goodbye no longer counts once the player has come back.
func TestGoodbyeEndsWithTheReturn(t *testing.T) {
	clock := clocktest.New()
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage, withClock(clock)), serve(t, "two", store, builtPage, withClock(clock))
	id, ana, bob := seated(t, one, two)
	ana.AwaitPresence(true, true, 0)
	bob.Goodbye()
	ana.AwaitClaim(clock.Now().Add(room.LeftLimit).UnixMilli())
	clock.Add(time.Second)
	bob = one.resume("bob", id, bob.Entries)
	ana.AwaitClaim(0)
	clock.Add(time.Second)
	bob.Drop()
	ana.AwaitClaim(clock.Now().Add(room.AwayLimit).UnixMilli())
}
