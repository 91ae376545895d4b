package room_test

import (
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// A player lets the AI play against a person, and takes the turns back.
func TestDelegate(t *testing.T) {
	b := newGame(t, room.Create{})
	b.refused(room.ErrNotDeleg, "ana", room.Delegate{Seat: 1})
	b.refused(room.ErrBadSeat, "ana", room.Delegate{Seat: 2, Level: "easy"})
	b.refused(room.ErrBadSeat, "ana", room.Delegate{Level: "easy"})
	b.refused(room.ErrBadLevel, "ana", room.Delegate{Seat: 1, Level: "grandmaster"})
	b.refused(room.ErrNotSeated, "eve", room.Delegate{Seat: 1, Level: "easy"})
	b.refused(room.ErrNotSeated, room.Machine, room.Move{Move: "4"})
	b.wantBacklog(0)

	b.must("ana", room.Delegate{Seat: 1, Level: "easy"})
	b.wantLast(room.Delegated{Seat: 1, Level: "easy"})
	if job := b.finishJob(); job.Lane != room.LaneQuick {
		t.Errorf("the job waits in the lane %s", job.Lane)
	}
	b.refused(room.ErrDelegated, "ana", room.Delegate{Seat: 1, Level: "easy"})
	b.refused(room.ErrDelegated, "ana", room.Move{Move: "4"})
	b.must("bob", room.Emote{Emote: "wow"}) // queues nothing
	b.wantBacklog(0)
	b.must(room.Machine, room.Move{Move: "4"})
	b.wantBacklog(0)
	b.refused(room.ErrNotYourTurn, room.Machine, room.Move{Move: "4"})
	b.must("bob", room.Move{Move: "3"})
	b.wantBacklog(1)
	b.finishJob()

	b.must("ana", room.Delegate{Seat: 1})
	b.wantLast(room.Delegated{Seat: 1})
	b.refused(room.ErrNotSeated, room.Machine, room.Move{Move: "4"}) // a late reply
	b.must("ana", room.Move{Move: "4"})
	b.wantBacklog(0)
	b.must("bob", room.Resign{})
	b.refused(room.ErrGameOver, "ana", room.Delegate{Seat: 1, Level: "easy"})
}

// If a player delegates a turn with advice, the AI must move instead of advising. When the player
// takes the turn back, the AI must advise again.
func TestDelegateWithAdvice(t *testing.T) {
	b := newGame(t, room.Create{Advice: [2]bool{true, false}})
	b.finishJob() // advice
	b.must("ana", room.Delegate{Seat: 1, Level: "normal"})
	b.finishJob()
	b.refused(room.ErrStale, room.Machine, room.Advise{Move: "4"})
	b.must("ana", room.Delegate{Seat: 1})
	b.finishJob()
	b.must(room.Machine, room.Advise{Move: "4"})
}

// While the AI plays both seats without a clock, its jobs keep a pace, wait in the machine lane, and
// are not queued when nobody watches. With a clock they are queued at once.
func TestDelegateBothSides(t *testing.T) {
	b := newTable(t, room.Create{Levels: [2]string{1: "easy"}})
	b.must("ana", room.Delegate{Seat: 1, Level: "strong"})
	if s := b.state(); !s.Unattended() || s.BothAI() {
		t.Fatal("the AI does not play both sides")
	}
	for range 3 {
		b.wantBacklog(0)
		b.wait(room.DelegatedPace)
		b.sweep()
		if job := b.finishJob(); job.Lane != room.LaneMachine {
			t.Errorf("the job waits in the lane %s", job.Lane)
		}
		b.must(room.Machine, room.Move{Move: "4"})
	}
	b.must("ana", room.Delegate{Seat: 1}) // it is the turn of the AI of seat 2, which still waits for the pace
	b.sweep()
	b.finishJob()

	b = newGame(t, room.Create{Clock: &room.Clock{Base: 60_000}})
	b.must("ana", room.Delegate{Seat: 1, Level: "easy"})
	b.must("bob", room.Delegate{Seat: 2, Level: "normal"})
	if s := b.state(); s.Unattended() {
		t.Error("a game on a clock is unattended")
	}
	b.finishJob()
	b.must(room.Machine, room.Move{Move: "4"})
	b.finishJob()

	b = newTable(t, room.Create{Self: true})
	b.must("ana", room.Delegate{Seat: 2, Level: "easy"})
	b.must("ana", room.Move{Move: "4"})
	b.finishJob()
	b.must(room.Machine, room.Move{Move: "4"})
	b.refused(room.ErrNotYourTurn, room.Machine, room.Move{Move: "4"})
}

// While the AI plays the turns of an absent player, the opponent cannot claim the game.
func TestNoClaimAgainstDelegated(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("ana", room.Delegate{Seat: 1, Level: "easy"})
	b.wait(time.Hour)
	b.refused(room.ErrNotAway, "bob", longGone)
	b.must("ana", room.Delegate{Seat: 1})
	b.must("bob", longGone)
}

// The record must say which parts of the game the AI played for people. A rematch must begin without
// delegations.
func TestDelegationsInRecord(t *testing.T) {
	s := folded(t, room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{ID: "ana"}, {ID: "bob"}}, First: 1},
		room.Delegated{Seat: 1, Level: "easy"}, room.Delegated{Seat: 1}, // without a move
		room.Moved{Seat: 1, Move: "4"}, room.Delegated{Seat: 2, Level: "easy"}, room.Moved{Seat: 2, Move: "3"},
		room.Delegated{Seat: 2, Level: "expert"}, room.Moved{Seat: 1, Move: "4"}, room.Moved{Seat: 2, Move: "3"},
		room.Moved{Seat: 1, Move: "4"}, room.Moved{Seat: 2, Move: "3"}, room.TakenBack{Seat: 1, Ply: 4},
		room.Delegated{Seat: 2}, room.Delegated{Seat: 1, Level: "perfect"},
		room.Moved{Seat: 1, Move: "4", End: &room.Ending{Winner: 1, Reason: room.ReasonLine}})
	restored, err := room.RestoreState(s.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	want := []room.Delegation{{2, "easy", 1, 2}, {2, "expert", 2, 4}, {1, "perfect", 4, 5}}
	for _, one := range []*room.State{s, restored} {
		r := one.Effects("r", one.At, time.Hour).Record
		if r == nil || !slices.Equal(r.Delegations, want) {
			t.Fatalf("record %+v, want the delegations %v", r, want)
		}
	}
	e, err := room.Seal(s.Digest, s.N+1, s.At, "ana", "", room.Rematch{Seat: 1, Game: 2, First: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(e); err != nil || s.Delegated != [2]string{} || s.Delegations != nil {
		t.Errorf("after the rematch: %v, %v, %v", s.Delegated, s.Delegations, err)
	}
}

func TestSetLevel(t *testing.T) {
	b := newTable(t, room.Create{Levels: [2]string{1: "easy"}})
	b.refused(room.ErrGameRunning, "ana", room.SetLevel{Seat: 2, Level: "expert"})
	b.must("ana", room.Resign{})
	b.refused(room.ErrBadSeat, "ana", room.SetLevel{Seat: 1, Level: "expert"})
	b.refused(room.ErrBadLevel, "ana", room.SetLevel{Seat: 2, Level: "grandmaster"})
	b.refused(room.ErrNotSeated, "bob", room.SetLevel{Seat: 2, Level: "expert"})
	b.refused(room.ErrNotSeated, room.Machine, room.SetLevel{Seat: 2, Level: "expert"})
	b.must("ana", room.SetLevel{Seat: 2, Level: "expert"})
	b.wantLast(room.LevelSet{Seat: 2, Level: "expert"})
	b.must("ana", room.PlayAgain{})
	if s := b.state(); s.Players[1].Level != "expert" || s.Score != [2]int{0, 1} || s.Number != 2 {
		t.Errorf("the room is %+v", s)
	}

	b = newTable(t, twoAIs)
	b.moves("4343434", room.Machine, room.Machine)
	b.must("ana", room.SetLevel{Seat: 1, Level: "very-easy"})
	b.refused(room.ErrNotSeated, "bob", room.SetLevel{Seat: 1, Level: "easy"})
}

// A player may always take turns back, but not delegate them again after many changes in a game.
func TestDelegateTooOften(t *testing.T) {
	b := newGame(t, room.Create{})
	for range 50 {
		b.must("ana", room.Delegate{Seat: 1, Level: "easy"})
		b.must("ana", room.Delegate{Seat: 1})
	}
	b.refused(room.ErrTooOften, "ana", room.Delegate{Seat: 1, Level: "easy"})
}
