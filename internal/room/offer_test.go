package room_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

var (
	draw     = room.Propose{What: room.OfferDraw}
	takeback = room.Propose{What: room.OfferTakeback}
	easy     = [2]string{1: "easy"}
)

func TestOffersNeedAGame(t *testing.T) {
	b := newTable(t, room.Create{})
	for _, do := range []room.Action{draw, takeback, room.Accept{What: room.OfferDraw}, room.Decline{What: room.OfferDraw}} {
		b.refused(room.ErrNotStarted, "ana", do)
		b.refused(room.ErrNotSeated, "eve", do)
		b.refused(room.ErrNotSeated, room.Machine, do)
	}
	b.must("bob", room.Sit{})
	b.refused(room.ErrNoOffer, "ana", room.Propose{What: "money"})
	b.refused(room.ErrNoOffer, "ana", room.Accept{})
	b.refused(room.ErrNoOffer, "ana", room.Decline{})
	b.must("bob", room.Resign{})
	for _, do := range []room.Action{draw, takeback, room.Accept{What: room.OfferDraw}, room.Decline{What: room.OfferDraw}} {
		b.refused(room.ErrGameOver, "ana", do)
	}
}

func TestDrawByAgreement(t *testing.T) {
	b := newGame(t, room.Create{})
	b.moves("44", "ana", "bob")
	b.must("bob", draw)
	b.wantLast(room.Offered{Seat: 2, What: room.OfferDraw})
	b.refused(room.ErrNoOffer, "bob", room.Accept{What: room.OfferDraw}) // the offer is bob's own
	b.refused(room.ErrNoOffer, "ana", room.Accept{What: room.OfferTakeback})
	b.refused(room.ErrNoOffer, "ana", room.Decline{What: room.OfferTakeback})
	b.must("ana", room.Accept{What: room.OfferDraw})
	b.wantLast(room.Drawn{Seat: 1, End: &room.Ending{Reason: room.ReasonAgreed}})
	if s := b.state(); s.Phase != room.PhaseFinished || s.Draws != 1 || s.Score != [2]int{} || s.Offered.Seat != 0 {
		t.Errorf("phase %s, draws %d, score %v, offer %+v", s.Phase, s.Draws, s.Score, s.Offered)
	}
	rec, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1})
	if err != nil || rec.End.Winner != 0 || rec.End.Reason != room.ReasonAgreed || !slices.Equal(rec.Moves, []string{"4", "4"}) {
		t.Errorf("the record is %+v, error %v", rec, err)
	}
}

// offered returns the seat whose offer stands.
func (b *table) offered() room.Seat { return b.state().Offered.Seat }

func TestDrawOfferLapses(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("ana", draw)
	b.must("ana", room.Move{Move: "4"}) // ana's own move does not end her offer
	if b.offered() != 1 {
		t.Error("the draw offer ended with the offering player's own move")
	}
	b.refused(room.ErrOffered, "ana", draw)
	b.must("bob", room.Move{Move: "4"}) // the opponent's move declines the offer
	if b.offered() != 0 {
		t.Error("the draw offer stands after the opponent's move")
	}
	b.refused(room.ErrNoOffer, "bob", room.Accept{What: room.OfferDraw})
	b.must("ana", draw) // allowed again, in another position
	b.must("ana", room.Resign{})
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	if b.offered() != 0 {
		t.Error("the draw offer stands in the next game")
	}
	b.must("ana", draw)
}

func TestOffersAreMadeOnce(t *testing.T) {
	for _, what := range []room.Offer{room.OfferDraw, room.OfferTakeback} {
		for _, answer := range []room.PlayerID{"bob", "ana"} { // refused, then withdrawn
			b := newGame(t, room.Create{})
			b.moves("44", "ana", "bob")
			b.must("ana", room.Propose{What: what})
			b.must(answer, room.Decline{What: what})
			b.wantLast(room.Declined{Seat: map[room.PlayerID]room.Seat{"ana": 1, "bob": 2}[answer], What: what})
			b.refused(room.ErrNoOffer, "bob", room.Accept{What: what})
			b.refused(room.ErrNoOffer, "bob", room.Decline{What: what})
			b.refused(room.ErrOffered, "ana", room.Propose{What: what})
			b.must("ana", room.Rename{Name: "Ana"})
			b.refused(room.ErrOffered, "ana", room.Propose{What: what})
			b.must("bob", room.Propose{What: what}) // the limit is for each player
			b.must("bob", room.Decline{What: what})
			b.must("ana", room.Move{Move: "1"})
			b.must("ana", room.Propose{What: what})
		}
	}
}

func TestOneOfferAtATime(t *testing.T) {
	b := newGame(t, room.Create{})
	b.moves("44", "ana", "bob")
	b.must("ana", draw)
	b.refused(room.ErrOffered, "ana", takeback)
	b.refused(room.ErrOffered, "bob", takeback)
	b.must("bob", room.Decline{What: room.OfferDraw})
	b.must("bob", takeback)
	b.refused(room.ErrOffered, "ana", draw)
}

// A player who makes the same offer as the opponent accepts the opponent's offer. The player
// must have seen it.
func TestOffersThatCross(t *testing.T) {
	b := newGame(t, room.Create{})
	b.moves("44", "ana", "bob")
	seen := b.replica.N()
	b.must("ana", draw)
	if err := b.doSeen(seen, "bob", draw); !errors.Is(err, room.ErrOffered) {
		t.Errorf("an offer that crossed the opponent's: got error %v, want ErrOffered", err)
	}
	b.must("bob", draw)
	b.wantLast(room.Drawn{Seat: 2, End: &room.Ending{Reason: room.ReasonAgreed}})

	b = newGame(t, room.Create{})
	b.moves("44", "ana", "bob")
	b.must("ana", takeback)
	b.must("bob", takeback)
	b.wantLast(room.TakenBack{Seat: 1, Ply: 0}) // carries out the request that was made first
}

func TestAnswersToAnotherOffer(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("ana", draw)
	seen := b.replica.N()
	b.must("ana", room.Decline{What: room.OfferDraw})
	b.moves("44", "ana", "bob")
	b.must("ana", draw)
	for _, do := range []room.Action{room.Accept{What: room.OfferDraw}, room.Decline{What: room.OfferDraw}} {
		if err := b.doSeen(seen, "bob", do); !errors.Is(err, room.ErrStale) {
			t.Errorf("%T, meant for an older offer: %v", do, err)
		}
	}
	b.must("bob", room.Accept{What: room.OfferDraw})
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	for _, do := range []room.Action{draw, takeback} {
		if err := b.doSeen(seen, "bob", do); !errors.Is(err, room.ErrStale) {
			t.Errorf("%+v, meant for the previous game: %v", do, err)
		}
	}
}

func TestTakebackByConsent(t *testing.T) {
	b := newGame(t, room.Create{})
	b.refused(room.ErrNothingBack, "ana", takeback)
	b.must("ana", room.Move{Move: "4"})
	b.refused(room.ErrNothingBack, "bob", takeback)
	b.must("ana", takeback)
	b.must("bob", room.Move{Move: "4"}) // any move ends the request
	if b.offered() != 0 {
		t.Error("the takeback request stands after a move")
	}
	stale := b.replica.N()
	b.must("bob", takeback)
	b.must("ana", room.Accept{What: room.OfferTakeback})
	b.wantLast(room.TakenBack{Seat: 2, Ply: 1})
	for _, do := range []room.Action{room.Move{Move: "1"}, takeback} {
		if err := b.doSeen(stale, "bob", do); !errors.Is(err, room.ErrStale) {
			t.Errorf("%+v, meant for the previous position: %v", do, err)
		}
	}
	b.refused(room.ErrNotYourTurn, "ana", room.Move{Move: "1"})
	b.must("bob", room.Move{Move: "1"})
	b.must("bob", takeback)
	b.must("bob", room.Decline{What: room.OfferTakeback})
	b.must("ana", takeback) // takes back ana's move and bob's reply
	b.must("bob", room.Accept{What: room.OfferTakeback})
	b.wantLast(room.TakenBack{Seat: 1, Ply: 0})
	b.moves("4343434", "ana", "bob")
	b.refused(room.ErrGameOver, "bob", takeback)
	rec, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1})
	if err != nil || len(rec.Moves) != 7 || len(rec.MS) != 7 {
		t.Errorf("the record is %+v, error %v", rec, err)
	}
}

// A takeback request also ends with the next move of the player who asked.
func TestTakebackRequestEndsWithOwnMove(t *testing.T) {
	b := newGame(t, room.Create{})
	b.moves("44", "ana", "bob")
	b.must("ana", takeback)
	b.must("ana", room.Move{Move: "4"})
	if b.offered() != 0 {
		t.Error("the takeback request stands after the next move of the player who asked")
	}
}

func TestTakebackAgainstAnAI(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy})
	b.refused(room.ErrNothingBack, "ana", takeback)
	b.refused(room.ErrAIPlaysOn, "ana", draw)
	b.must("ana", room.Move{Move: "4"})
	job := b.finishJob()
	b.must("ana", takeback) // while the AI thinks
	b.wantLast(room.TakenBack{Seat: 1, Ply: 0})
	b.wantBacklog(0)
	if err := b.doSeen(job.N, room.Machine, room.Move{Move: "4"}); !errors.Is(err, room.ErrStale) {
		t.Errorf("the AI's late reply: got error %v, want ErrStale", err)
	}
	b.must("ana", room.Move{Move: "1"})
	again := b.finishJob()
	if err := b.doSeen(job.N, room.Machine, room.Move{Move: "4"}); !errors.Is(err, room.ErrStale) || again.N != b.replica.N() {
		t.Errorf("the AI's late reply after another move: %v; job %+v", err, again)
	}
	b.must(room.Machine, room.Move{Move: "4"})
	b.must("ana", takeback) // after the AI's reply
	b.wantLast(room.TakenBack{Seat: 1, Ply: 0})
	b.wantBacklog(0)
	b.must("ana", room.Move{Move: "2"})
	b.wantBacklog(1)
}

func TestTakebackAgainstAnAIThatBegan(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy, First: 2})
	b.refused(room.ErrNothingBack, "ana", takeback)
	b.must(room.Machine, room.Move{Move: "4"})
	b.refused(room.ErrNothingBack, "ana", takeback)
	b.must("ana", room.Move{Move: "4"})
	b.must(room.Machine, room.Move{Move: "4"})
	b.must("ana", takeback)
	b.wantLast(room.TakenBack{Seat: 1, Ply: 1})
	b.must("ana", room.Move{Move: "1"})
}

func TestOffersInPassAndPlay(t *testing.T) {
	b := newTable(t, room.Create{Self: true})
	b.refused(room.ErrNothingBack, "ana", takeback)
	b.moves("444", "ana", "ana")
	b.must("ana", takeback) // takes back the last move of either side
	b.wantLast(room.TakenBack{Seat: 1, Ply: 2})
	b.must("ana", takeback)
	b.wantLast(room.TakenBack{Seat: 2, Ply: 1})
	stale := b.replica.N() - 1
	if err := b.doSeen(stale, "ana", takeback); !errors.Is(err, room.ErrStale) {
		t.Errorf("a takeback that was meant for the previous move: %v", err)
	}
	b.must("ana", draw)
	b.wantLast(room.Drawn{Seat: 2, End: &room.Ending{Reason: room.ReasonAgreed}})
}

func TestTakenBackMovesCountInUsedTime(t *testing.T) {
	b := newTable(t, room.Create{Self: true})
	for range 3 {
		b.wait(time.Second)
		b.must("ana", room.Move{Move: "4"})
		b.wait(10 * time.Second)
		b.must("ana", takeback)
	}
	if s := b.state(); s.Timers[0].Used != 3*time.Second || s.Timers[1].Used != 30*time.Second || len(s.MS) != 0 {
		t.Errorf("the timers are %+v, want 3 s and 30 s used", s.Timers)
	}
}
