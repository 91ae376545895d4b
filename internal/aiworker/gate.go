package aiworker

import (
	"context"
	"sync"
)

// gate keeps analyses out of the way of live turns: both together never take
// more than the worker's slots, and a live turn never waits for one. When
// there is none left, the youngest analysis is broken off.
type gate struct {
	slots int

	mu       sync.Mutex
	live     int
	analyses []*pass       // in hand, the youngest last; those broken off are not
	changed  chan struct{} // closed and replaced when there may be a slot again
}

// pass is an analysis that was let in.
type pass struct{ cancel context.CancelCauseFunc }

func newGate(slots int) *gate { return &gate{slots: slots, changed: make(chan struct{})} }

// enter takes a slot for a live turn. leave gives it back.
func (g *gate) enter() (leave func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.live++
	for n := len(g.analyses); n > 0 && g.live+n > g.slots; n-- {
		g.analyses[n-1].cancel(errPreempted)
		g.analyses = g.analyses[:n-1]
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.live--
		g.wake()
	}
}

// await waits until there is a slot to spare, and reports whether there was one
// before ctx ended. It takes none.
func (g *gate) await(ctx context.Context) bool {
	for ctx.Err() == nil {
		g.mu.Lock()
		spare, changed := g.live+len(g.analyses) < g.slots, g.changed
		g.mu.Unlock()
		if spare {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return false
}

// admit takes a slot for an analysis if there is one to spare. The context ends,
// with errPreempted as its cause, when a live turn needs the slot; leave gives
// it back.
func (g *gate) admit(ctx context.Context) (work context.Context, leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.live+len(g.analyses) >= g.slots {
		return nil, nil, false
	}
	work, cancel := context.WithCancelCause(ctx)
	p := &pass{cancel}
	g.analyses = append(g.analyses, p)
	return work, func() {
		cancel(nil)
		g.mu.Lock()
		defer g.mu.Unlock()
		for i, other := range g.analyses {
			if other == p {
				g.analyses = append(g.analyses[:i], g.analyses[i+1:]...)
				g.wake()
				return
			}
		}
	}, true
}

// wake tells those who wait; the caller holds mu.
func (g *gate) wake() {
	close(g.changed)
	g.changed = make(chan struct{})
}
