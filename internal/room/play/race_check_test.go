package play_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// check reads the whole log, folds it, and shows every entry to the referee.
func (r *series) check(rt *rapid.T) *referee {
	entries, err := r.store.Read(context.Background(), r.id, 0, storage.All)
	if err != nil {
		rt.Fatal(err)
	}
	found := map[ack]uint64{}
	ref, state, restored, digest := &referee{}, &room.State{}, &room.State{}, ""
	for i, e := range entries {
		if e.N != uint64(i+1) || !e.Follows(digest) {
			rt.Fatalf("entry %d is in place %d, or does not follow the entry before it", e.N, i+1)
		}
		digest = e.Digest
		if key := (ack{e.By, e.Cmd}); e.By != "" {
			if found[key] != 0 || len(r.sent[key]) == 0 {
				rt.Fatalf("entry %d: command %v was carried out twice, or was never sent", e.N, key)
			}
			found[key] = e.N
		}
		before := ref.phase
		if err := ref.checkAndApply(e, r.sent[ack{e.By, e.Cmd}], r.outages); err != nil {
			rt.Fatalf("entry %d (%s by %q at %v, in %+v): %v", e.N, e.Event.Kind(), e.By, e.At, ref, err)
		}
		if err := state.Apply(e); err != nil {
			rt.Fatal(err)
		}
		if err := ref.compare(state); err != nil {
			rt.Fatalf("after entry %d (%+v): %v", e.N, e.Event, err)
		}
		if restored, err = throughSnapshot(restored, e, state); err != nil {
			rt.Fatalf("after entry %d (%+v): %v", e.N, e.Event, err)
		}
		if e.N > r.counted {
			r.counted = e.N
			r.seen.note(before, ref, e)
		}
		r.checkRefusals(rt, ref, found)
	}
	missing := func(n uint64, key ack) bool { return found[key] != n }
	for key, n := range r.acks {
		if missing(n, key) || len(found) != len(r.acks) {
			rt.Fatalf("the log has %d commands, but %d were acknowledged: %v / %v", len(found), len(r.acks), found, r.acks)
		}
	}
	r.checkRecords(rt, ref, digest)
	return ref
}

// checkRefusals checks the refusals that were decided when the last entry was the one that ref
// has just seen. found has the commands up to this entry.
func (r *series) checkRefusals(rt *rapid.T, ref *referee, found map[ack]uint64) {
	for _, no := range r.refusals[ref.n] {
		if errors.Is(no.why, room.ErrIDUsed) {
			if found[ack{no.c.By, no.c.ID}] == 0 {
				rt.Fatalf("after entry %d: %+v was refused with ErrIDUsed, but its ID is new", ref.n, no.c)
			}
			continue
		}
		if want := ref.verdict(no.c, no.at); want != nil {
			rt.Fatalf("after entry %d: %+v was refused (%v), but must lead to %+v", ref.n, no.c, no.why, want)
		}
	}
}

// checkRecords compares the record of each game with the referee's.
func (r *series) checkRecords(rt *rapid.T, ref *referee, digest string) {
	for i, want := range ref.ended {
		got, err := r.store.Game(context.Background(), room.GameID{Room: r.id, Game: want.Game})
		if want.End.Reason == room.ReasonResigned && len(want.Moves)-want.Given < 4 { // such short games are not recorded
			if want.Game != i+1 || !errors.Is(err, storage.ErrNotFound) {
				rt.Fatalf("game %d, resigned after %d moves, has a record (error %v)", i+1, len(want.Moves), err)
			}
			continue
		}
		if err != nil {
			rt.Fatal(err)
		}
		plain := room.Record{
			Game: got.Game, Variant: got.Variant, First: got.First, Started: got.Started, Ended: got.Ended,
			Moves: got.Moves, MS: got.MS, Lag: got.Lag, Credits: got.Credits, Undone: got.Undone, Given: got.Given, From: got.From, End: got.End, By: got.By, Away: got.Away, N: got.N,
			Players: [2]room.Player{
				{Name: got.Players[0].Name, Level: got.Players[0].Level},
				{Name: got.Players[1].Name, Level: got.Players[1].Level},
			},
		}
		if want.Game != i+1 || !reflect.DeepEqual(plain, *want) || got.Digest == "" || got.N == ref.n && got.Digest != digest {
			rt.Fatalf("game %d has the record %+v, but the referee has %+v", i+1, got, want)
		}
	}
	next := room.GameID{Room: r.id, Game: len(ref.ended) + 1}
	if _, err := r.store.Game(context.Background(), next); !errors.Is(err, storage.ErrNotFound) {
		rt.Fatalf("game %v has a record, but only %d games have ended (error %v)", next, len(ref.ended), err)
	}
}

// compare compares the fold with the referee's state.
func (f *referee) compare(s *room.State) error {
	flag, _ := s.FlagAt()
	timers := [2]room.Timer{
		{Left: f.left[1], Quota: f.quota[1], Used: f.used[1]},
		{Left: f.left[2], Quota: f.quota[2], Used: f.used[2]},
	}
	reply, owed := s.ReplyOwed()
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"phase", s.Phase, f.phase},
		{"turn", s.Turn(), f.turn()},
		{"number", s.Number, f.number},
		{"first", s.First, f.first},
		{"score", [3]int{s.Draws, s.Score[0], s.Score[1]}, f.won},
		{"moves", fmt.Sprint(s.Moves), fmt.Sprint(f.moves)},
		{"times", fmt.Sprint(s.MS), fmt.Sprint(f.ms)},
		{"timers", s.Timers, timers},
		{"flag", flag, f.flag()},
		{"turn's beginning", s.TurnAt, f.turnAt},
		{"credited outages", fmt.Sprint(s.Credits), fmt.Sprint(f.credits)},
		{"offer", s.Offered, f.offer},
		{"helped seats", s.Helped(), [2]bool{f.opened.Advice[0] || f.hinted[1] > 0, f.opened.Advice[1] || f.hinted[2] > 0}},
		{"suggestion", s.Advised, f.advised},
		{"suggestion's value", s.AdvisedValue, f.advisedValue},
		{"wishes", s.Wishes, [2]bool{f.wish[1], f.wish[2]}},
		{"yields", s.Yields, [2]bool{f.yields[1], f.yields[2]}},
		{"challengers", fmt.Sprint(s.Challengers), fmt.Sprint(f.line)},
		{"holders", [2]room.PlayerID{s.Players[0].ID, s.Players[1].ID}, f.people()},
		{"owed", owed, f.owed() != ""},
		{"level", reply.Level.Name, f.owed()},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			return fmt.Errorf("the %s is %v in the fold, but %v by the referee", c.what, c.got, c.want)
		}
	}
	return nil
}

// owed returns the level of the AI that must move or advise now, or "" if none must.
func (f *referee) owed() string {
	turn := f.turn()
	switch {
	case turn == 0 || f.paused:
		return ""
	case f.holder[turn] == room.Machine:
		return f.level[turn]
	case f.advises(turn) && f.advised == "":
		return "perfect"
	default:
		return ""
	}
}

// leave checks the room after all writers have left: sweeps queue the AI's turn, flags fall on
// the millisecond, and in the end a sweep deletes the log.
func (r *series) leave(rt *rapid.T) {
	ref := r.check(rt)
	r.noOutages = true
	if ref.owed() != "" {
		r.drain(rt)
		r.clock.Set(later(ref.turnAt.Add(room.MaxPace), r.clock.Now()))
		r.sweep(rt)
		r.mustHaveJobs(rt, cmp.Compare(r.check(rt).owed(), "")) // the flag may have fallen meanwhile
	}
	for ref = r.check(rt); ref.byTime(afterDeadlines) != nil; ref = r.check(rt) {
		due := ref.flag()
		if abandoned := ref.at.Add(room.AbandonedLimit); due.IsZero() || abandoned.Before(due) {
			due = abandoned
		}
		if ref.phase == room.PhaseWaiting {
			due = ref.unjoined()
		}
		if just := due.Add(-time.Millisecond); just.After(r.clock.Now()) {
			r.clock.Set(just)
			r.sweep(rt)
			if n := r.check(rt).n; n != ref.n {
				rt.Fatalf("a sweep at %v stored entry %d before the deadline %v", just, n, due)
			}
			r.clock.Set(due)
		}
		r.mustBeDue(rt)
		r.sweep(rt)
		if r.check(rt).n != ref.n+1 {
			rt.Fatalf("a sweep at %v stored nothing, but the deadline was %v", r.clock.Now(), due)
		}
	}
	r.clock.Set(afterDeadlines)
	r.mustBeDue(rt)
	r.sweep(rt)
	if entries, err := r.store.Read(context.Background(), r.id, 0, storage.All); err != nil || len(entries) > 0 {
		rt.Fatalf("after the retention %d entries are left, error %v", len(entries), err)
	}
}

// afterDeadlines is a time after every deadline.
var afterDeadlines = start.Add(2 * keepLogs)

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (r *series) sweep(rt *rapid.T) {
	if err := r.executor().Sweep(context.Background(), r.id); err != nil {
		rt.Fatal(err)
	}
}

func (r *series) mustBeDue(rt *rapid.T) {
	ids, err := r.store.Due(context.Background(), r.clock.Now(), 1000)
	if err != nil || !slices.Contains(ids, r.id) {
		rt.Fatalf("the room is not due at %v; due are %v, error %v", r.clock.Now(), ids, err)
	}
}

// drain removes all jobs from the queue without playing a move.
func (r *series) drain(rt *rapid.T) {
	pending, err := r.store.Pending(context.Background())
	if err != nil {
		rt.Fatal(err)
	}
	for lane, waiting := range pending.Lanes {
		for range waiting.Jobs {
			job, err := r.store.Take(context.Background(), "idle", room.Lane(lane))
			if err == nil {
				err = r.store.Done(context.Background(), job)
			}
			if err != nil {
				rt.Fatal(err)
			}
		}
	}
	r.mustHaveJobs(rt, 0)
}

// mustHaveJobs checks the number of jobs in the queue.
func (r *series) mustHaveJobs(rt *rapid.T, want int) {
	if n, err := storetest.Backlog(context.Background(), r.store); err != nil || n != want {
		rt.Fatalf("%d jobs are queued, want %d (%v)", n, want, err)
	}
}
