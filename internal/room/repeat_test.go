package room_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// made has commands of every kind that players send, each with an event that it has made.
var made = []struct {
	do room.Action
	by room.Event
}{
	{room.Create{Variant: "tictactoe"}, room.Created{Variant: "tictactoe"}},
	{room.Sit{Name: "Eve"}, room.Joined{Seat: 2, ID: "ana"}},
	{room.Invite{Level: "easy"}, room.Joined{Seat: 2, Level: "easy"}},
	{room.Invite{Level: "normal"}, room.Joined{Seat: 2, Level: "normal"}},
	{room.Invite{Level: "custom:name=Zoe\u0301,depth=3"}, room.Joined{Seat: 2, Level: "custom:depth=3,name=Zoé"}},
	{room.Rename{Name: "  Ana  B "}, room.Named{Seat: 1, Name: "Ana B"}},
	{room.Rename{Name: "Zoé", Seat: 2}, room.Named{Seat: 2, Name: "Zoé"}},
	{room.Move{Move: "4", Lag: time.Second}, room.Moved{Seat: 1, Move: "4"}},
	{room.Move{Move: "5"}, room.Moved{Seat: 1, Move: "5"}},
	{room.Propose{What: room.OfferDraw}, room.Offered{Seat: 1, What: room.OfferDraw}},
	{room.Propose{What: room.OfferTakeback}, room.Offered{Seat: 1, What: room.OfferTakeback}},
	{room.Accept{What: room.OfferDraw}, room.Drawn{Seat: 1}},
	{room.Accept{What: room.OfferTakeback}, room.TakenBack{Seat: 2, Ply: 3}},
	{room.Decline{What: room.OfferDraw}, room.Declined{Seat: 1, What: room.OfferDraw}},
	{room.Decline{What: room.OfferTakeback}, room.Declined{Seat: 1, What: room.OfferTakeback}},
	{room.Hint{}, room.Hinted{Seat: 1}},
	{room.Resign{}, room.Resigned{Seat: 1, End: &room.Ending{Winner: 1}}},
	{room.Claim{}, room.Claimed{Seat: 1, End: &room.Ending{Winner: 1}}},
	{room.Claim{Draw: true}, room.Claimed{Seat: 1, End: &room.Ending{}}},
	{room.PlayAgain{First: 1}, room.Rematch{Seat: 1, Game: 2}},
	{room.Challenge{Name: "Cleo"}, room.Challenged{ID: "ana", Name: "Cleo"}},
	{room.Withdraw{}, room.Withdrawn{ID: "ana"}},
	{room.Yield{Seat: 1}, room.Rematch{Seat: 1, Game: 2, Yields: true}},
	{room.Yield{Seat: 2}, room.Rematch{Seat: 2, Game: 2, Yields: true}},
	{room.Emote{Emote: "hello"}, room.Emoted{Seat: 1, Emote: "hello"}},
	{room.Emote{Emote: "bye"}, room.Emoted{Seat: 1, Emote: "bye"}},
	{room.Pace{Every: time.Second}, room.Paced{MS: 1000}},
	{room.Pace{Every: time.Second, Paused: true}, room.Paced{MS: 1000, Paused: true}},
	{room.Admit{}, room.Admitted{}},
	{room.Admit{Spectators: true}, room.Admitted{Spectators: true}},
	{room.Delegate{Seat: 1, Level: "easy"}, room.Delegated{Seat: 1, Level: "easy"}},
	{room.Delegate{Seat: 1}, room.Delegated{Seat: 1}},
	{room.Delegate{Seat: 1, Level: "custom:name=Zoe\u0301,depth=3"}, room.Delegated{Seat: 1, Level: "custom:depth=3,name=Zoé"}},
	{room.SetLevel{Seat: 1, Level: "easy"}, room.LevelSet{Seat: 1, Level: "easy"}},
	{room.SetLevel{Seat: 1, Level: "custom:name=Zoe\u0301,depth=3"}, room.LevelSet{Seat: 1, Level: "custom:depth=3,name=Zoé"}},
	{room.Handover{Token: token}, room.SeatOffered{Seat: 1, Hash: tokenHash}},
	{room.Take{Token: token}, room.SeatMoved{Seat: 1, ID: "ana"}},
}

// A command has made its own event and no other, except that an offer can also lead to the event
// of its acceptance.
func TestMade(t *testing.T) {
	for kind := range room.Kinds {
		known := slices.Contains([]string{"advised", "flagged", "credited", "closed"}, kind) // no player sends their commands
		for _, m := range made {
			known = known || m.by.Kind() == kind
		}
		if !known {
			t.Errorf("made has no event of the kind %q", kind)
		}
	}
	for i, one := range made {
		for j, other := range made {
			c := room.Command{ID: "c", By: "ana", Do: one.do}
			_, proposes := one.do.(room.Propose)
			_, accepts := other.do.(room.Accept)
			agrees := proposes && accepts && reflect.ValueOf(one.do).Field(0).String() == reflect.ValueOf(other.do).Field(0).String()
			if c.Made(other.by) != (i == j || agrees) {
				t.Errorf("Made of the command %#v and the event %#v: got %v", one.do, other.by, i != j)
			}
		}
	}
	if !(room.Command{By: room.Machine, Do: room.Move{Move: "4"}}).Made(room.Moved{Move: "5"}) {
		t.Error("a repeated reply of an AI with another move is not recognised")
	}
}
