package main

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

// The garbage that may gather is never less than spareHeap, nor than the heap.
func TestSpareHeap(t *testing.T) {
	for _, live := range []uint64{0, 1, 1 << 20, 5 << 20, 64 << 20, 65 << 20, 1 << 40} {
		p := uint64(percent(live))
		garbage := max(live, 4<<20) / 100 * p
		if p < 100 || garbage > max(spareHeap, live) || garbage+1<<20 < max(spareHeap, live) {
			t.Errorf("%d live bytes: %d %%, %d bytes of garbage", live, p, garbage)
		}
	}
}

// The pace follows the heap after each collection.
func TestSpareCollections(t *testing.T) {
	await := func(what string, is func(percent uint64) bool) {
		t.Helper()
		pace := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		for range 1000 {
			runtime.GC()
			time.Sleep(time.Millisecond) // for the finalizer's goroutine
			if metrics.Read(pace); is(pace[0].Value.Uint64()) {
				return
			}
		}
		t.Errorf("%s may grow by %d %%", what, pace[0].Value.Uint64())
	}
	spareCollections()
	await("a small heap", func(p uint64) bool { return p > 100 })
	heap := make([]byte, 2*spareHeap)
	await("a large heap", func(p uint64) bool { return p == 100 })
	runtime.KeepAlive(heap)
}
