package minimax

import (
	"runtime"
	"slices"
	"sync"
)

// recent keeps what is costly to make and large, for the keys that were asked for
// last. It is safe for concurrent use. What it drops goes on being used by those who
// have it.
//
// It collects the garbage before it makes what takes the place of something: by
// itself the collector waits until as much is dropped as is in use, and whoever asks for
// one board after another would make a process several times as large.
type recent[K comparable, V any] struct {
	size int
	make func(K) V

	mu   sync.Mutex
	kept []pair[K, V] // guarded by mu; asked for last comes first
}

type pair[K, V any] struct {
	key   K
	value V
}

// get returns what there is for a key, and makes it if there is none.
func (r *recent[K, V]) get(key K) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, p := range r.kept {
		if p.key == key {
			copy(r.kept[1:i+1], r.kept[:i])
			r.kept[0] = p
			return p.value
		}
	}
	if len(r.kept) == r.size {
		r.kept[r.size-1] = pair[K, V]{}
		r.kept = r.kept[:r.size-1]
		runtime.GC()
	}
	p := pair[K, V]{key, r.make(key)}
	r.kept = slices.Insert(r.kept, 0, p)
	return p.value
}
