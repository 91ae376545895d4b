package minimax

import (
	"runtime"
	"slices"
	"sync"
)

// lruCache keeps large values for the most recently used keys. It is safe for concurrent
// use. Callers may go on using a value after the cache has dropped it.
//
// Before the cache replaces a value by a new one, it runs the garbage collector. Otherwise the
// collector would wait until the dropped values are as large as the values in use, and a
// caller that asks for one key after another would multiply the memory of the process.
type lruCache[K comparable, V any] struct {
	capacity int
	create   func(K) V

	mu      sync.Mutex
	entries []lruEntry[K, V] // guarded by mu; the most recently used first
}

type lruEntry[K, V any] struct {
	key   K
	value V
}

// get returns the value for a key. It creates the value if there is none.
func (c *lruCache[K, V]) get(key K) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, p := range c.entries {
		if p.key == key {
			copy(c.entries[1:i+1], c.entries[:i])
			c.entries[0] = p
			return p.value
		}
	}
	if len(c.entries) == c.capacity {
		c.entries[c.capacity-1] = lruEntry[K, V]{}
		c.entries = c.entries[:c.capacity-1]
		runtime.GC()
	}
	p := lruEntry[K, V]{key, c.create(key)}
	c.entries = slices.Insert(c.entries, 0, p)
	return p.value
}
