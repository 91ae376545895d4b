package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// minGarbage is the minimum number of bytes allocated between two garbage collections. A
// hub with a small heap would otherwise collect very often under load. A large heap is
// collected as in any Go program.
const minGarbage = 64 << 20

// tuneGC adjusts the GC percentage after each collection, so that at least minGarbage bytes
// are allocated before the next one. It does nothing if the operator has set GOGC. A memory
// limit (GOMEMLIMIT) still applies.
func tuneGC() {
	current := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	if metrics.Read(current); current[0].Value.Uint64() == 100 {
		afterGC(new(gcSentinel))
	}
}

// gcSentinel is an object without references, so its finalizer runs after the next collection.
type gcSentinel struct{ _ [16]byte }

// afterGC sets the GC percentage and makes itself run again after the next collection.
func afterGC(c *gcSentinel) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(gcPercent(live[0].Value.Uint64()))
	runtime.SetFinalizer(c, afterGC)
}

// gcPercent returns the GC percentage for a heap with this many live bytes.
func gcPercent(live uint64) int {
	const minHeap = 4 << 20 // the runtime's minimum heap size at 100 %
	return int(max(100, minGarbage*100/max(live, minHeap)))
}
