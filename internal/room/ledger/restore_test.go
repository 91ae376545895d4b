package ledger_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var restoreCases = []testCase{
	{"RestoresLogAndEffects", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		log := p.log(12)
		r := game("a", 1, start, "p", "q")
		must(t, s.Restore(testContext(t), "a", log, room.Effects{Due: start, List: room.OpenPlaying, Job: true, Record: r}))
		for i, e := range read(t, s, "a", 0) {
			sameEntry(t, e, log[i])
		}
		wantDue(t, s, start, "a")
		wantRooms(t, s, room.OpenPlaying, "a")
		if job := take(t, s, "w"); job.Room != "a" || job.N != 12 {
			t.Fatalf("job %+v", job)
		}
		got, err := s.Game(testContext(t), r.ID())
		must(t, err)
		sameRecord(t, got, *r)
		for _, player := range []room.PlayerID{"", "p", "q"} {
			wantPages(t, s, storage.GamesQuery{Player: player, Limit: 5}, 1)
		}
		p.write(t, s, room.Effects{}) // a restored log accepts more entries
		if got := read(t, s, "a", 0); len(got) != 13 {
			t.Fatalf("%d entries", len(got))
		}
	}},
	{"RestoresOnlyWithoutALog", func(t *testing.T, s *suite) {
		(&roomWriter{id: "a"}).write(t, s, room.Effects{})
		log := (&roomWriter{id: "a"}).log(3)
		fx := room.Effects{Due: start, List: room.Waiting, Job: true, Record: game("a", 1, start, "p", "q")}
		wantErr(t, "Restore onto a log", s.Restore(testContext(t), "a", log, fx), storage.ErrConflict)
		if got := read(t, s, "a", 0); len(got) != 1 {
			t.Fatalf("%d entries", len(got))
		}
		wantNothing(t, s)
		must(t, s.Delete(testContext(t), "a", 1))
		must(t, s.Restore(testContext(t), "a", log, room.Effects{}))
		wantErr(t, "Restore again", s.Restore(testContext(t), "a", log, fx), storage.ErrConflict)
	}},
	{"RestoresOnlyAValidLog", func(t *testing.T, s *suite) {
		log := (&roomWriter{id: "a"}).log(3)
		for name, bad := range map[string][]room.Entry{
			"nothing": nil, "its end": log[1:], "a gap": {log[0], log[2]}, "another order": {log[1], log[0]},
			"another log's end": {log[0], (&roomWriter{id: "b"}).log(2)[1]}, "one twice": {log[0], log[0]},
		} {
			fx := room.Effects{Due: start, Record: game("a", 1, start, "p", "q")}
			wantErr(t, name, s.Restore(testContext(t), "a", bad, fx), room.ErrDamaged)
		}
		if got := read(t, s, "a", 0); len(got) != 0 {
			t.Fatalf("%d entries", len(got))
		}
		wantNothing(t, s)
	}},
	{"RestoresTheLongestLog", func(t *testing.T, s *suite) {
		n := room.MaxEntries
		if testing.Short() {
			n /= 10
		}
		log := (&roomWriter{id: "a"}).log(n)
		err := s.Restore(testContext(t), "a", log, room.Effects{})
		for away := 0; storage.IsAway(err) && away < 10; away++ { // a busy machine may take longer than a call has
			time.Sleep(time.Second)
			err = s.Restore(testContext(t), "a", log, room.Effects{})
		}
		if !errors.Is(err, storage.ErrConflict) { // else an attempt before was carried out, and its answer came too late
			must(t, err)
		}
		got := read(t, s, "a", 0)
		if len(got) != len(log) || got[len(got)-1].Digest != log[len(log)-1].Digest {
			t.Fatalf("the restored log has %d entries, want %d", len(got), len(log))
		}
	}},
	{"TellsTheWatchers", func(t *testing.T, s *suite) {
		f := watch(t, s, "a")
		log := (&roomWriter{id: "a"}).log(3)
		must(t, s.Restore(testContext(t), "a", log, room.Effects{}))
		for _, e := range log {
			f.wantEntry(t, e)
		}
	}},
	{"OneOfTheRacingRestoresWins", func(t *testing.T, s *suite) {
		won := make(chan struct{}, 8)
		var all sync.WaitGroup
		for i := range cap(won) {
			all.Go(func() {
				if s.Restore(testContext(t), "a", (&roomWriter{id: "a"}).log(i+1), room.Effects{}) == nil {
					won <- struct{}{}
				}
			})
		}
		all.Wait()
		if len(won) != 1 {
			t.Fatalf("%d calls of Restore have stored their log, want 1", len(won))
		}
		read(t, s, "a", 0)
	}},
}

// log seals n entries and returns them.
func (p *roomWriter) log(n int) (entries []room.Entry) {
	for range n {
		e := p.next(fmt.Sprintf("%s-%d", p.id, p.n+1))
		p.n, p.last = e.N, e.Digest
		entries = append(entries, e)
	}
	return entries
}

// restoreMany stores n rooms, from many-0. Each has a game that ended a second after the
// game before it.
func restoreMany(t *testing.T, s *suite, n int) {
	t.Helper()
	ctx := testContext(t)
	next := make(chan int)
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for i := range next {
				id := room.ID(fmt.Sprintf("many-%d", i))
				r := game(id, 1, start.Add(time.Duration(i)*time.Second), "p", "q")
				if err := s.Restore(ctx, id, (&roomWriter{id: id}).log(1), room.Effects{Record: r}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}
