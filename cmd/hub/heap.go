package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// spareHeap is how much garbage may gather, in bytes, before it is collected,
// however small the heap is. A hub whose rooms fit into a few megabytes would
// otherwise collect a hundred times a second under load, a tenth of its time; one
// with a large heap collects as any Go program does.
const spareHeap = 64 << 20

// spareCollections sets the collector's pace after each collection, so that
// spareHeap holds, unless the operator has chosen a pace other than Go's own (GOGC).
// A memory limit (GOMEMLIMIT) counts all the same.
func spareCollections() {
	pace := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	if metrics.Read(pace); pace[0].Value.Uint64() == 100 {
		collected(new(cycle))
	}
}

// cycle becomes garbage at once: its finalizer runs after each collection.
type cycle struct{ _ [16]byte }

func collected(c *cycle) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percent(live[0].Value.Uint64()))
	runtime.SetFinalizer(c, collected)
}

// percent is by how much a heap may grow of which so many bytes are live.
func percent(live uint64) int {
	const least = 4 << 20 // the runtime lets a heap of this size grow by as much, however little is live
	return int(max(100, spareHeap*100/max(live, least)))
}
