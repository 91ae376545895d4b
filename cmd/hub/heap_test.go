package main

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

// Between two collections, the heap may grow by at least minGarbage and at least 100 %.
func TestGCPercent(t *testing.T) {
	for _, live := range []uint64{0, 1, 1 << 20, 5 << 20, 64 << 20, 65 << 20, 1 << 40} {
		p := uint64(gcPercent(live))
		garbage := max(live, 4<<20) / 100 * p
		if p < 100 || garbage > max(minGarbage, live) || garbage+1<<20 < max(minGarbage, live) {
			t.Errorf("%d live bytes: %d %%, %d bytes of garbage", live, p, garbage)
		}
	}
}

// The GC percentage follows the size of the heap.
func TestTuneGC(t *testing.T) {
	expect := func(what string, ok func(percent uint64) bool) {
		t.Helper()
		current := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		for range 1000 {
			runtime.GC()
			time.Sleep(time.Millisecond) // for the finalizer's goroutine
			if metrics.Read(current); ok(current[0].Value.Uint64()) {
				return
			}
		}
		t.Errorf("%s: GC percentage %d", what, current[0].Value.Uint64())
	}
	tuneGC()
	expect("small heap", func(p uint64) bool { return p > 100 })
	heap := make([]byte, 2*minGarbage)
	expect("large heap", func(p uint64) bool { return p == 100 })
	runtime.KeepAlive(heap)
}
