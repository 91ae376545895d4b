package room_test

import (
	"errors"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

var twoAIs = room.Create{Levels: [2]string{"easy", "strong"}, Pace: 800 * time.Millisecond}

func TestAIAgainstAI(t *testing.T) {
	b := newTable(t, twoAIs)
	s := b.state()
	if !s.BothAI() || s.Phase != room.PhasePlaying || s.Owner != "ana" || s.SeatOf("ana") != 0 || s.SeatsOf(room.Machine) != [2]bool{true, true} {
		t.Fatalf("the room is %+v", s)
	}
	b.refused(room.ErrSeatTaken, "ana", room.Sit{})
	b.refused(room.ErrSeatTaken, "bob", room.Sit{})
	b.refused(room.ErrSeatTaken, "ana", room.Invite{Level: "easy"})
	for _, do := range []room.Action{room.Move{Move: "4"}, room.Resign{}, draw, takeback, room.Emote{Emote: "wow"}, room.Rename{Name: "N"}, longGone} {
		b.refused(room.ErrNotSeated, "ana", do)
		b.refused(room.ErrNotSeated, "bob", do)
	}
	for _, do := range []room.Action{draw, takeback, room.Resign{}, room.PlayAgain{}, room.Pace{}, room.Advise{Move: "4"}} {
		if err := b.do(room.Machine, do); !errors.Is(err, room.ErrNotSeated) && !errors.Is(err, room.ErrStale) {
			t.Errorf("%T by the machine: got error %v", do, err)
		}
	}
	b.refused(room.ErrGameRunning, "ana", room.PlayAgain{})
	b.moves("4343434", room.Machine, room.Machine)
	if s := b.state(); s.Phase != room.PhaseFinished || s.Score != [2]int{1, 0} {
		t.Fatalf("phase %s, score %v", s.Phase, s.Score)
	}
	b.refused(room.ErrGameOver, room.Machine, room.Move{Move: "4"})
	b.refused(room.ErrNotSeated, "bob", room.PlayAgain{})
	b.refused(room.ErrNotSeated, room.Machine, room.PlayAgain{})
	b.must("ana", room.PlayAgain{}) // only the owner must agree
	b.wantLast(room.Rematch{Seat: 1, Game: 2, First: 2})
	if b.phase() != room.PhasePlaying {
		t.Errorf("phase %s", b.phase())
	}
}

// Where AI plays AI, a turn is queued when the pace has passed, and not before.
func TestPace(t *testing.T) {
	b := newTable(t, twoAIs)
	for range 3 {
		b.wantBacklog(0)
		b.wait(799 * time.Millisecond)
		if b.due() {
			t.Error("the room is due before the pace has passed")
		}
		b.sweep()
		b.wantBacklog(0)
		b.wait(time.Millisecond)
		if !b.due() {
			t.Error("the room is not due after the pace")
		}
		b.sweep()
		b.sweep() // as by a second hub
		if job := b.finishJob(); job.N != b.state().TurnN {
			t.Errorf("the job is for entry %d, want entry %d, which made the position", job.N, b.state().TurnN)
		}
		if b.due() {
			t.Error("the room is still due after the sweep")
		}
		b.must(room.Machine, room.Move{Move: "4"})
	}
	b.must("ana", room.Pace{Every: 0})
	b.sweep()
	b.finishJob()
	b.must(room.Machine, room.Move{Move: "4"})
	b.wantBacklog(1) // without a pace the move before queues the turn
	b.finishJob()
	b.wait(time.Second + room.AIGrace)
	if !b.due() {
		t.Error("the room is not due although the AI has not replied")
	}
	b.sweep()
	b.wantBacklog(1)
}

func TestPauseAndResume(t *testing.T) {
	b := newTable(t, twoAIs)
	for _, by := range []room.PlayerID{"bob", room.Machine} {
		if err := b.do(by, room.Pace{}); !errors.Is(err, room.ErrNotOwner) && !errors.Is(err, room.ErrNotSeated) {
			t.Errorf("%s: %v", by, err)
		}
	}
	b.refused(room.ErrBadPace, "ana", room.Pace{Every: -1})
	b.refused(room.ErrBadPace, "ana", room.Pace{Every: room.MaxPace + 1})
	b.must("ana", room.Pace{Every: time.Second, Paused: true})
	b.wantLast(room.Paced{MS: 1000, Paused: true})
	b.wait(24 * time.Hour)
	if b.due() {
		t.Error("the paused room is due")
	}
	b.sweep()
	b.wantBacklog(0)
	b.refused(room.ErrStale, room.Machine, room.Move{Move: "4"}) // a late reply
	b.must("ana", room.Pace{Every: time.Second})
	if !b.due() {
		t.Error("the room is not due after the pause")
	}
	b.sweep()
	b.finishJob()
	b.must(room.Machine, room.Move{Move: "4"})
	b.must("ana", room.Pace{Every: time.Second, Paused: true})
	b.wait(room.AbandonedLimit)
	b.sweep()
	b.wantLast(room.Closed{Reason: room.ReasonAbandoned})
	b.refused(room.ErrClosed, "ana", room.Pace{})
}

// Changing the pace does not queue a turn twice.
func TestPacingQueuesNothingTwice(t *testing.T) {
	b := newTable(t, room.Create{Levels: twoAIs.Levels})
	b.wantBacklog(1)
	for i := range 10 {
		b.must("ana", room.Pace{Every: time.Duration(i), Paused: i%3 == 0})
		b.sweep()
		b.wantBacklog(1)
	}
}

func TestPaceIsForAIAgainstAI(t *testing.T) {
	for _, create := range []room.Create{{}, {Self: true}, {Levels: easy}} {
		newTable(t, create).refused(room.ErrBadPace, "ana", room.Pace{Every: time.Second})
	}
}

func TestAdvice(t *testing.T) {
	b := newTable(t, room.Create{Advice: [2]bool{false, true}})
	b.wantBacklog(0)
	b.refused(room.ErrStale, room.Machine, room.Advise{Move: "4"}) // no game yet
	b.must("bob", room.Sit{})
	b.wantBacklog(0) // ana has no advice
	b.refused(room.ErrStale, room.Machine, room.Advise{Move: "4"})
	b.must("ana", room.Move{Move: "4"})
	job := b.finishJob()
	for _, by := range []room.PlayerID{"ana", "bob"} {
		b.must(by, room.Emote{Emote: "thinking"})
		b.must(by, room.Rename{Name: "N"})
	}
	b.must("ana", draw)
	b.wantBacklog(0) // advice is queued once for each position
	for _, by := range []room.PlayerID{"ana", "bob"} {
		b.refused(room.ErrBadCommand, by, room.Advise{Move: "4"})
	}
	b.refused(room.ErrNotSeated, "eve", room.Advise{Move: "4"})
	b.refused(room.ErrNotSeated, room.Machine, room.Move{Move: "4"}) // the machine has no seat
	var refusal *room.Refusal
	if err := b.do(room.Machine, room.Advise{Move: "9"}); !errors.As(err, &refusal) || refusal.Code != "bad_move" {
		t.Errorf("advice with an illegal move: got error %v", err)
	}
	value := room.Value{Low: room.GameValue{Result: room.ValueDraw}, Estimate: 7}
	if err := b.do(room.Machine, room.Advise{Move: "3", Value: room.Value{Estimate: 101}}); !errors.Is(err, room.ErrBadCommand) {
		t.Errorf("advice with an invalid value: got error %v", err)
	}
	if err := b.doSeen(job.N, room.Machine, room.Advise{Move: "3", Value: value}); err != nil {
		t.Fatal(err)
	}
	b.wantLast(room.Advised{Seat: 2, Move: "3", Value: value})
	b.refused(room.ErrStale, room.Machine, room.Advise{Move: "4"}) // the position has advice already
	b.wait(time.Hour)
	b.sweep()
	b.wantBacklog(0)
	if s := b.state(); s.Advised != "3" || s.AdvisedValue != value || s.Timers[1].Used != 0 {
		t.Errorf("the advice is %q with value %+v, and %v was charged", s.Advised, s.AdvisedValue, s.Timers[1].Used)
	}
	b.moves("44", "bob", "ana")
	if s := b.state(); s.Advised != "" {
		t.Errorf("after two moves the advice is still %q", s.Advised)
	}
	if err := b.doSeen(job.N, room.Machine, room.Advise{Move: "3"}); !errors.Is(err, room.ErrStale) {
		t.Errorf("late advice: got error %v", err)
	}
	b.wantBacklog(1)
	b.must("bob", room.Move{Move: "4"})
	b.refused(room.ErrStale, room.Machine, room.Advise{Move: "4"}) // ana has the turn
}

func TestAdviceAfterATakeback(t *testing.T) {
	b := newTable(t, room.Create{Advice: [2]bool{true, false}, Levels: easy})
	first := b.finishJob()
	b.must(room.Machine, room.Advise{Move: "4"})
	b.must("ana", room.Move{Move: "1"})
	b.finishJob() // the AI's own turn
	b.must("ana", takeback)
	again := b.finishJob()
	if first.N == again.N || b.state().Advised != "" {
		t.Errorf("jobs %+v and %+v, want different entries; advice %q, want none", first, again, b.state().Advised)
	}
	if err := b.doSeen(first.N, room.Machine, room.Advise{Move: "4"}); !errors.Is(err, room.ErrStale) {
		t.Errorf("advice for the position before the takeback: got error %v", err)
	}
	b.must(room.Machine, room.Advise{Move: "5"})
	b.wantLast(room.Advised{Seat: 1, Move: "5"})
}

// A sweep queues overdue advice again, as it does with an overdue move.
func TestAdviceOverdue(t *testing.T) {
	b := newTable(t, room.Create{Advice: [2]bool{true, true}, Self: true})
	b.finishJob()
	levels := room.Levels()
	b.wait(levels[len(levels)-1].Budget + room.AIGrace)
	if !b.due() {
		t.Fatal("not due")
	}
	b.sweep()
	b.finishJob()
	b.moves("44", "ana", "ana")
	b.wantBacklog(2)
}
