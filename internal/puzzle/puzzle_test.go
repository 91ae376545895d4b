package puzzle

import (
	"testing"
	"time"
)

func TestDays(t *testing.T) {
	if len(all) != Count {
		t.Fatalf("%d puzzles, want %d", len(all), Count)
	}
	// A day lasts from midnight to midnight in UTC, wherever the clock of the hub is.
	day := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for d := -2 * Count; d <= 2*Count; d++ {
		begin := day.AddDate(0, 0, d)
		p, late := On(begin), On(begin.Add(24*time.Hour-1).In(time.FixedZone("", 14*3600)))
		if p.Moves != late.Moves {
			t.Fatalf("%v: two puzzles on one day", begin)
		}
		if want := Plies[(int(begin.Weekday())+6)%7]; p.Plies() != want {
			t.Errorf("%v: a win in %d plies, want %d", begin, p.Plies(), want)
		}
		if next := On(begin.AddDate(0, 0, 1)); p.Moves == next.Moves {
			t.Errorf("%v: the same puzzle as the day after", begin)
		}
		if again := On(begin.AddDate(0, 0, Count)); p.Moves != again.Moves {
			t.Errorf("%v: another puzzle after %d days", begin, Count)
		}
	}
}
