package filelog

import (
	"context"
	"sync"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// watches is who watches what: a room, say, to be told notices.
type watches[Key comparable, News any] struct {
	mu     sync.Mutex
	all    map[Key]*audience[News]
	closed bool
}

// audience is the watchers of one thing. Its lock is held while they are told,
// so that one goroutine at a time does, and stop can wait for its end.
type audience[News any] struct {
	mu    sync.Mutex
	tells map[*func(News)]struct{}
}

// Watch implements room.Log. tell must not call stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.watches.watch(id, tell)
}

func (w *watches[Key, News]) watch(key Key, tell func(News)) (func(), error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	a := w.all[key]
	if a == nil {
		if w.all == nil {
			w.all = make(map[Key]*audience[News])
		}
		a = &audience[News]{tells: make(map[*func(News)]struct{})}
		w.all[key] = a
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	handle := &tell
	a.tells[handle] = struct{}{}
	return func() { w.stop(key, a, handle) }, nil
}

func (w *watches[Key, News]) stop(key Key, a *audience[News], handle *func(News)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.tells, handle)
	if len(a.tells) == 0 && w.all[key] == a {
		delete(w.all, key)
	}
}

// tell tells all who watch key.
func (w *watches[Key, News]) tell(key Key, n News) {
	w.mu.Lock()
	a := w.all[key]
	w.mu.Unlock()
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for tell := range a.tells {
		(*tell)(n)
	}
}

// close ends every watch.
func (w *watches[Key, News]) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	for key, a := range w.all {
		a.mu.Lock()
		clear(a.tells)
		a.mu.Unlock()
		delete(w.all, key)
	}
}
