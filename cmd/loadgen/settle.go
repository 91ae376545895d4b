package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// settle waits until every room is at rest: every command answered, every client
// where its log ends, and no AI to move. A room that is not by the end of -settle
// counts as stuck, whatever the checker makes of it.
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
	why := ""
	for {
		err := r.entries(ctx, index, t.id, n, func(e *entry) {
			n = e.n
			g.apply(e)
		})
		if ctx.Err() == nil || why == "" {
			why = t.unrest(n, &g, err)
		}
		if why == "" {
			break
		}
		if ctx.Err() != nil {
			r.leaveUnsettled(t, fmt.Sprintf("not settled within %s: %s", r.cfg.settle, why))
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

// leaveUnsettled notes that a room has not come to rest. The first reason counts.
func (r *run) leaveUnsettled(t *table, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unsettled[t.id] == "" {
		r.unsettled[t.id] = why
	}
}

// unrest says why a room is not at rest whose log ends with entry n, or could not
// be read; "" if it is.
func (t *table) unrest(n uint64, g *game, err error) string {
	switch {
	case err != nil:
		return fmt.Sprintf("its log could not be read: %v", err)
	case n == 0:
		return "its log is empty"
	case g.awaitsAI():
		return fmt.Sprintf("the AI is to move after entry %d", n)
	}
	var waiting []string
	for _, c := range t.clients {
		if c.role != roleSlow {
			if why := c.owed(n); why != "" {
				waiting = append(waiting, why)
			}
		}
	}
	return strings.Join(waiting, "; ")
}

// owed says what the client still waits for, when the log ends with entry n; "" if
// nothing.
func (c *client) owed(n uint64) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.pending != nil:
		return fmt.Sprintf("client %d has no answer to its %s %s", c.index, c.pending.kind, c.id(c.pending.seq))
	case c.n < n:
		return fmt.Sprintf("client %d has seen %d entries of %d", c.index, c.n, n)
	}
	return ""
}

// rests reports whether all clients have their answers and have seen entry n.
// Slow readers have their own time.
func (t *table) rests(n uint64) bool {
	for _, c := range t.clients {
		if c.role != roleSlow && c.owed(n) != "" {
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
