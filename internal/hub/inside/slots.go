package inside

import (
	"context"
	"time"
)

// Slots bounds the looks that run at the same time in a hub. After a look, its slot stays unused
// for as long as the look took. So each slot leaves a core to the rooms for half of the time.
type Slots struct {
	free  chan struct{}
	queue chan struct{} // has an element for each look that waits or runs
}

// MaxWaiting is the maximum number of looks that wait for a slot, for each slot.
const MaxWaiting = 32

// NewSlots returns n slots.
func NewSlots(n int) *Slots {
	return &Slots{free: make(chan struct{}, n), queue: make(chan struct{}, n*(1+MaxWaiting))}
}

// Take waits for a slot. It returns false if ctx ends first, and at once if too many looks wait
// already. The caller must call done at the end of the look.
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
