package main

import (
	"context"
	"sync"
)

// settle waits until every room is at rest: every command answered, every client
// where its log ends, and no AI to move. What is not by the end of -settle is
// left for the checker to find.
func (r *run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.settle)
	defer cancel()
	r.reopening.Wait()
	slots := make(chan struct{}, opensAtOnce)
	var settling sync.WaitGroup
	for i, t := range r.all() {
		slots <- struct{}{}
		settling.Go(func() {
			defer func() { <-slots }()
			r.settleTable(ctx, i, t)
		})
	}
	settling.Wait()
}

func (r *run) settleTable(ctx context.Context, index int, t *table) {
	var g game
	var n uint64
	for {
		err := r.entries(ctx, index, t.id, n, func(e *entry) {
			n = e.n
			g.apply(e)
		})
		if err == nil && n > 0 && !g.awaitsAI() && t.rests(n) || ctx.Err() != nil {
			break
		}
		pause(ctx, settleAsking)
	}
	for _, c := range t.clients {
		c.mu.Lock()
		if c.role != roleSlow && n > 0 {
			c.note(record{what: settled, n: uint32(n)})
		}
		c.mu.Unlock()
	}
}

// rests reports whether all clients have their answers and have seen entry n.
// Slow readers have their own time.
func (t *table) rests(n uint64) bool {
	for _, c := range t.clients {
		if c.role != roleSlow && !c.done(n) {
			return false
		}
	}
	return true
}

// finish waits for the answers to the moves that are under way: the relay has no
// log to compare with.
func (r *run) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.settle)
	defer cancel()
	for _, t := range r.active() {
		for !t.rests(0) && ctx.Err() == nil {
			pause(ctx, settleAsking)
		}
	}
}
