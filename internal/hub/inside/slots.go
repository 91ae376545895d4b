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
	free  chan struct{}
	queue chan struct{} // those that wait for a slot or run

	mu    sync.Mutex
	turns map[string]*turn // of the addresses that have looks
}

// turn is what the looks of one address wait for.
type turn struct {
	taken chan struct{}
	looks int // that have the turn or wait for it
}

// MaxWaiting is the maximum number of looks that wait for a slot, for each slot. Each is of another
// address.
const MaxWaiting = 32

// NewSlots returns n slots.
func NewSlots(n int) *Slots {
	return &Slots{
		free: make(chan struct{}, n), queue: make(chan struct{}, n*(1+MaxWaiting)),
		turns: map[string]*turn{},
	}
}

// Run waits for a slot, at most until ctx ends, and calls look, which may take longer. If there
// is none, or if too many wait, Run reports false and does not call look.
func (s *Slots) Run(ctx context.Context, address string, look func()) bool {
	leave, ok := s.takeTurn(ctx, address)
	if !ok {
		return false
	}
	defer leave()
	select {
	case s.queue <- struct{}{}:
	default:
		return false
	}
	defer func() { <-s.queue }()
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

// takeTurn waits until no other look of the address waits for a slot or runs.
func (s *Slots) takeTurn(ctx context.Context, address string) (leave func(), ok bool) {
	s.mu.Lock()
	t := s.turns[address]
	if t == nil {
		t = &turn{taken: make(chan struct{}, 1)}
		s.turns[address] = t
	}
	t.looks++
	s.mu.Unlock()
	forget := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if t.looks--; t.looks == 0 {
			delete(s.turns, address)
		}
	}
	select {
	case t.taken <- struct{}{}:
	case <-ctx.Done():
		forget()
		return nil, false
	}
	return func() { <-t.taken; forget() }, true
}
