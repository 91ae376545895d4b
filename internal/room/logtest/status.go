package logtest

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
	{"ReportsItsClockOffset", reportsClockOffset},
	{"HasAClock", hasClock},
}

// hasClock moves the clock that the store was opened with.
func hasClock(t *testing.T, s *suite) {
	must(t, s.SyncClock(testContext(t)))
	for range 2 {
		if now := s.Now(); !now.Equal(s.clock.Now()) {
			t.Fatalf("the store's time is %v, want %v", now, s.clock.Now())
		}
		s.clock.advance(time.Hour)
	}
	if offset, known := s.ClockOffset(); known {
		t.Fatalf("the machine's clock is the store's, and differs from it by %v", offset)
	}
	canceled, cancel := context.WithCancel(testContext(t))
	cancel()
	wantErr(t, "SyncClock after its end", s.SyncClock(canceled), context.Canceled)
}

// reportsSize stores a megabyte, which the size must show. The disk of the test has space.
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
		t.Fatalf("the size is %d bytes with a megabyte more, and was %d before", a, b)
	}
}

// size returns how many bytes a store holds in memory or in a file.
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

// reportsClockOffset moves the clock of the process. If the store has a clock of its own,
// the offset must become smaller.
func reportsClockOffset(t *testing.T, s *suite) {
	before := status(t, s).ClockOffset
	s.clock.advance(time.Hour)
	after := status(t, s).ClockOffset
	if (before == nil) != (after == nil) || before != nil && *after >= *before {
		t.Fatalf("this clock was set ahead; the offset of the store's clock was %v and is %v", before, after)
	}
}

// status returns the status of a store that works.
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
