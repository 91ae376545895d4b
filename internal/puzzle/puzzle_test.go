package puzzle

import (
	"strings"
	"testing"
	"time"
)

func TestFileIsRead(t *testing.T) {
	puzzles, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i := range puzzles {
		lines = append(lines, puzzles[i].String())
	}
	_, after, _ := strings.Cut(text, "\n") // the first line is a comment
	if strings.Join(lines, "\n")+"\n" != after {
		t.Error("the puzzles do not give the file that they were read from")
	}
}

func TestDays(t *testing.T) {
	// A day lasts from midnight to midnight in UTC, wherever the clock of the hub is.
	day := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for d := -2 * Count; d <= 2*Count; d++ {
		begin := day.AddDate(0, 0, d)
		p, late := On(begin), On(begin.Add(24*time.Hour-1).In(time.FixedZone("", 14*3600)))
		if p.String() != late.String() {
			t.Fatalf("%v: two puzzles on one day", begin)
		}
		if want := Plies[(int(begin.Weekday())+6)%7]; p.Plies() != want {
			t.Errorf("%v: a win in %d plies, want %d", begin, p.Plies(), want)
		}
		if next := On(begin.AddDate(0, 0, 1)); p.String() == next.String() {
			t.Errorf("%v: the same puzzle as the day after", begin)
		}
		if again := On(begin.AddDate(0, 0, Count)); p.String() != again.String() {
			t.Errorf("%v: another puzzle after %d days", begin, Count)
		}
	}
}

func TestDamagedFile(t *testing.T) {
	for name, damaged := range map[string]string{
		"empty":            "",
		"a line less":      text[:strings.LastIndexByte(strings.TrimSpace(text), '\n')+1],
		"no turns":         strings.Replace(text, All()[0].String(), All()[0].Moves, 1),
		"no last turn":     strings.Replace(text, All()[0].String(), All()[0].Moves+" llWllll2", 1),
		"a turn too short": strings.Replace(text, All()[0].String(), All()[0].Moves+" llW2 llWllll", 1),
	} {
		if _, err := parse(damaged); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
