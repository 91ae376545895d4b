package ledger_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var snapshotCases = []testCase{
	{"TailWithoutASnapshotIsTheWholeLog", func(t *testing.T, s *suite) {
		wantTail(t, s, "nobody", "", nil)
		log := (&roomWriter{id: "a"}).log(2*room.SnapshotInterval + 50)
		must(t, s.Restore(testContext(t), "a", log, room.Effects{}))
		wantTail(t, s, "a", "", log)
		for n := room.SnapshotInterval - 1; n <= room.SnapshotInterval+1; n++ {
			p := &roomWriter{id: room.ID("b" + string(rune('a'+n-room.SnapshotInterval+1)))}
			log := p.log(n)
			must(t, s.Restore(testContext(t), p.id, log, room.Effects{}))
			wantTail(t, s, p.id, "", log)
		}
	}},
	{"TailBeginsWithTheSnapshot", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		log := p.log(250)
		must(t, s.Restore(testContext(t), "a", log, room.Effects{}))
		keep(t, s, "a", 100, "{first \x00 snapshot}")
		wantTail(t, s, "a", "{first \x00 snapshot}", log[99:])
		keep(t, s, "a", 250, "second")
		wantTail(t, s, "a", "second", log[249:])
		last := p.write(t, s, room.Effects{})
		wantTail(t, s, "a", "second", append(log[249:], last))
		wantTail(t, s, "other", "", nil)
	}},
	{"DeleteRemovesTheSnapshot", func(t *testing.T, s *suite) {
		p := &roomWriter{id: "a"}
		p.write(t, s, room.Effects{})
		keep(t, s, "a", 1, "snapshot")
		must(t, s.Delete(testContext(t), "a", 1))
		wantTail(t, s, "a", "", nil)
		again := (&roomWriter{id: "a"}).write(t, s, room.Effects{})
		wantTail(t, s, "a", "", []room.Entry{again})
	}},
	{"ClaimsWhatIsDue", func(t *testing.T, s *suite) {
		for i, id := range []room.ID{"b", "a", "later"} {
			due := start.Add(time.Duration(i*i) * time.Second)
			(&roomWriter{id: id}).write(t, s, room.Effects{Due: due})
		}
		var got []room.ID
		for shard := range s.Shards() {
			ids, err := s.ClaimDue(testContext(t), shard, start.Add(time.Second), 10)
			must(t, err)
			got = append(got, ids...)
		}
		if len(got) != 2 || s.Shards() == 1 && (got[0] != "b" || got[1] != "a") {
			t.Fatalf("claimed %v", got)
		}
	}},
}

// oneClaims checks that only one of two processes can claim a room that is due.
func oneClaims(t *testing.T, a, b *suite) {
	p := &roomWriter{id: "a"}
	p.write(t, a, room.Effects{Due: start})
	claim := func(s *suite, now time.Time, want int) {
		t.Helper()
		ids, err := s.ClaimDue(testContext(t), s.Shard("a"), now, 10)
		must(t, err)
		if len(ids) != want {
			t.Fatalf("claimed %v, want %d rooms", ids, want)
		}
	}
	claim(a, start, 1)
	claim(b, start, 0)
	wantDue(t, b, start, "a") // a claim does not change the deadline
	p.write(t, a, room.Effects{Due: start.Add(time.Second)})
	claim(b, start.Add(time.Second), 1) // a room with a new deadline can be claimed again
	claim(a, start.Add(time.Second), 0)
	a.clock.Add(storage.SweepLease)
	claim(a, start.Add(time.Second), 1) // the process with the claim has died
}

// keep calls KeepSnapshot, and waits until Tail returns the snapshot.
func keep(t *testing.T, s storage.Store, id room.ID, n uint64, snapshot string) {
	t.Helper()
	must(t, s.KeepSnapshot(testContext(t), id, n, []byte(snapshot)))
	within(t, "the snapshot is kept", func() bool {
		kept, _, err := s.Tail(testContext(t), id)
		must(t, err)
		return string(kept) == snapshot
	})
}

// within waits until done returns true. After patience it fails the test.
func within(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain for: %s", patience, what)
		}
	}
}

func wantTail(t *testing.T, s storage.Store, id room.ID, snapshot string, want []room.Entry) {
	t.Helper()
	kept, got, err := s.Tail(testContext(t), id)
	must(t, err)
	if string(kept) != snapshot || len(got) != len(want) {
		t.Fatalf("Tail of %s: snapshot %q and %d entries; want %q and %d", id, kept, len(got), snapshot, len(want))
	}
	for i := range got {
		sameEntry(t, got[i], want[i])
	}
}
