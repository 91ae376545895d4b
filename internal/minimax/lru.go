package minimax

import (
	"runtime"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
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

	mu   sync.Mutex
	kept *simplelru.LRU[K, V] // guarded by mu
}

func newLRUCache[K comparable, V any](capacity int, create func(K) V) *lruCache[K, V] {
	kept, _ := simplelru.NewLRU[K, V](capacity, nil) // fails only for a size of 0
	return &lruCache[K, V]{capacity: capacity, create: create, kept: kept}
}

// get returns the value for a key. It creates the value if there is none.
func (c *lruCache[K, V]) get(key K) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if value, ok := c.kept.Get(key); ok {
		return value
	}
	if c.kept.Len() == c.capacity {
		c.kept.RemoveOldest()
		runtime.GC()
	}
	value := c.create(key)
	c.kept.Add(key, value)
	return value
}
