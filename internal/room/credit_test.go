package room_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// outage waits for d, and makes this an outage that the table's executor knows of.
func (b *table) outage(d time.Duration) room.Outage {
	o := room.Outage{Since: b.now, Until: b.now.Add(d)}
	b.wait(d)
	b.addOutages(o)
	return o
}

// addOutages adds outages that the table's process knows of.
func (b *table) addOutages(more ...room.Outage) {
	var before []room.Outage
	if b.executor.Outages != nil {
		before = b.executor.Outages("")
	}
	b.executor.Outages = func(room.ID) []room.Outage { return append(before[:len(before):len(before)], more...) }
}

func (b *table) credit() {
	b.t.Helper()
	if err := b.executor.Credit(b.t.Context(), b.replica); err != nil {
		b.t.Fatal(err)
	}
}

// credits returns the credits in the log, in milliseconds.
func (b *table) credits() (all []int64) {
	entries, _ := b.replica.Since(0, "")
	for _, e := range entries {
		if c, ok := e.Event.(room.Credited); ok {
			all = append(all, c.MS)
		}
	}
	return all
}

func TestOutageIsCreditedBeforeAMove(t *testing.T) {
	for name, clock := range map[string]*room.Clock{"each turn": perMove, "base": {Base: 10000}, "base and increment": perPlayer} {
		t.Run(name, func(t *testing.T) {
			b := newGame(t, room.Create{Clock: clock})
			b.moves("44", "ana", "bob")
			b.wait(2 * time.Second)
			o := b.outage(time.Minute)
			b.wait(time.Second)
			seen := b.replica.N()
			if err := b.doSeen(seen, "ana", room.Move{Move: "4"}); err != nil {
				t.Fatal(err)
			}
			b.wantLast(room.Moved{Seat: 1, Move: "4", MS: 3000})
			entries, _ := b.replica.Since(0, "")
			credit := entries[len(entries)-2]
			want := room.Credited{MS: 60000, Until: o.Until.UnixMilli()}
			if credit.Event != want || credit.By != "" || credit.Cmd != "credit-4" {
				t.Errorf("%s", credit.Raw())
			}
			if s := b.state(); s.Timers[0].Used != 3*time.Second || clock.Base != 0 &&
				s.Timers[0].Left != time.Duration(clock.Base-3000+clock.Increment)*time.Millisecond {
				t.Errorf("the timers are %+v", s.Timers)
			}
			b.must("bob", room.Move{Move: "4"}) // the next turn gets no credit
			if got := b.credits(); len(got) != 1 {
				t.Errorf("got credits %v", got)
			}
		})
	}
}

// A sweep does not flag a player whose flag fell in an outage.
func TestOutageIsCreditedBeforeAFlag(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	b.wait(4 * time.Second)
	b.outage(time.Hour)
	b.sweep()
	b.sweep()
	if got := b.credits(); b.phase() != room.PhasePlaying || !reflect.DeepEqual(got, []int64{3600000}) {
		t.Fatalf("phase %s, credits %v", b.phase(), got)
	}
	if at, _ := b.stateFlag(); !at.Equal(b.now.Add(time.Second + room.FirstLagQuota)) {
		t.Errorf("the flag falls at %v, but the time is %v", at, b.now)
	}
	if b.due() {
		t.Error("still due")
	}
	b.wait(time.Second + room.FirstLagQuota)
	b.refused(room.ErrTimeUp, "ana", room.Move{Move: "4"})
	b.sweep()
	b.wantLast(room.Flagged{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonTime}})
}

// If outages overlap, the common part is credited once.
func TestOutagesThatOverlap(t *testing.T) {
	at := func(since, until int) room.Outage {
		return room.Outage{Since: start.Add(time.Duration(since) * time.Second), Until: start.Add(time.Duration(until) * time.Second)}
	}
	for _, c := range []struct {
		name string
		seen []room.Outage // the turn began at 0, now is 100, and the clock has two hours
		want []int64
	}{
		{"the same", []room.Outage{at(10, 20), at(10, 20)}, []int64{10000}},
		{"almost the same", []room.Outage{at(10, 20), {Since: at(9, 0).Since, Until: at(0, 20).Until.Add(999 * time.Millisecond)}}, []int64{10000}},
		{"one lasts longer", []room.Outage{at(10, 20), at(12, 25)}, []int64{10000, 5000}},
		{"a second one", []room.Outage{at(10, 20), at(30, 45)}, []int64{10000, 15000}},
		{"the first one too late", []room.Outage{at(30, 45), at(10, 20)}, []int64{15000}},
		{"begun before the turn", []room.Outage{at(-1000, 20)}, []int64{20000}},
		{"over before the turn", []room.Outage{at(-1000, 0)}, nil},
		{"still on", []room.Outage{at(10, 1000)}, []int64{90000}},
		{"in the future", []room.Outage{at(101, 1000)}, nil},
		{"too short", []room.Outage{{Since: start.Add(time.Second), Until: start.Add(2*time.Second - 1)}}, nil},
		{"just long enough", []room.Outage{at(1, 2)}, []int64{1000}},
		{"backwards", []room.Outage{at(20, 10)}, nil},
	} {
		b := newGame(t, room.Create{Clock: &room.Clock{Base: 7200000}})
		b.moves("44", "ana", "bob")
		b.wait(100 * time.Second)
		for _, o := range c.seen {
			b.executor.Outages = func(room.ID) []room.Outage { return []room.Outage{o} }
			b.credit()
			b.credit()
		}
		if got := b.credits(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got credits %v, want %v", c.name, got, c.want)
		}
		if s := b.state(); s.TurnN != 4 {
			t.Errorf("%s: the turn began with entry %d", c.name, s.TurnN)
		}
	}
}

// If two processes credit after the same entry, only the first credit is stored.
func TestTwoProcessesCreditOnce(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	o := b.outage(time.Minute)
	other, err := play.Open(t.Context(), b.store, b.replica.ID())
	if err != nil {
		t.Fatal(err)
	}
	b.credit()
	if err := b.executor.Credit(t.Context(), other); err != nil { // other has not read the first credit
		t.Fatal(err)
	}
	if err := b.replica.Refresh(t.Context(), b.store); err != nil || other.N() != b.replica.N() || len(b.credits()) != 1 {
		t.Errorf("got credits %v, error %v", b.credits(), err)
	}
	if at, _ := b.stateFlag(); !at.Equal(o.Until.Add(5*time.Second + room.FirstLagQuota)) {
		t.Errorf("the flag falls at %v", at)
	}
}

func TestOutagesThatAreNotCredited(t *testing.T) {
	wantNoCredit := func(b *table) {
		t.Helper()
		b.outage(time.Minute)
		n := b.replica.N()
		b.credit()
		b.sweep()
		if b.replica.N() != n {
			t.Errorf("%s", b.last().Raw())
		}
	}
	b := newGame(t, room.Create{})
	b.moves("444", "ana", "bob")
	wantNoCredit(b) // no clock
	b = newGame(t, room.Create{Clock: perMove})
	b.moves("4", "ana")
	wantNoCredit(b) // the clock does not run yet
	b.must("bob", room.Move{Move: "4"})
	b.must("ana", room.Resign{})
	wantNoCredit(b) // the game is over
	b = newTable(t, room.Create{Levels: [2]string{"easy", "easy"}})
	wantNoCredit(b)

	// A flag that fell before the outage stays fallen.
	b = newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	b.wait(6500 * time.Millisecond)
	b.outage(time.Minute)
	b.refused(room.ErrTimeUp, "ana", room.Move{Move: "4"})
	b.sweep()
	b.wantLast(room.Flagged{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonTime}})
}

// A sweep credits an outage in the turn, however long before the flag it ended.
func TestSweepCreditsAnOutageBeforeTheFlag(t *testing.T) {
	b := newGame(t, room.Create{Clock: &room.Clock{Move: 60000}})
	b.moves("44", "ana", "bob")
	b.outage(10 * time.Second)
	b.wait(50*time.Second + room.FirstLagQuota)
	b.sweep()
	if got := b.credits(); b.phase() != room.PhasePlaying || !reflect.DeepEqual(got, []int64{10000}) {
		t.Errorf("phase %s, credits %v", b.phase(), got)
	}
	b.wait(10 * time.Second)
	b.sweep()
	b.wantLast(room.Flagged{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonTime}})
}

func TestPlayersCannotCreditThemselves(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	b.wait(time.Minute)
	for _, by := range []room.PlayerID{"ana", "bob", "eve", room.Machine} {
		b.refused(room.ErrNotSeated, by, room.Credit{Since: start, Until: b.now})
	}
}

func TestNoOutageIsCreditedMoreThanADay(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	b.outage(100 * 24 * time.Hour)
	b.credit()
	b.credit()
	if got := b.credits(); !reflect.DeepEqual(got, []int64{86400000}) {
		t.Errorf("got credits %v", got)
	}
}

func TestCreditAndTakeback(t *testing.T) {
	b := newGame(t, room.Create{Clock: perPlayer})
	b.moves("44", "ana", "bob")
	b.wait(2 * time.Second)
	b.outage(time.Minute)
	b.must("ana", room.Move{Move: "1"}) // leaves ana 10 - 2 + 2 seconds
	b.wait(time.Second)
	b.must("ana", room.Propose{What: room.OfferTakeback})
	b.outage(30 * time.Second)
	b.must("bob", room.Accept{What: room.OfferTakeback})
	s := b.state()
	want := [2]room.Timer{
		{Left: 8 * time.Second, Quota: 2 * time.Second, Used: 2 * time.Second},
		{Left: 9 * time.Second, Quota: 1500 * time.Millisecond, Used: time.Second},
	}
	if s.Timers != want || !s.TurnAt.Equal(b.now) || len(s.Credits) != 0 {
		t.Errorf("the timers are %+v, want %+v; the turn began at %v; credits %v", s.Timers, want, s.TurnAt, s.Credits)
	}
	b.outage(5 * time.Second)
	b.must("ana", room.Propose{What: room.OfferDraw})
	b.must("bob", room.Accept{What: room.OfferDraw})
	b.wantRecord(room.TurnCredit{Ply: 2, MS: 5000})
}

// wantRecord checks the credits in the record of game 1, before and after Rebuild.
func (b *table) wantRecord(want ...room.TurnCredit) {
	b.t.Helper()
	rec, err := b.store.Game(b.t.Context(), room.GameID{Room: b.replica.ID(), Game: 1})
	if err != nil || !reflect.DeepEqual(rec.Credits, want) {
		b.t.Errorf("the record has %v, want %v (%v)", rec.Credits, want, err)
	}
	_, again, err := archive.Rebuild("again", "ana", rec)
	if err != nil || !reflect.DeepEqual(again.Credits, want) {
		b.t.Errorf("the rebuilt record has credits %v, error %v; want %v", again.Credits, err, want)
	}
}

// An AI's turn is credited too. The sweep queues its job again, and the reply is in time.
func TestCreditWhileAnAIThinks(t *testing.T) {
	b := newTable(t, room.Create{Clock: perMove, Levels: [2]string{1: "easy"}})
	b.moves("4", "ana")
	b.finishJob()
	b.moves("44", room.Machine, "ana")
	b.finishJob() // the worker has lost the job
	b.outage(time.Hour)
	b.sweep()
	if got := b.credits(); b.phase() != room.PhasePlaying || len(got) != 1 {
		t.Fatalf("phase %s, credits %v", b.phase(), got)
	}
	b.wantBacklog(1)
	think := b.state()
	if left, ok := think.ThinkingTime(b.now); !ok || left != 2500*time.Millisecond {
		t.Errorf("ThinkingTime returned %v, want 2.5s", left)
	}
	b.must(room.Machine, room.Move{Move: "4"})
	b.wantLast(room.Moved{Seat: 2, Move: "4", MS: 0})
}

// If the credit cannot be stored, the command fails and stores nothing.
func TestCreditThatCannotBeStored(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	b.outage(time.Minute)
	b.executor.Log = awayLog{b.store}
	if err := b.do("ana", room.Move{Move: "4"}); !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("a move: %v", err)
	}
	b.executor.Log = b.store
	b.must("ana", room.Move{Move: "4"})
}

// awayLog fails every append.
type awayLog struct{ storage.Log }

func (awayLog) Append(context.Context, room.ID, room.Entry, room.Effects) error {
	return storage.ErrUnavailable
}
