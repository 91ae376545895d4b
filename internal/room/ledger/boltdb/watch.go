package boltdb

import (
	"context"
	"slices"
	"sync"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/mailbox"
)

// watches has a box for each call of Watch that has not ended.
type watches struct {
	mu     sync.Mutex
	boxes  map[string][]*mailbox.Box[string] // by channel
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
	if w.boxes == nil {
		w.boxes = map[string][]*mailbox.Box[string]{}
	}
	box := mailbox.New(mailbox.Spawn, "", tell)
	w.boxes[channel] = append(w.boxes[channel], box)
	return func() { w.stop(channel, box) }, nil
}

func (w *watches) stop(channel string, box *mailbox.Box[string]) {
	w.mu.Lock()
	left := slices.DeleteFunc(w.boxes[channel], func(b *mailbox.Box[string]) bool { return b == box })
	if len(left) > 0 {
		w.boxes[channel] = left
	} else {
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
		for _, box := range w.boxes[op.Key] {
			box.Send(op.A)
		}
	}
}

// close ends every watch. It waits until all calls of tell have returned.
func (w *watches) close() {
	w.mu.Lock()
	w.closed = true
	all := w.boxes
	w.boxes = nil
	w.mu.Unlock()
	for _, boxes := range all {
		for _, box := range boxes {
			box.Close()
		}
	}
}
