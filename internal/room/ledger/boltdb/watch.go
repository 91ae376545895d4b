package boltdb

import (
	"context"
	"sync"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/mailbox"
)

// watches has a box for each call of Watch that has not ended.
type watches struct {
	mu     sync.Mutex
	boxes  map[string]map[*mailbox.Box[string]]struct{} // by channel
	closed bool
}

// Watch implements ledger.Driver.
func (d *DB) Watch(ctx context.Context, channel string, tell func(payload string)) (stop func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &d.watches
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, ledger.ErrClosed
	}
	box := mailbox.New(mailbox.Spawn, "", tell)
	if w.boxes == nil {
		w.boxes = make(map[string]map[*mailbox.Box[string]]struct{})
	}
	if w.boxes[channel] == nil {
		w.boxes[channel] = make(map[*mailbox.Box[string]]struct{})
	}
	w.boxes[channel][box] = struct{}{}
	return func() { w.stop(channel, box) }, nil
}

func (w *watches) stop(channel string, box *mailbox.Box[string]) {
	w.mu.Lock()
	boxes := w.boxes[channel]
	delete(boxes, box)
	if len(boxes) == 0 {
		delete(w.boxes, channel)
	}
	w.mu.Unlock()
	box.Close()
}

// tell sends payloads to those who watch their channels, and does not wait for them.
func (w *watches) tell(published []ledger.Op) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, op := range published {
		for box := range w.boxes[op.Key] {
			box.Send(op.A)
		}
	}
}

// close ends every watch. It waits until all calls of tell have returned.
func (w *watches) close() {
	w.mu.Lock()
	w.closed = true
	boxes := w.boxes
	w.boxes = nil
	w.mu.Unlock()
	for _, of := range boxes {
		for box := range of {
			box.Close()
		}
	}
}
