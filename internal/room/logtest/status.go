package logtest

import (
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var statusCases = []testCase{
	{"ReportsItsSize", reportsSize},
	{"ReportsItsClockOffset", reportsClockOffset},
}

// reportsSize stores a megabyte, which the size must show.
func reportsSize(t *testing.T, s *suite) {
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
	if b, a := held(t, before), held(t, after); a < b+500_000 {
		t.Fatalf("with a megabyte more it holds %d bytes, %d before", a, b)
	}
}

// held returns how many bytes a store holds.
func held(t tb, st storage.Status) int64 {
	t.Helper()
	switch {
	case st.Memory != nil && st.File == nil:
		return st.Memory.Used
	case st.File != nil && st.Memory == nil:
		return st.File.Size
	}
	t.Fatalf("%+v: it holds what it holds in memory or in a file", st)
	return 0
}

// reportsClockOffset moves the clock of the process, if the store has a clock of its own.
func reportsClockOffset(t *testing.T, s *suite) {
	before := status(t, s).ClockOffset
	s.clock.advance(time.Hour)
	after := status(t, s).ClockOffset
	if (before == nil) != (after == nil) || before != nil && *after >= *before {
		t.Fatalf("this clock was set ahead, and the store's was ahead of it by %v, now by %v", before, after)
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
