package filelog

import (
	"context"
	"sync"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/mailbox"
	"github.com/quatre/quatre/internal/room/storage"
)

// watches holds the watchers of each key. A key is a room or a question.
type watches[Key comparable, Notice any] struct {
	lost Notice // sent to a watcher that may have missed notices

	mu     sync.Mutex
	byKey  map[Key]map[*mailbox.Box[Notice]]struct{}
	closed bool
}

// Watch implements storage.Watcher. tell must not call stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.watches.watch(id, tell)
}

func (w *watches[Key, Notice]) watch(key Key, tell func(Notice)) (stop func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	if w.byKey == nil {
		w.byKey = make(map[Key]map[*mailbox.Box[Notice]]struct{})
	}
	boxes := w.byKey[key]
	if boxes == nil {
		boxes = make(map[*mailbox.Box[Notice]]struct{})
		w.byKey[key] = boxes
	}
	box := mailbox.New(mailbox.Spawn, w.lost, tell)
	boxes[box] = struct{}{}
	return func() { w.stop(key, box) }, nil
}

func (w *watches[Key, Notice]) stop(key Key, box *mailbox.Box[Notice]) {
	w.mu.Lock()
	boxes := w.byKey[key]
	delete(boxes, box)
	if len(boxes) == 0 {
		delete(w.byKey, key)
	}
	w.mu.Unlock()
	box.Close()
}

// tell sends n to all watchers of key, and does not wait for them.
func (w *watches[Key, Notice]) tell(key Key, n Notice) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for box := range w.byKey[key] {
		box.Send(n)
	}
}

// close ends every watch. It waits until all calls of tell have returned.
func (w *watches[Key, Notice]) close() {
	w.mu.Lock()
	w.closed = true
	byKey := w.byKey
	w.byKey = nil
	w.mu.Unlock()
	for _, boxes := range byKey {
		for box := range boxes {
			box.Close()
		}
	}
}
