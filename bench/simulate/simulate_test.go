package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/bench/simulate/queuesim"
)

// commandLine runs a command line and returns what it writes.
func commandLine(t *testing.T, line string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), strings.Fields(line), &out, &errs)
	return status, out.String(), errs.String()
}

func TestHelp(t *testing.T) {
	if status, _, stderr := commandLine(t, "-h"); status != 0 || !strings.Contains(stderr, "Usage: simulate") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestSimulatePrintsWaits(t *testing.T) {
	line := "-workers 2 -concurrency 2 -rate 300 -mix easy=6,strong=3,perfect=1 -analyses 1 -jobs 20000"
	status, out, stderr := commandLine(t, line)
	if status != 0 || !strings.Contains(out, "2 workers with 2 searches at once") {
		t.Fatalf("status %d, %s\n%s", status, stderr, out)
	}
	for _, row := range []string{"easy", "strong", "perfect", "all turns", "analyses"} {
		if !strings.Contains(out, " "+row+"  ") {
			t.Errorf("there is no line for %s in\n%s", row, out)
		}
	}
	if _, again, _ := commandLine(t, line); again != out {
		t.Errorf("a second run prints\n%s\nwant\n%s", again, out)
	}
}

func TestSimulateRefuses(t *testing.T) {
	for _, c := range []struct {
		line, want string
		status     int
	}{
		{"", "-rate or -rooms", 2},
		{"4453", "not a flag", 2},
		{"-rate 1 -rooms 1", "-rate or -rooms", 2},
		{"-rate 1 -workers 0", "at least 1", 2},
		{"-rate -1", "must not be negative", 2},
		{"-rate 1 -mix hard", "levels are", 2},
		{"-rate 1 -mix easy=0", "above 0", 2},
		{"-rate 1 -measured " + filepath.Join(t.TempDir(), "none"), "no such file", 1},
		{"-rate 1 -measured main.go", "no search times", 1},
		{"-rate 100 -mix expert", "without end", 1},
	} {
		if status, _, stderr := commandLine(t, c.line); status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s", c.line, status, stderr)
		}
	}
}

// -measured reads the output of -measure, and a simulation then has the same mean search
// time.
func TestSimulateMeasures(t *testing.T) {
	status, out, stderr := commandLine(t, "-measure 1ms -game connect4:5x4:3")
	if status != 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	measured, err := queuesim.ReadMeasured(strings.NewReader(out))
	if err != nil || len(measured) != 7 {
		t.Fatalf("%d levels, error %v, in\n%s", len(measured), err, out)
	}
	file := filepath.Join(t.TempDir(), "measured.txt")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	// With one room and no pause, the turns per second follow from the mean search time.
	status, out, stderr = commandLine(t, "-rooms 1 -overhead 0 -mix expert -jobs 20000 -measured "+file)
	rate := resultRate(t, out)
	if want := 1 / measured["expert"].Mean(); status != 0 || math.Abs(rate-want) > want/10 {
		t.Errorf("status %d, %s: %g turns/s, and %g were measured", status, stderr, rate, want)
	}
}
