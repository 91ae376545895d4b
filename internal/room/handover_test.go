package room_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

const token = "q3Zk0mB8vX1nT5yR7aWc2g"

// tokenHash is the hash of the token in the log. docs/api/asyncapi.yaml says how to compute the
// hash.
const tokenHash = "baUsSwv_RBHYwOEovKRFILdEB2Yjh8TSBitHt0mQRp0"

func TestASeatMovesOnce(t *testing.T) {
	b := newGame(t, room.Create{})
	b.moves("44", "ana", "bob")
	b.must("ana", room.Handover{Token: token})
	b.wantLast(room.SeatOffered{Seat: 1, Hash: tokenHash, Until: b.now.Add(room.SeatLinkLife).UnixMilli()})
	b.must("ana", room.Move{Move: "1"}) // ana still holds the seat
	b.refused(room.ErrBadSeatLink, "phone", room.Take{Token: token[:21] + "h"})
	b.refused(room.ErrBadSeatLink, "phone", room.Take{Token: tokenHash})
	b.refused(room.ErrBadSeatLink, "phone", room.Take{})
	b.refused(room.ErrSeated, "bob", room.Take{Token: token})
	b.refused(room.ErrSeated, "ana", room.Take{Token: token})
	b.refused(room.ErrNotSeated, room.Machine, room.Take{Token: token})
	b.must("phone", room.Take{Token: token})
	b.wantLast(room.SeatMoved{Seat: 1, ID: "phone"})

	b.refused(room.ErrBadSeatLink, "eve", room.Take{Token: token})
	b.refused(room.ErrBadSeatLink, "ana", room.Take{Token: token})
	b.refused(room.ErrSeated, "phone", room.Take{Token: token})
	b.must("bob", room.Move{Move: "1"})
	b.refused(room.ErrNotSeated, "ana", room.Move{Move: "2"})
	b.refused(room.ErrNotSeated, "ana", room.Handover{Token: token})
	b.must("phone", room.Move{Move: "2"})
	b.must("bob", room.Resign{})
	rec, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1})
	if err != nil || rec.Players[0].ID != "phone" || rec.Players[1].ID != "bob" {
		t.Errorf("the record is %+v, error %v", rec, err)
	}

	// After the game the seat moves back, with a new offer of the same token.
	b.must("phone", room.Handover{Token: token})
	b.must("ana", room.Take{Token: token})
	b.must("ana", room.PlayAgain{})
	b.refused(room.ErrNotSeated, "phone", room.PlayAgain{})
}

func TestASeatLinkEnds(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("bob", room.Handover{Token: token})
	b.wait(room.SeatLinkLife)
	b.refused(room.ErrSeatLinkOld, "phone", room.Take{Token: token})
	b.refused(room.ErrBadSeatLink, "phone", room.Take{Token: strings.Repeat("x", 22)})
	b.must("bob", room.Handover{Token: token})
	b.wait(room.SeatLinkLife - time.Millisecond)
	newer := strings.Repeat("A-_9", 16)
	b.must("bob", room.Handover{Token: newer})
	b.refused(room.ErrBadSeatLink, "phone", room.Take{Token: token}) // another offer has replaced this one
	b.must("ana", room.Handover{Token: token})                       // each seat can have an offer
	b.must("phone", room.Take{Token: newer})
	b.wantLast(room.SeatMoved{Seat: 2, ID: "phone"})
	b.must("tablet", room.Take{Token: token})
	b.wantLast(room.SeatMoved{Seat: 1, ID: "tablet"})
	b.wait(room.AbandonedLimit)
	b.sweep()
	b.refused(room.ErrClosed, "tablet", room.Handover{Token: token})
	b.refused(room.ErrClosed, "ana", room.Take{Token: token})
}

func TestWhoMayHandOver(t *testing.T) {
	b := newGame(t, room.Create{})
	for _, odd := range []string{"", token[:21], strings.Repeat("x", 65), token + " ", token + "\n", "é" + token} {
		b.refused(room.ErrBadToken, "ana", room.Handover{Token: odd})
	}
	b.refused(room.ErrNotSeated, "eve", room.Handover{Token: token})
	b.refused(room.ErrNotSeated, room.Machine, room.Handover{Token: token})
	for range 100 {
		b.must("ana", room.Handover{Token: token})
	}
	b.refused(room.ErrTooOften, "bob", room.Handover{Token: token})
	b.must("phone", room.Take{Token: token}) // the offer still stands

	b = newTable(t, room.Create{Levels: [2]string{"easy", "easy"}})
	b.refused(room.ErrNotSeated, "ana", room.Handover{Token: token}) // she holds no seat any more
}

// Everything that belongs to a player moves to the other device.
func TestWhatMovesWithASeat(t *testing.T) {
	b := newTable(t, room.Create{Clock: perPlayer, Advice: [2]bool{true, false}, Names: [2]string{"Ana"}})
	b.must("ana", room.Handover{Token: token})
	b.must("phone", room.Take{Token: token}) // a seat can move while the room is waiting
	b.refused(room.ErrNotOwner, "ana", room.Invite{Level: "easy"})
	b.must("ana", room.Sit{}) // a player whose seat has moved may take the other seat
	b.moves("4412", "phone", "ana")
	b.must("ana", draw)

	before := b.state()
	b.must("ana", room.Handover{Token: token})
	b.must("bob", room.Take{Token: token})
	after := b.state()
	want := before
	want.Players[1].ID = "bob"
	want.N, want.At, want.Digest, want.Changes = after.N, after.At, after.Digest, before.Changes+1
	if !reflect.DeepEqual(after, want) {
		t.Errorf("the room is %+v\nwant %+v", after, want)
	}
	b.refused(room.ErrNoOffer, "bob", room.Accept{What: room.OfferDraw}) // the draw offer is bob's own now
	b.must("phone", room.Accept{What: room.OfferDraw})
	b.must("phone", room.PlayAgain{})
	b.must("phone", room.Handover{Token: token})
	b.must("ana", room.Take{Token: token})
	b.refused(room.ErrAsked, "ana", room.PlayAgain{}) // the wish for a rematch has moved with the seat
	b.must("bob", room.PlayAgain{})

	b = newTable(t, room.Create{})
	b.must("ana", room.Handover{Token: token})
	b.must("phone", room.Take{Token: token})
	b.must("phone", room.Invite{Level: "easy"}) // phone is the owner now
}

func TestBothSeatsOfOnePersonMove(t *testing.T) {
	b := newTable(t, room.Create{Self: true})
	b.must("ana", room.Move{Move: "4"})
	b.must("ana", room.Handover{Token: token})
	if offered, ok := b.last().Event.(room.SeatOffered); !ok || offered.Seat != 1 {
		t.Errorf("the last event is %+v", b.last().Event)
	}
	b.must("phone", room.Take{Token: token})
	if s := b.state(); !s.Self() || s.SeatsOf("phone") != [2]bool{true, true} || s.Owner != "phone" {
		t.Errorf("the room is %+v", s)
	}
	b.refused(room.ErrNotSeated, "ana", room.Move{Move: "4"})
	b.moves("44", "phone", "phone")
}

// Moving a seat never queues a job, whether or not the AI has the turn.
func TestMovingASeatQueuesNoJob(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy})
	b.must("ana", room.Move{Move: "4"})
	b.finishJob()
	b.must("ana", room.Handover{Token: token})
	b.must("phone", room.Take{Token: token})
	b.wantBacklog(0)
	b.must(room.Machine, room.Move{Move: "4"})
	b.must("phone", room.Move{Move: "4"})
}

// Decide never writes a log in which a seat moves without an offer.
func TestSeatEventsOutOfPlace(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy})
	for _, ev := range []room.Event{
		room.SeatMoved{Seat: 1, ID: "eve"},
		room.SeatMoved{Seat: 3, ID: "eve"},
		room.SeatOffered{Seat: 2, Hash: tokenHash}, // the AI's
		room.SeatOffered{Hash: tokenHash},
	} {
		s := b.state()
		e, err := room.Seal(s.Digest, s.N+1, b.now, "eve", "x", ev)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(e); !errors.Is(err, room.ErrDamaged) {
			t.Errorf("%+v: %v", ev, err)
		}
	}
}
