package inside

import (
	"context"
	"time"
)

// Slots bounds the looks that run at the same time in a hub. After a look its slot rests
// for as long as the look took, so that rooms always find an idle core soon.
type Slots struct {
	free  chan struct{}
	queue chan struct{} // those that wait or run
}

// Waiting is how many looks may wait for each slot.
const Waiting = 32

// NewSlots returns n slots.
func NewSlots(n int) *Slots {
	return &Slots{free: make(chan struct{}, n), queue: make(chan struct{}, n*(1+Waiting))}
}

// Take waits for a slot, at most until ctx ends. It reports false if there is none, or if
// too many wait. The caller must call done at the end of the look.
func (s *Slots) Take(ctx context.Context) (done func(), ok bool) {
	select {
	case s.queue <- struct{}{}:
	default:
		return nil, false
	}
	select {
	case s.free <- struct{}{}:
	case <-ctx.Done():
		<-s.queue
		return nil, false
	}
	start := time.Now()
	return func() {
		<-s.queue
		time.AfterFunc(time.Since(start), func() { <-s.free })
	}, true
}
