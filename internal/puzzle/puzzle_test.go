package puzzle

import (
	"strings"
	"testing"
	"time"
)

func TestDays(t *testing.T) {
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

func TestDamagedFile(t *testing.T) {
	if _, err := parse(text); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(text, "\n")
	moves, _, _ := strings.Cut(lines[1], " ") // of the first puzzle
	for name, damaged := range map[string]string{
		"empty":            "",
		"a line less":      text[:strings.LastIndexByte(strings.TrimSpace(text), '\n')+1],
		"no turns":         strings.Replace(text, lines[1], moves+"\n", 1),
		"no last turn":     strings.Replace(text, lines[1], moves+" llWllll2\n", 1),
		"a turn too short": strings.Replace(text, lines[1], moves+" llW2 llWllll\n", 1),
	} {
		if _, err := parse(damaged); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
