package aiworker

import (
	"context"
	"sync"
)

// gate keeps analyses out of the way of turns. Both together use no more than the
// worker's slots, and a turn never waits: when no slot is free, the youngest analysis
// ends.
type gate struct {
	slots int

	mu       sync.Mutex
	live     int
	analyses []*pass       // running, the youngest last, without those that were preempted
	changed  chan struct{} // closed and replaced when a slot may be free
}

// pass is an analysis that has a slot.
type pass struct{ cancel context.CancelCauseFunc }

func newGate(slots int) *gate { return &gate{slots: slots, changed: make(chan struct{})} }

// enter takes a slot for a turn. leave frees it.
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

// await waits until a slot is free or ctx ends, and reports whether a slot is free. It does
// not take the slot.
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

// admit takes a slot for an analysis if one is free. The context ends with cause
// errPreempted when a turn needs the slot. leave frees it.
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

// wake wakes all callers of await. mu is held.
func (g *gate) wake() {
	close(g.changed)
	g.changed = make(chan struct{})
}
