package aiworker

import (
	"context"
	"slices"
	"sync"
)

// gate keeps searches that can wait (analyses and turns of AI against AI) out of the way of
// slow turns, for which a person waits. Together they use at most the worker's slots. A slow
// turn never waits for a slot: if none is free, the gate ends the youngest search that can
// wait.
type gate struct {
	slots int

	mu        sync.Mutex
	slowTurns int           // that have a slot
	passes    []*pass       // running, the youngest last, without those that were preempted
	changed   chan struct{} // closed and replaced when a slot may be free
}

// searchNiceness is how much the operating system prefers the process's other threads to those
// of long searches: see nice(2). It is a variable for tests, whose searches must end on a busy
// machine too.
var searchNiceness = 10

// pass is a search that can wait and has a slot.
type pass struct{ cancel context.CancelCauseFunc }

func newGate(slots int) *gate { return &gate{slots: slots, changed: make(chan struct{})} }

// enter takes a slot for a person's turn. leave frees it.
func (g *gate) enter() (leave func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.slowTurns++
	for n := len(g.passes); n > 0 && g.slowTurns+n > g.slots; n-- {
		g.passes[n-1].cancel(errPreempted)
		g.passes = g.passes[:n-1]
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.slowTurns--
		g.wake()
	}
}

// await waits until a slot is free or ctx ends, and reports whether a slot is free. It does
// not take the slot.
func (g *gate) await(ctx context.Context) bool {
	for ctx.Err() == nil {
		g.mu.Lock()
		spare, changed := g.slowTurns+len(g.passes) < g.slots, g.changed
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

// admit takes a slot for a search that can wait if one is free. The context ends with cause
// errPreempted when a person's turn needs the slot. leave frees it.
func (g *gate) admit(ctx context.Context) (work context.Context, leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.slowTurns+len(g.passes) >= g.slots {
		return nil, nil, false
	}
	work, cancel := context.WithCancelCause(ctx)
	p := &pass{cancel}
	g.passes = append(g.passes, p)
	return work, func() {
		cancel(nil)
		g.mu.Lock()
		defer g.mu.Unlock()
		if i := slices.Index(g.passes, p); i >= 0 {
			g.passes = slices.Delete(g.passes, i, i+1)
			g.wake()
		}
	}, true
}

// wake wakes all callers of await. mu is held.
func (g *gate) wake() {
	close(g.changed)
	g.changed = make(chan struct{})
}
