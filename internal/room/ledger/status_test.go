package ledger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var statusCases = []testCase{
	{"ReportsItsSize", reportsSize},
	{"HasAClock", hasClock},
}

// hasClock advances the suite's clock. The store must show the new time.
func hasClock(t *testing.T, s *suite) {
	must(t, s.SyncClock(testContext(t)))
	for range 2 {
		if now := s.Now(); !now.Equal(s.clock.Now()) {
			t.Fatalf("the store's time is %v, want %v", now, s.clock.Now())
		}
		s.clock.Add(time.Hour)
	}
	if offset, known := s.ClockOffset(); known {
		t.Fatalf("the store uses the clock of the process, but reports the offset %v", offset)
	}
	canceled, cancel := context.WithCancel(testContext(t))
	cancel()
	wantErr(t, "SyncClock after its end", s.SyncClock(canceled), context.Canceled)
}

// reportsSize stores a megabyte. The size that the store reports must grow. The disk of the
// test must have space.
func reportsSize(t *testing.T, s *suite) {
	must(t, s.CheckSpace())
	before := status(t, s)
	p := &roomWriter{id: "a"}
	var entries []room.Entry
	for range 100 {
		e := p.next(strings.Repeat("x", 10_000))
		p.n, p.last = e.N, e.Digest
		entries = append(entries, e)
	}
	must(t, s.Restore(testContext(t), "a", entries, room.Effects{}))
	after := status(t, s)
	if b, a := size(t, before), size(t, after); a < b+500_000 {
		t.Fatalf("after a megabyte was stored, the size is %d bytes, was %d before", a, b)
	}
}

// size returns the bytes that a store uses in memory or in a file.
func size(t tb, st storage.Status) int64 {
	t.Helper()
	switch {
	case st.Memory != nil && st.File == nil:
		return st.Memory.Used
	case st.File != nil && st.Memory == nil:
		return st.File.Size
	}
	t.Fatalf("%+v: want the size of either the memory or the file", st)
	return 0
}

// status returns the status of the store. It fails the test if the last save of any kind failed.
func status(t tb, s storage.Store) storage.Status {
	t.Helper()
	st, err := s.Status(testContext(t))
	must(t, err)
	for kind, ok := range st.Saved {
		if !ok {
			t.Fatalf("the last %s failed", kind)
		}
	}
	return st
}
