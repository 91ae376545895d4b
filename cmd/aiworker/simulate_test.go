package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/queuesim"
)

func TestSimulateTellsWaits(t *testing.T) {
	line := "simulate -workers 2 -concurrency 2 -rate 300 -mix easy=6,strong=3,perfect=1 -analyses 1 -jobs 20000"
	status, out, stderr := commandLine(t, line, "")
	if status != 0 || !strings.Contains(out, "2 workers with 2 searches at once") {
		t.Fatalf("status %d, %s\n%s", status, stderr, out)
	}
	for _, row := range []string{"easy", "strong", "perfect", "all turns", "analyses"} {
		if !strings.Contains(out, " "+row+"  ") {
			t.Errorf("there is no line of %s in\n%s", row, out)
		}
	}
	if _, again, _ := commandLine(t, line, ""); again != out {
		t.Errorf("the same once more is\n%s\nand not\n%s", again, out)
	}
}

func TestSimulateRefuses(t *testing.T) {
	for _, c := range []struct {
		line, want string
		status     int
	}{
		{"simulate", "-rate or -rooms", 2},
		{"simulate -rate 1 -rooms 1", "-rate or -rooms", 2},
		{"simulate -rate 1 -workers 0", "at least 1", 2},
		{"simulate -rate -1", "0 or more", 2},
		{"simulate -rate 1 -mix hard", "levels are", 2},
		{"simulate -rate 1 -mix easy=0", "above 0", 2},
		{"simulate -rate 1 -measured " + filepath.Join(t.TempDir(), "none"), "no such file", 1},
		{"simulate -rate 1 -measured simulate.go", "no search times", 1},
		{"simulate -rate 100 -mix expert", "without end", 1},
	} {
		if status, _, stderr := commandLine(t, c.line, ""); status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s", c.line, status, stderr)
		}
	}
}

// What -measure writes is what -measured reads, and what a simulation takes as long as.
func TestSimulateMeasures(t *testing.T) {
	status, out, stderr := commandLine(t, "simulate -measure 1ms -game connect4:5x4:3", "")
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
	// One room, no pause: as many turns a second as searches fit into one.
	status, out, stderr = commandLine(t, "simulate -rooms 1 -overhead 0 -mix expert -jobs 20000 -measured "+file, "")
	rate := resultRate(t, out)
	if want := 1 / measured["expert"].Mean(); status != 0 || math.Abs(rate-want) > want/10 {
		t.Errorf("status %d, %s: %g turns/s, and %g were measured", status, stderr, rate, want)
	}
}
