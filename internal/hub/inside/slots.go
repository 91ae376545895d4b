package inside

import (
	"context"
	"sync"
	"time"
)

// Slots bounds the looks that run at the same time in a hub. After a look, its slot stays unused
// for as long as the look took. So each slot leaves a core to the rooms for half of the time.
// Of each address only one look at a time runs or waits for a slot. Its other looks wait for
// that one. So an address delays another address by one look at most.
type Slots struct {
	free chan struct{}

	mu    sync.Mutex
	looks map[string]chan struct{} // those that wait for a slot or run, by address; closed at their end
}

// MaxWaiting is the maximum number of looks that wait for a slot, for each slot. Each is of another
// address.
const MaxWaiting = 32

// NewSlots returns n slots.
func NewSlots(n int) *Slots {
	return &Slots{free: make(chan struct{}, n), looks: map[string]chan struct{}{}}
}

// Run waits for a slot, at most until ctx ends, and calls look, which may take longer. If there
// is none, or if too many wait, Run reports false and does not call look.
func (s *Slots) Run(ctx context.Context, address string, look func()) bool {
	if !s.enter(ctx, address) {
		return false
	}
	defer s.leave(address)
	select {
	case s.free <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	start := time.Now()
	defer func() { time.AfterFunc(time.Since(start), func() { <-s.free }) }() // after a panic too
	look()
	return true
}

// enter waits until no other look of the address waits for a slot or runs.
func (s *Slots) enter(ctx context.Context, address string) bool {
	for {
		s.mu.Lock()
		other := s.looks[address]
		full := len(s.looks) == cap(s.free)*(1+MaxWaiting)
		if other == nil && !full {
			s.looks[address] = make(chan struct{})
		}
		s.mu.Unlock()
		if other == nil {
			return !full
		}
		select {
		case <-other:
		case <-ctx.Done():
			return false
		}
	}
}

func (s *Slots) leave(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.looks[address])
	delete(s.looks, address)
}
