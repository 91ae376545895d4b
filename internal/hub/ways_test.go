package hub

import (
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// hands is a clock that a test moves.
type hands struct {
	mu  sync.Mutex
	now time.Time
}

func newHands() *hands { return &hands{now: time.Now().Truncate(time.Millisecond)} }

func (h *hands) read() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hands) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func (h *hands) set(cfg *Config) { cfg.Now = h.read }

// open creates a room with more than the usual wishes.
func (s *served) openWith(player string, body object) (id room.ID) {
	s.t.Helper()
	full := object{"id": "c1", "variant": "connect4:7x6:4", "opponent": "human"}
	for k, v := range body {
		full[k] = v
	}
	var answer struct {
		Room room.ID `json:"room"`
		failure
	}
	if status := s.call(player, "POST", "/api/rooms", full, &answer); status != 201 {
		s.t.Fatalf("create: %d %+v", status, answer)
	}
	return answer.Room
}

// seesClaim reads until an absence of seat 2 is shown to be claimable at a time.
func (c *client) seesClaim(at int64) {
	c.t.Helper()
	for c.here.Claim != [2]int64{0, at} {
		c.read()
	}
}

func TestClaimAfterALostConnection(t *testing.T) {
	clock := newHands()
	s := serve(t, "hub", storetest.Open(t), builtPage, clock.set)
	id, ana, bob := seated(t, s, s)
	ana.seesHere(true, true, 0)
	ana.refused("not_away", "claim", object{"result": "win"})

	lost := clock.read()
	_ = bob.ws.CloseNow()
	ana.seesClaim(lost.Add(room.AwayLimit).UnixMilli())
	clock.move(room.AwayLimit - time.Millisecond)
	ana.refused("not_away", "claim", object{"result": "win"})

	bob = s.resume("bob", id, bob.entries)
	ana.seesClaim(0)
	again := clock.read()
	_ = bob.ws.CloseNow()
	ana.seesClaim(again.Add(room.AwayLimit).UnixMilli())
	clock.move(room.AwayLimit)
	ana.must("claim", object{"result": "draw"})
	claimed := ana.entries[len(ana.entries)-1].Event.(room.Claimed)
	if claimed.Seat != 1 || claimed.End.Winner != 0 || claimed.End.Reason != room.ReasonLeft || claimed.Away != room.AwayLimit.Milliseconds() {
		t.Errorf("%+v %+v", claimed, claimed.End)
	}
	ana.seesClaim(0) // the game is over
}

func TestClaimAfterAGoodbyeOnAnotherHub(t *testing.T) {
	clock := newHands()
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage, clock.set), serve(t, "two", store, builtPage, clock.set)
	_, ana, bob := seated(t, one, two)
	ana.seesHere(true, true, 0)
	_ = bob.ws.Close(websocket.StatusNormalClosure, "")
	ana.seesClaim(clock.read().Add(room.LeftLimit).UnixMilli())
	clock.move(room.LeftLimit)
	ana.must("claim", object{"result": "win"})
}

// live is an open room.
func (s *served) live(id room.ID) *live {
	s.hub.rooms.mu.Lock()
	defer s.hub.rooms.mu.Unlock()
	return s.hub.rooms.open[id]
}

func TestLagIsMeasuredAndCredited(t *testing.T) {
	clock := newHands()
	s := serve(t, "hub", storetest.Open(t), builtPage, clock.set)
	id := s.openWith("ana", object{"clock": object{"base": 60000, "increment": 1000}})
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.must("sit", nil)
	ana.follow(2)
	playOut("44", ana, bob)

	l := s.live(id)
	l.mu.Lock()
	for c := range l.conns {
		c.roundTrip.Store(int64(300 * time.Millisecond))
	}
	l.mu.Unlock()
	clock.move(time.Second)
	playOut("4", ana)
	if moved := ana.entries[4].Event.(room.Moved); moved.MS != 1000 || moved.Lag != 300 {
		t.Errorf("%+v", moved)
	}
	bob.follow(5)
	clock.move(2 * time.Minute) // the sweep ends the game, with nobody asking
	bob.follow(6)
	if flagged := bob.entries[5].Event.(room.Flagged); flagged.Seat != 2 || flagged.End.Winner != 1 {
		t.Errorf("%+v", flagged)
	}
}

func TestRoundTripIsSmoothed(t *testing.T) {
	var c conn
	for _, step := range []struct{ trip, want time.Duration }{
		{100 * time.Millisecond, 100 * time.Millisecond},
		{500 * time.Millisecond, 200 * time.Millisecond},
		{0, 150 * time.Millisecond},
	} {
		if c.measured(step.trip); c.lag() != step.want {
			t.Errorf("after %v: %v, want %v", step.trip, c.lag(), step.want)
		}
	}
}

func TestOnePlayerOnBothSeats(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	ana := s.open("ana", s.openWith("ana", object{"opponent": "self", "name": "Ana", "other_name": "Zoé"}))
	ana.seesHere(true, true, 0)
	playOut("444", ana)
	ana.must("offer", object{"offer": "takeback"})
	playOut("4343434", ana)
	last := ana.entries[len(ana.entries)-1].Event.(room.Moved)
	if last.End == nil {
		t.Errorf("%+v", last)
	}
	ana.must("rematch", nil)
	ana.must("name", object{"name": "Zia", "seat": 2})
	if named := ana.entries[len(ana.entries)-1].Event.(room.Named); named.Seat != 2 {
		t.Errorf("%+v", named)
	}
}

func TestOffersAndEmotes(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	_, ana, bob := seated(t, s, s)
	playOut("44", ana, bob)
	bob.must("emote", object{"emote": "luck"})
	bob.refused("unknown_emote", "emote", object{"emote": "insult"})
	bob.must("offer", object{"offer": "takeback"})
	ana.follow(len(bob.entries))
	bob.refused("no_offer", "accept", object{"offer": "takeback"})
	ana.must("accept", object{"offer": "takeback"})
	bob.follow(len(ana.entries))
	bob.must("move", object{"move": "1"})
	ana.follow(len(bob.entries))
	ana.must("offer", object{"offer": "draw"})
	bob.follow(len(ana.entries))
	bob.must("decline", object{"offer": "draw"})
	ana.follow(len(bob.entries))
	ana.refused("already_offered", "offer", object{"offer": "draw"})
	bob.must("offer", object{"offer": "draw"})
	ana.follow(len(bob.entries))
	ana.must("accept", object{"offer": "draw"})
	bob.follow(len(ana.entries))
	if drawn, ok := bob.entries[len(bob.entries)-1].Event.(room.Drawn); !ok || drawn.End.Winner != 0 {
		t.Errorf("%+v", drawn)
	}
}

func TestAIAgainstAIIsPacedByItsOwner(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", object{"opponent": "watch", "levels": []string{"easy", "strong"}, "pace": 5000})
	ana, eve := s.open("ana", id), s.open("eve", id)
	eve.refused("not_owner", "pace", object{"ms": 0, "paused": true})
	ana.refused("bad_pace", "pace", object{"ms": 60000})
	ana.must("pace", object{"ms": 100, "paused": true})
	eve.follow(2)
	if paced := eve.entries[1].Event.(room.Paced); paced != (room.Paced{MS: 100, Paused: true}) {
		t.Errorf("%+v", paced)
	}
	ana.seesHere(false, false, 2)
}

func TestTheOwnerAsksAnAIIn(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.refused("not_owner", "invite", object{"level": "easy"})
	ana.refused("unknown_level", "invite", object{"level": "godlike"})
	ana.must("invite", object{"level": "easy"})
	bob.refused("seat_taken", "sit", nil)
	ana.refused("ai_plays_on", "offer", object{"offer": "draw"})
}

// Absence counts from the beginning of the game, whoever was where before.
func TestNobodyIsAwayBeforeTheGame(t *testing.T) {
	clock := newHands()
	s := serve(t, "hub", storetest.Open(t), builtPage, clock.set)
	id := s.create("ana")
	bob := s.open("bob", id)
	bob.seesHere(false, false, 1)
	clock.move(time.Hour / 2)
	bob.must("sit", nil)
	for bob.here.Claim != [2]int64{clock.read().Add(room.AwayLimit).UnixMilli(), 0} {
		bob.read()
	}
	bob.refused("not_away", "claim", object{"result": "win"})
}

// A goodbye is worth nothing once its player has been back.
func TestGoodbyeEndsWithTheReturn(t *testing.T) {
	clock := newHands()
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage, clock.set), serve(t, "two", store, builtPage, clock.set)
	id, ana, bob := seated(t, one, two)
	ana.seesHere(true, true, 0)
	_ = bob.ws.Close(websocket.StatusNormalClosure, "")
	ana.seesClaim(clock.read().Add(room.LeftLimit).UnixMilli())
	clock.move(time.Second)
	bob = one.resume("bob", id, bob.entries)
	ana.seesClaim(0)
	clock.move(time.Second)
	_ = bob.ws.CloseNow()
	ana.seesClaim(clock.read().Add(room.AwayLimit).UnixMilli())
}

// While a hub hears nothing from the others, it calls nobody absent.
func TestNobodyIsAwayDuringAnOutage(t *testing.T) {
	clock := newHands()
	s := serve(t, "hub", storetest.Open(t), builtPage, clock.set)
	id, ana, bob := seated(t, s, s)
	ana.seesHere(true, true, 0)
	_ = bob.ws.CloseNow()
	ana.seesClaim(clock.read().Add(room.AwayLimit).UnixMilli())
	l := s.live(id)
	l.setAlone(l.local())
	ana.seesClaim(0)
	clock.move(time.Hour)
	ana.refused("not_away", "claim", object{"result": "win"})
	back := clock.read()
	l.setHere(l.local())
	ana.seesClaim(back.Add(room.AwayLimit).UnixMilli())
}
