package filelog

import (
	"context"
	"sync"

	"github.com/quatre/quatre/internal/room"
)

// watches is who watches which room.
type watches struct {
	mu     sync.Mutex
	rooms  map[room.ID]*audience
	closed bool
}

// audience is the watchers of one room. Its lock is held while they are told,
// so that one goroutine at a time does, and stop can wait for its end.
type audience struct {
	mu    sync.Mutex
	tells map[*func(room.Notice)]struct{}
}

// Watch implements room.Log. tell must not call stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(room.Notice)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &s.watches
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	a := w.rooms[id]
	if a == nil {
		if w.rooms == nil {
			w.rooms = make(map[room.ID]*audience)
		}
		a = &audience{tells: make(map[*func(room.Notice)]struct{})}
		w.rooms[id] = a
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	key := &tell
	a.tells[key] = struct{}{}
	return func() { w.stop(id, a, key) }, nil
}

func (w *watches) stop(id room.ID, a *audience, key *func(room.Notice)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.tells, key)
	if len(a.tells) == 0 && w.rooms[id] == a {
		delete(w.rooms, id)
	}
}

// tell tells all who watch the room.
func (w *watches) tell(id room.ID, n room.Notice) {
	w.mu.Lock()
	a := w.rooms[id]
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
func (w *watches) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	for id, a := range w.rooms {
		a.mu.Lock()
		clear(a.tells)
		a.mu.Unlock()
		delete(w.rooms, id)
	}
}
