package minimax

import (
	"runtime"
	"testing"
)

// TestLRUCacheMemory checks that the cache frees the memory of a dropped value before it
// creates the next value.
func TestLRUCacheMemory(t *testing.T) {
	const size, large = 2, 8 << 20
	r := newLRUCache(size, func(int) []byte { return make([]byte, large) })
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for key := range 20 {
		r.get(key)
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > (size+1)*large {
			t.Fatalf("the heap grew by %d MiB, the cache keeps %d MiB", grown>>20, size*large>>20)
		}
	}
}
