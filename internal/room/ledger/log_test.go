package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var logCases = []testCase{
	{"ReadsWhatWasAppended", func(t *testing.T, s *suite) {
		p, other := &roomWriter{id: "a"}, &roomWriter{id: "a-b"}
		var written []room.Entry
		for range 12 { // more than 9 entries, because "10" sorts before "9"
			written = append(written, p.write(t, s, room.Effects{}))
			other.write(t, s, room.Effects{})
		}
		for after := range uint64(15) {
			got := read(t, s, "a", after)
			want := written[min(after, 12):]
			if len(got) != len(want) {
				t.Fatalf("Read after %d: %d entries, want %d", after, len(got), len(want))
			}
			for i := range got {
				sameEntry(t, got[i], want[i])
			}
		}
	}},
	{"KeepsBytes", func(t *testing.T, s *suite) {
		e, err := room.Seal("", 1, start, "p", "", room.Named{Seat: 2, Name: "é\u2028\x00\"<&>\\ 🎈 \r\n"})
		must(t, err)
		must(t, s.Append(testContext(t), "a", e, room.Effects{}))
		sameEntry(t, read(t, s, "a", 0)[0], e)
	}},
	{"AppendsOnlyAtTheEnd", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		ahead := &roomWriter{id: "a", n: 1}
		wantErr(t, "Append 2 to nothing", s.Append(testContext(t), "a", ahead.next("x"), room.Effects{}), storage.ErrConflict)
		p.write(t, s, room.Effects{})
		p.write(t, s, room.Effects{})
		for _, n := range []uint64{0, 1, 3, 9} { // each appends entry n+1
			at := &roomWriter{id: "a", n: n}
			fx := room.Effects{Due: start, List: room.Waiting, Job: true, Record: game("a", 1, start, "p", "q")}
			wantErr(t, fmt.Sprintf("Append %d after 2", n+1), s.Append(testContext(t), "a", at.next("x"), fx), storage.ErrConflict)
		}
		if got := read(t, s, "a", 0); len(got) != 2 {
			t.Fatalf("refused entries were stored: %d entries", len(got))
		}
		wantNothing(t, s)
	}},
	{"AppendsOnlyAfterTheEntryThatTheWriterKnows", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{})
		before := *p
		p.write(t, s, room.Effects{})
		lost := before.next("entry 2 of a log that was cut after 1 and then continued")
		other := &roomWriter{id: "a", n: 2, last: lost.Digest}
		wantErr(t, "Append 3 after another entry 2", s.Append(testContext(t), "a", other.next("x"), room.Effects{Due: start}), storage.ErrConflict)
		unknown := &roomWriter{id: "a", n: 2}
		wantErr(t, "Append 3 without the digest of entry 2", s.Append(testContext(t), "a", unknown.next("x"), room.Effects{Due: start}), storage.ErrConflict)
		p.write(t, s, room.Effects{})
	}},
	{"TellsLengths", func(t *testing.T, s *suite) {
		for name, n := range map[room.ID]int{"a": 3, "b": 1, "c": 2} {
			p := &roomWriter{id: name}
			for range n {
				p.write(t, s, room.Effects{})
			}
		}
		must(t, s.Delete(testContext(t), "c", 2))
		want := map[room.ID]uint64{"a": 3, "b": 1}
		byShard := map[int][]room.ID{}
		for _, id := range []room.ID{"b", "nobody", "a", "c", "a"} {
			k := s.Shard(id)
			byShard[k] = append(byShard[k], id)
		}
		for _, ids := range byShard {
			got, err := s.Lengths(testContext(t), ids)
			must(t, err)
			for i, id := range ids {
				if got[i] != want[id] {
					t.Fatalf("the log of %s has %d entries, want %d", id, got[i], want[id])
				}
			}
		}
	}},
	{"OneOfTheRacingWritersWins", func(t *testing.T, s *suite) { raceForNumbers(t, s, s) }},
	{"Deletes", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Record: game("a", 1, start, "p", "q")})
		p.write(t, s, room.Effects{Due: start, List: room.Playing, Job: true})
		other := &roomWriter{id: "b"}
		other.write(t, s, room.Effects{Due: start, List: room.Playing, Job: true})
		for _, n := range []uint64{0, 1, 3} {
			wantErr(t, "Delete at the wrong n", s.Delete(testContext(t), "a", n), storage.ErrConflict)
		}
		if got := read(t, s, "a", 0); len(got) != 2 {
			t.Fatalf("a refused Delete left %d entries", len(got))
		}
		must(t, s.Delete(testContext(t), "a", 2))
		if got := read(t, s, "a", 0); len(got) != 0 {
			t.Fatalf("Delete left %d entries", len(got))
		}
		wantDue(t, s, start, "b")
		wantRooms(t, s, room.Playing, "b")
		wantBacklog(t, s, 1)
		if job := take(t, s, "w"); job.Room != "b" {
			t.Fatalf("took a job of room %s", job.Room)
		}
		if _, err := s.Game(testContext(t), room.GameID{Room: "a", Game: 1}); err != nil {
			t.Fatalf("Delete has removed the record: %v", err)
		}
	}},
	{"BeginsAgainAfterDelete", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{})
		must(t, s.Delete(testContext(t), "a", 1))
		wantErr(t, "Delete again at 1", s.Delete(testContext(t), "a", 1), storage.ErrConflict)
		(&roomWriter{id: "a"}).write(t, s, room.Effects{})
		if got := read(t, s, "a", 0); len(got) != 1 {
			t.Fatalf("%d entries", len(got))
		}
	}},
	{"Touches", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{Due: start, List: room.Waiting})
		later := start.Add(time.Minute)
		fx := room.Effects{Due: later, List: room.Playing, Job: true, Record: game("a", 1, start, "p", "q")}
		for _, n := range []uint64{0, 2} {
			wantErr(t, "Touch at the wrong n", s.Touch(testContext(t), "a", n, fx), storage.ErrConflict)
		}
		wantDue(t, s, start, "a")
		wantRooms(t, s, room.Waiting, "a")
		wantBacklog(t, s, 0)
		must(t, s.Touch(testContext(t), "a", 1, fx))
		wantDue(t, s, start)
		wantDue(t, s, later, "a")
		wantRooms(t, s, room.Waiting)
		wantRooms(t, s, room.Playing, "a")
		if job := take(t, s, "w"); job.Room != "a" || job.N != 1 {
			t.Fatalf("job %+v", job)
		}
		if len(read(t, s, "a", 0)) != 1 {
			t.Fatal("Touch changed the log")
		}
		if _, err := s.Game(testContext(t), room.GameID{Room: "a", Game: 1}); !errors.Is(err, storage.ErrNotFound) {
			t.Fatalf("Touch stored a record: %v", err)
		}
		must(t, s.Touch(testContext(t), "a", 1, room.Effects{}))
		wantDue(t, s, later)
		wantRooms(t, s, room.Playing)
	}},
}

// raceForNumbers lets writers race to append each entry number, through all handles. Each
// number must have one winner, and the log must have the winner's entry.
func raceForNumbers(t *testing.T, stores ...storage.Store) {
	const writers, length = 8, 25
	var mu sync.Mutex
	won := make(map[uint64]string)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			s := stores[i%len(stores)]
			p := &roomWriter{id: "contested"}
			for p.n < length {
				word := fmt.Sprintf("writer%d-%d", i, p.n)
				e := p.next(word)
				err := s.Append(testContext(t), p.id, e, room.Effects{})
				switch {
				case err == nil:
					mu.Lock()
					if before, ok := won[e.N]; ok {
						t.Errorf("the appends of %s and of %s as entry %d both succeeded", before, word, e.N)
					}
					won[e.N] = word
					mu.Unlock()
				case !errors.Is(err, storage.ErrConflict):
					t.Errorf("Append: %v", err)
					return
				}
				entries, err := s.Read(context.Background(), p.id, p.n, storage.All)
				if err != nil || len(entries) == 0 {
					t.Errorf("after an Append at %d: %d entries, error %v", p.n+1, len(entries), err)
					return
				}
				last := entries[len(entries)-1]
				p.n, p.last = last.N, last.Digest
			}
		})
	}
	wg.Wait()
	entries := read(t, stores[0], "contested", 0)
	if len(entries) < length || len(entries) != len(won) {
		t.Fatalf("the log has %d entries, but %d were acknowledged", len(entries), len(won))
	}
	for _, e := range entries {
		if e.Cmd != won[e.N] {
			t.Fatalf("entry %d is by %s, but %s was acknowledged", e.N, e.Cmd, won[e.N])
		}
	}
}

func sameEntry(t tb, got, want room.Entry) {
	t.Helper()
	if string(got.Raw()) != string(want.Raw()) || got.N != want.N || !got.At.Equal(want.At) ||
		got.By != want.By || got.Cmd != want.Cmd || got.Digest != want.Digest || got.Event != want.Event {
		t.Fatalf("got entry %s\nwant %s", got.Raw(), want.Raw())
	}
}

var contextCases = []testCase{
	{"EveryMethodReturnsTheErrorOfItsContext", func(t *testing.T, s *suite) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		EveryMethodFails(t, ctx, s, context.Canceled)
	}},
}

// EveryMethodFails calls each method of a store except for Close. Each must fail with
// want.
func EveryMethodFails(t *testing.T, ctx context.Context, s storage.Store, want error) {
	t.Helper()
	job := storage.Job{Room: "a", N: 1, Token: "1/1/0/origin/player/a"}
	e := (&roomWriter{id: "a"}).next("x")
	for name, call := range map[string]func() error{
		"Append":       func() error { return s.Append(ctx, "a", e, room.Effects{}) },
		"Restore":      func() error { return s.Restore(ctx, "new", []room.Entry{e}, room.Effects{}) },
		"Touch":        func() error { return s.Touch(ctx, "a", 0, room.Effects{}) },
		"Read":         func() error { _, err := s.Read(ctx, "a", 0, storage.All); return err },
		"Tail":         func() error { _, _, err := s.Tail(ctx, "a"); return err },
		"KeepSnapshot": func() error { return s.KeepSnapshot(ctx, "a", 1, []byte("{}")) },
		"ClaimDue":     func() error { _, err := s.ClaimDue(ctx, s.Shard("a"), start, 1); return err },
		"Delete":       func() error { return s.Delete(ctx, "a", 0) },
		"Lengths":      func() error { _, err := s.Lengths(ctx, []room.ID{"a"}); return err },
		"Watch":        func() error { _, err := s.Watch(ctx, "new", func(storage.Notice) {}); return err },
		"Due":          func() error { _, err := s.Due(ctx, start, 1); return err },
		"Rooms":        func() error { _, err := s.Rooms(ctx, room.Waiting, 1); return err },
		"Heartbeat":    func() error { _, err := s.Heartbeat(ctx, s.Shard("a"), "h"); return err },
		"Announce":     func() error { return s.Announce(ctx, "a", "h", storage.RoomPresence{Spectators: 1}) },
		"Present":      func() error { _, err := s.Present(ctx, "a"); return err },
		"Asleep":       func() error { _, err := s.Asleep(ctx, "a"); return err },
		"Downtimes":    func() error { _, err := s.Downtimes(ctx, s.Shard("a")); return err },
		"Status":       func() error { _, err := s.Status(ctx); return err },
		"Take":         func() error { _, err := s.Take(ctx, "w", room.LaneQuick); return err },
		"Reply":        func() error { return s.Reply(ctx, e, room.Effects{}, "w", job) },
		"Renew":        func() error { return s.Renew(ctx, "w", job) },
		"Done":         func() error { return s.Done(ctx, job) },
		"Return":       func() error { return s.Return(ctx, "w", job) },
		"Leave":        func() error { return s.Leave(ctx, "w", job) },
		"Pending":      func() error { _, err := s.Pending(ctx); return err },
		"Game":         func() error { _, err := s.Game(ctx, room.GameID{Room: "a", Game: 1}); return err },
		"Games":        func() error { _, _, err := s.Games(ctx, storage.GamesQuery{Limit: 1}); return err },
		"Forget":       func() error { _, _, err := s.Forget(ctx, start, 1); return err },
	} {
		if err := call(); !errors.Is(err, want) {
			t.Errorf("%s: got error %v, want %v", name, err, want)
		}
	}
}
