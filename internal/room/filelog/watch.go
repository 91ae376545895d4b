package filelog

import (
	"context"
	"sync"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/mailbox"
	"github.com/quatre/quatre/internal/room/storage"
)

// watches holds the watchers of each key: of a room, or of a question.
type watches[Key comparable, News any] struct {
	lost News // tells a watcher that news may be missing

	mu     sync.Mutex
	byKey  map[Key]map[*mailbox.Box[News]]struct{}
	closed bool
}

// Watch implements storage.Watcher. tell must not call stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.watches.watch(id, tell)
}

func (w *watches[Key, News]) watch(key Key, tell func(News)) (stop func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	if w.byKey == nil {
		w.byKey = make(map[Key]map[*mailbox.Box[News]]struct{})
	}
	boxes := w.byKey[key]
	if boxes == nil {
		boxes = make(map[*mailbox.Box[News]]struct{})
		w.byKey[key] = boxes
	}
	box := mailbox.New(w.lost, tell)
	boxes[box] = struct{}{}
	return func() { w.stop(key, box) }, nil
}

func (w *watches[Key, News]) stop(key Key, box *mailbox.Box[News]) {
	w.mu.Lock()
	boxes := w.byKey[key]
	delete(boxes, box)
	if len(boxes) == 0 {
		delete(w.byKey, key)
	}
	w.mu.Unlock()
	box.Close()
}

// tell has all watchers of key told, and does not wait for them.
func (w *watches[Key, News]) tell(key Key, n News) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for box := range w.byKey[key] {
		box.Send(n)
	}
}

// close ends every watch. It waits for watchers that are being told.
func (w *watches[Key, News]) close() {
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
