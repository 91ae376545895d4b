package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

var caseTime = flag.Duration("case", 4*time.Second, "how long TestSimulationReproduces loads a real worker; 20s for a narrower comparison")

// In caseRooms rooms, people play the AI without a pause. caseSlots turns are searched at
// once, and the other rooms wait.
const (
	caseRooms = 6
	caseSlots = 2
	caseLevel = "expert" // its searches use their whole budget, so that other work on the machine changes little
)

// TestSimulationReproduces loads a real worker through a real hub with cmd/loadgen, and
// simulates the same rooms with the search times that the worker measured. The turns per second
// must agree. By Little's law, the mean reply times then agree too.
func TestSimulationReproduces(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a real worker")
	}
	bin := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin+string(filepath.Separator), "../../cmd/hub", "../../cmd/loadgen", "../../cmd/aiworker").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	store, hub, admin := redistest.New(t).URL(), redistest.FreeAddr(t), redistest.FreeAddr(t)
	start(t, filepath.Join(bin, "hub"), "-store", store, "-workers", "0", "-addr", hub, "-admin", "none", "-trusted-proxies", "127.0.0.0/8")
	start(t, filepath.Join(bin, "aiworker"), "-store", store, "-concurrency", strconv.Itoa(caseSlots), "-admin", admin)
	redistest.Await(t, "hub and worker", func() bool {
		return get("http://"+hub+"/healthz") != nil && get("http://"+admin+"/metrics") != nil
	})

	begin := time.Now()
	// The worker would give all rooms of one address only one of the two slots.
	load := exec.CommandContext(t.Context(), filepath.Join(bin, "loadgen"), "-url", "http://"+hub, "-addresses", "-rooms", strconv.Itoa(caseRooms),
		"-ai", strconv.Itoa(caseRooms), "-level", caseLevel, "-duration", caseTime.String(), "-warmup", "1s", "-json", "-")
	load.Stderr = io.Discard
	out, err := load.Output()
	var report struct {
		Moves   int     `json:"moves"`
		Seconds float64 `json:"seconds"`
	}
	if err != nil || json.Unmarshal(out, &report) != nil || report.Moves == 0 {
		t.Fatalf("loadgen: %v\n%s", err, out)
	}
	t.Logf("%d moves in %.1f s, %v for the whole run", report.Moves, report.Seconds, time.Since(begin).Round(time.Millisecond))

	metrics := get("http://" + admin + "/metrics")
	file := filepath.Join(t.TempDir(), "metrics.txt")
	if err := os.WriteFile(file, metrics, 0o600); err != nil {
		t.Fatal(err)
	}
	status, text, stderr := commandLine(t, fmt.Sprintf("-workers 1 -concurrency %d -rooms %d -mix %s -measured %s -jobs 20000",
		caseSlots, caseRooms, caseLevel, file))
	if status != 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	measured, simulated := float64(report.Moves)/report.Seconds, resultRate(t, text)
	t.Logf("measured %.2f turns/s, simulated %.2f: ratio %.2f", measured, simulated, measured/simulated)
	t.Logf("mean reply by Little's law: measured %.0f ms, simulated %.0f ms", 1000*caseRooms/measured, 1000*caseRooms/simulated)
	if ratio := measured / simulated; ratio < 0.6 || ratio > 1.5 {
		t.Errorf("the simulation is off by a factor of %.2f:\n%s", ratio, text)
	}
}

// resultRate returns the turns per second that a simulation printed.
func resultRate(t *testing.T, out string) float64 {
	t.Helper()
	m := regexp.MustCompile(`: ([0-9.]+) turns/s`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("no turns/s in\n%s", out)
	}
	rate, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return rate
}

// start runs a program until the test is over.
func start(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// get returns the body at an address, or nil on any error.
func get(url string) []byte {
	res, err := http.Get(url)
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return nil
	}
	return body
}
