package play_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// openCPU bounds the CPU time of opening any room. It is four times the goal, because the race
// detector and other work of the process take time too. Without snapshots a room takes twice
// openCPU.
const openCPU = 20 * time.Millisecond

// cpuTime returns the CPU time that this process has used.
func cpuTime(t testing.TB) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// A room whose snapshot is as old as possible opens within openCPU. BenchmarkOpenCPU measures
// the longest room.
func TestOpeningTakesLittleCPU(t *testing.T) {
	const n, times = 4980, 100
	log, id, series := longRoom(t, n)
	log.keep(t, id, stateAt(t, series[:n-room.SnapshotInterval+1]))
	before := cpuTime(t)
	for range times {
		open(t, log, id)
	}
	each := (cpuTime(t) - before) / times
	t.Logf("%v of CPU to open a room", each)
	if each > openCPU {
		t.Errorf("opening a room takes %v of CPU", each)
	}
}

// BenchmarkOpenCPU prints the CPU time to open the longest room, with and without a snapshot.
func BenchmarkOpenCPU(b *testing.B) {
	log, id, _ := longRoom(b, 19_980)
	for name, log := range map[string]storage.Log{"snapshot": log, "whole": withoutSnapshots{log}} {
		b.Run(name, func(b *testing.B) {
			before := cpuTime(b)
			for b.Loop() {
				open(b, log, id)
			}
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "µs-CPU/op")
		})
	}
}
