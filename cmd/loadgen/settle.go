package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// settle waits until every room has settled: every command is answered, every client has
// the whole log, and no AI must move. A room that has not settled after -settle counts as
// stuck.
func (r *run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.settle)
	defer cancel()
	r.reopening.Wait()
	slots := make(chan struct{}, maxParallelRooms)
	var settling sync.WaitGroup
	for i, rm := range r.allRooms() {
		slots <- struct{}{}
		settling.Go(func() {
			defer func() { <-slots }()
			r.settleRoom(ctx, i, rm)
		})
	}
	settling.Wait()
}

func (r *run) settleRoom(ctx context.Context, index int, rm *room) {
	var g game
	var n uint64
	why := ""
	for {
		err := r.readEntries(ctx, index, rm.id, n, func(e *entry) {
			n = e.n
			g.apply(e)
		})
		if ctx.Err() == nil || why == "" {
			why = rm.unsettledReason(n, &g, err)
		}
		if why == "" {
			break
		}
		if ctx.Err() != nil {
			r.markUnsettled(rm, fmt.Sprintf("not settled within %s: %s", r.cfg.settle, why))
			break
		}
		sleep(ctx, settlePollEvery)
	}
	for _, c := range rm.clients {
		c.mu.Lock()
		if c.role != roleSlow && n > 0 {
			c.addRecord(record{kind: recordSettled, n: uint32(n)})
		}
		c.mu.Unlock()
	}
}

// markUnsettled records why a room has not settled. The first reason counts.
func (r *run) markUnsettled(rm *room, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.unsettled[rm.id] == "" {
		r.unsettled[rm.id] = why
	}
}

// unsettledReason says why a room has not settled, or returns "" if it has. n is the
// number of the last entry of its log, err the error of reading the log.
func (rm *room) unsettledReason(n uint64, g *game, err error) string {
	switch {
	case err != nil:
		return fmt.Sprintf("cannot read the log: %v", err)
	case n == 0:
		return "the log is empty"
	case g.awaitsAI():
		return fmt.Sprintf("it is the AI's turn after entry %d", n)
	}
	var reasons []string
	for _, c := range rm.clients {
		if c.role != roleSlow {
			if why := c.waitingFor(n); why != "" {
				reasons = append(reasons, why)
			}
		}
	}
	return strings.Join(reasons, "; ")
}

// waitingFor says what the client still waits for, or returns "". n is the number of the
// last entry of the log.
func (c *client) waitingFor(n uint64) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.pending != nil:
		return fmt.Sprintf("client %d has no answer to its %s %s", c.index, c.pending.kind, c.pending.id)
	case c.n < n:
		return fmt.Sprintf("client %d has seen %d entries of %d", c.index, c.n, n)
	}
	return ""
}

// isSettled reports whether all clients except slow readers have their answers and have
// seen entry n.
func (rm *room) isSettled(n uint64) bool {
	for _, c := range rm.clients {
		if c.role != roleSlow && c.waitingFor(n) != "" {
			return false
		}
	}
	return true
}

// awaitAnswers waits until all moves have been answered. It is for the relay, which has
// no log.
func (r *run) awaitAnswers(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.settle)
	defer cancel()
	for _, rm := range r.activeRooms() {
		for !rm.isSettled(0) && ctx.Err() == nil {
			sleep(ctx, settlePollEvery)
		}
		if !rm.isSettled(0) {
			r.errors.add("no_answer")
		}
	}
}
