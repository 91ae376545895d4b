package ledger_test

import (
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var watchCases = []testCase{
	{"TellsInOrder", func(t *testing.T, s *suite) {
		f := watch(t, s, "a")
		p, other := &roomWriter{id: "a"}, &roomWriter{id: "b"}
		for range 10 {
			want := p.write(t, s, room.Effects{})
			other.write(t, s, room.Effects{})
			f.wantEntry(t, want)
		}
		here := storage.RoomPresence{Spectators: 3}
		begin(t, s, "h")
		announce(t, s, "a", "h", here)
		if n := f.next(t); n.Presence == nil || *n.Presence != here {
			t.Fatalf("got %+v, want a notice of presence", n)
		}
		must(t, s.Delete(testContext(t), "a", 10))
		if n := f.next(t); !n.Gone {
			t.Fatalf("got %+v, want Gone", n)
		}
		// The watch goes on after the room is deleted.
		want := (&roomWriter{id: "a"}).write(t, s, room.Effects{})
		f.wantEntry(t, want)
	}},
	{"TouchAndFailedCallsTellNothing", func(t *testing.T, s *suite) {
		f := watch(t, s, "a")
		p := &roomWriter{id: "a"}
		first := p.write(t, s, room.Effects{})
		wantErr(t, "Append 1 again", s.Append(testContext(t), "a", (&roomWriter{id: "a"}).next("x"), room.Effects{}), storage.ErrConflict)
		wantErr(t, "Delete at 9", s.Delete(testContext(t), "a", 9), storage.ErrConflict)
		must(t, s.Touch(testContext(t), "a", 1, room.Effects{Due: start, Job: true}))
		second := p.write(t, s, room.Effects{})
		f.wantEntry(t, first)
		f.wantEntry(t, second)
	}},
	{"NothingIsMissedBetweenWatchAndRead", missNothing},
	{"SlowWatcherIsToldLost", slowWatcherIsToldLost},
}

// slowWatcherIsToldLost sends a blocked watcher more notices than the store keeps for it.
func slowWatcherIsToldLost(t *testing.T, s *suite) {
	begin(t, s, "h")
	f, proceed := blockedWatch(t, s, "a")
	const announced = 1500
	for i := range announced {
		announce(t, s, "a", "h", storage.RoomPresence{Spectators: i + 1})
	}
	close(proceed)
	for told := 0; !f.next(t).Lost; told++ {
		if told == announced {
			t.Fatalf("the watcher received all %d notices, want Lost", announced)
		}
	}
	last := storage.RoomPresence{Spectators: announced + 1}
	announce(t, s, "a", "h", last)
	for n := f.next(t); n.Presence == nil || *n.Presence != last; {
		n = f.next(t)
	}
}

// blockedWatch returns a feed that receives no further notices until proceed is closed.
func blockedWatch(t tb, s storage.Store, id room.ID) (f *feed, proceed chan struct{}) {
	t.Helper()
	proceed = make(chan struct{})
	f = &feed{notices: make(chan storage.Notice, 4096)}
	stop, err := s.Watch(testContext(t), id, func(n storage.Notice) {
		if !t.Failed() {
			await(t, proceed, "the calls of the store to return without the watcher")
		}
		f.notices <- n
	})
	must(t, err)
	f.stop = stop
	return f, proceed
}

// missNothing begins watches while a writer writes. Each watcher reads the log, and then
// skips the notices of entries that it has. The watcher must find no gap.
func missNothing(t *testing.T, s *suite) {
	const length = 60
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		p := &roomWriter{id: "a"}
		for range length {
			p.write(t, s, room.Effects{})
		}
	})
	for range 6 {
		wg.Go(func() {
			f := watch(t, s, "a")
			defer f.stop()
			entries, err := s.Read(testContext(t), "a", 0, storage.All)
			if err != nil {
				t.Errorf("Read: %v", err)
				return
			}
			n := uint64(len(entries))
			for n < length {
				e := f.next(t).Entry
				switch {
				case e == nil:
					t.Error("a notice has no entry")
					return
				case e.N > n+1:
					t.Errorf("received entry %d after entry %d", e.N, n)
					return
				case e.N == n+1:
					n++
				}
			}
		})
	}
}

// feed holds the notices that a watcher has received and the test has not yet read.
type feed struct {
	notices chan storage.Notice
	stop    func()
}

func watch(t tb, s storage.Store, id room.ID) *feed {
	t.Helper()
	f := &feed{notices: make(chan storage.Notice, 4096)}
	stop, err := s.Watch(testContext(t), id, func(n storage.Notice) {
		if fields := count(n.Entry != nil, n.Presence != nil, n.Gone, n.Lost); fields != 1 {
			t.Errorf("a notice with %d fields: %+v", fields, n)
		}
		f.notices <- n
	})
	if err != nil {
		t.Errorf("Watch: %v", err)
		stop = func() {}
	}
	f.stop = stop
	return f
}

func count(set ...bool) (n int) {
	for _, b := range set {
		if b {
			n++
		}
	}
	return n
}

// wantEntry checks that the next notice is an entry.
func (f *feed) wantEntry(t tb, want room.Entry) {
	t.Helper()
	n := f.next(t)
	if n.Entry == nil {
		t.Fatalf("got %+v, want the entry %s", n, want.Raw())
	}
	sameEntry(t, *n.Entry, want)
}

// next returns the next notice.
func (f *feed) next(t tb) storage.Notice {
	t.Helper()
	return await(t, f.notices, "a notice")
}

// await receives a value. After patience it fails the test and returns a zero value.
func await[T any](t tb, ch <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-ch:
	case <-time.After(patience):
		t.Errorf("waited %v for %s", patience, what)
	}
	return v
}
