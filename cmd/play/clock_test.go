package main

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

func TestTimeOf(t *testing.T) {
	entries := exampleLog(t, clockGame)
	for _, c := range []struct {
		entries    int
		seat       room.Seat
		later      time.Duration // since the last of these entries
		used, left time.Duration
	}{
		{3, 2, 700 * time.Millisecond, 700 * time.Millisecond, time.Minute}, // a turn without a clock
		{6, 1, 700 * time.Millisecond, 1700 * time.Millisecond, 59_300 * time.Millisecond},
		{6, 1, 70 * time.Second, 71 * time.Second, 0},
		{6, 2, 700 * time.Millisecond, 2 * time.Second, time.Minute}, // in the turn of the other player
		{9, 1, 0, 6 * time.Second, 55_120 * time.Millisecond},        // after a takeback
		{13, 2, 10 * time.Second, 67 * time.Second, 0},               // the flag has fallen
	} {
		s := newScreen(t, config{}).showLog(ana, entries[:c.entries])
		s.m.clockOffset, s.m.now = 0, entries[c.entries-1].At.Add(c.later)
		if used, left := s.m.timeOf(c.seat); used != c.used || left != c.left {
			t.Errorf("after %d entries, seat %d: used %v, left %v, want %v and %v", c.entries, c.seat, used, left, c.used, c.left)
		}
	}
}

func TestClockText(t *testing.T) {
	for text, d := range map[string]time.Duration{"0:00": 0, "4:05": 245 * time.Second, "1:04:05": 3845 * time.Second} {
		if got := clockText(d, false); got != text {
			t.Errorf("%v: got %q", d, got)
		}
	}
	if got := clockText(9_870*time.Millisecond, true); got != "0:09.8" {
		t.Errorf("tenths: %q", got)
	}
}
