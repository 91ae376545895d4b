package ledger

import (
	"context"
	"slices"
	"sync"

	"github.com/quatre/quatre/internal/pool"
	"github.com/quatre/quatre/internal/room/mailbox"
)

// Watches are the watches of a database. Each has a mailbox, so a slow tell delays nobody. The
// mailboxes share the goroutines of a pool, whose stacks have grown already.
type Watches struct {
	calls *pool.Pool[func()] // call tell
	tasks sync.WaitGroup     // the goroutines of calls
	ctx   context.Context    // ends when Close begins
	end   context.CancelFunc

	mu    sync.Mutex
	boxes map[string][]*mailbox.Box[string] // by channel
}

// NewWatches returns Watches without any watch.
func NewWatches() *Watches {
	w := &Watches{boxes: map[string][]*mailbox.Box[string]{}}
	w.ctx, w.end = context.WithCancel(context.Background())
	w.calls = pool.New(w.ctx, &w.tasks, func(deliver func()) { deliver() })
	return w
}

// Add is like Driver.Watch.
func (w *Watches) Add(ctx context.Context, channel string, tell func(payload string)) (stop func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	box := mailbox.New(w.calls.Run, "", tell)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx.Err() != nil {
		return nil, ErrClosed
	}
	w.boxes[channel] = append(w.boxes[channel], box)
	return func() { w.remove(channel, box) }, nil
}

func (w *Watches) remove(channel string, box *mailbox.Box[string]) {
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

// Tell sends a payload to those who watch a channel, and does not wait for them.
func (w *Watches) Tell(channel, payload string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, box := range w.boxes[channel] {
		box.Send(payload)
	}
}

// Close ends every watch. It waits until all calls of tell have returned.
func (w *Watches) Close() {
	w.mu.Lock()
	w.end()
	all := w.boxes
	w.boxes = nil
	w.mu.Unlock()
	for _, boxes := range all {
		for _, box := range boxes {
			box.Close()
		}
	}
	w.tasks.Wait()
}
