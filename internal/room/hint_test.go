package room_test

import (
	"errors"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

func TestHint(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy})
	b.wantBacklog(0)
	for by, want := range map[room.PlayerID]error{"eve": room.ErrNotSeated, room.Machine: room.ErrNotSeated} {
		b.refused(want, by, room.Hint{})
	}
	if s := b.state(); s.ShowsThoughts("ana", 1) {
		t.Error("a player without a hint sees the thoughts")
	}
	b.must("ana", room.Hint{})
	b.wantLast(room.Hinted{Seat: 1})
	b.refused(room.ErrNoHint, "ana", room.Hint{})
	job := b.finishJob()
	b.must("ana", room.Emote{Emote: "thinking"})
	b.wantBacklog(0) // queued once
	if s := b.state(); !s.IsHinted() || s.Helped() != [2]bool{true, false} || !s.ShowsThoughts("ana", 1) {
		t.Errorf("hinted %v, helped %v", s.IsHinted(), s.Helped())
	}
	if err := b.doSeen(job.N, room.Machine, room.Advise{Move: "4"}); err != nil {
		t.Fatal(err)
	}
	b.wantLast(room.Advised{Seat: 1, Move: "4"})
	b.refused(room.ErrNoHint, "ana", room.Hint{})

	b.must("ana", room.Move{Move: "4"})
	b.refused(room.ErrNotYourTurn, "ana", room.Hint{})
	b.finishJob()
	b.must(room.Machine, room.Move{Move: "4"})
	b.wantBacklog(0) // only the one position had a hint
	if s := b.state(); s.IsHinted() || s.Helped() != [2]bool{true, false} {
		t.Errorf("hinted %v, helped %v", s.IsHinted(), s.Helped())
	}
	b.must("ana", room.Hint{})
	b.must("ana", takeback)
	b.wantBacklog(1) // the job of the hint, which is stale
	b.must("ana", room.Hint{})
	b.must("ana", room.Delegate{Seat: 1, Level: "easy"})
	b.refused(room.ErrDelegated, "ana", room.Hint{})
	b.must("ana", room.Delegate{Seat: 1})
	b.moves("142414", "ana", room.Machine)
	b.must("ana", room.Hint{})
	b.must(room.Machine, room.Advise{Move: "4"})
	b.wantLast(room.Advised{Seat: 1, Move: "4", Only: true})
	b.must("ana", room.Resign{})
	b.refused(room.ErrGameOver, "ana", room.Hint{})
	record, err := b.store.Game(t.Context(), room.GameID{Room: b.replica.ID(), Game: 1})
	if err != nil || record.Advice != [2]bool{true, false} {
		t.Errorf("the record has %+v, %v", record, err)
	}
	b.must("ana", room.PlayAgain{})
	if s := b.state(); s.Helped() != [2]bool{} || s.IsHinted() {
		t.Errorf("in the next game: hinted %v, helped %v", s.IsHinted(), s.Helped())
	}
}

// Between people a hint would be a surprise; who gets all hints needs none.
func TestHintIsAgainstTheAI(t *testing.T) {
	for name, create := range map[string]room.Create{
		"two people": {}, "one device": {Self: true}, "hints anyway": {Levels: easy, Advice: [2]bool{true, false}},
	} {
		b := newTable(t, create)
		if name == "two people" {
			b.must("bob", room.Sit{})
		}
		if err := b.do("ana", room.Hint{}); !errors.Is(err, room.ErrNoHint) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
