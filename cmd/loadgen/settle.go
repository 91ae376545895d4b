package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// settle waits until every room has settled: every command is answered, every client has
// the whole log, and no AI must move. A room that has not settled after -settle counts as
// stuck.
func (r *run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.settle)
	defer cancel()
	r.reopening.Wait()
	inParallel(r.allMatches(), func(i int, m *match) { r.settleRoom(ctx, i, m) })
}

func (r *run) settleRoom(ctx context.Context, index int, m *match) {
	state, broken := &room.State{}, false // after a fault, which the checker reports, the state does not matter
	var n uint64
	why := ""
	for {
		err := r.readEntries(ctx, index, m.id, n, func(e room.Entry) {
			n = e.N
			broken = broken || state.ApplyPublic(e) != nil
		})
		if ctx.Err() == nil || why == "" {
			why = m.unsettledReason(n, !broken && awaitsAI(state), err)
		}
		if why == "" {
			break
		}
		if ctx.Err() != nil {
			m.markUnsettled(fmt.Sprintf("not settled within %s: %s", r.cfg.settle, why))
			break
		}
		sleep(ctx, settlePollEvery)
	}
	for _, c := range m.clients {
		c.mu.Lock()
		if n > 0 {
			c.history.add(record{Kind: recordSettled, N: n})
		}
		c.mu.Unlock()
	}
}

// markUnsettled records why a room has not settled. The first reason counts.
func (m *match) markUnsettled(why string) { m.unsettled = cmp.Or(m.unsettled, why) }

// unsettledReason says why a room has not settled, or returns "" if it has. n is the
// number of the last entry of its log, ai says that an AI must move, err the error of reading the log.
func (m *match) unsettledReason(n uint64, ai bool, err error) string {
	switch {
	case err != nil:
		return fmt.Sprintf("cannot read the log: %v", err)
	case n == 0:
		return "the log is empty"
	case ai:
		return fmt.Sprintf("it is the AI's turn after entry %d", n)
	}
	var reasons []string
	for _, c := range m.clients {
		if why := c.waitingFor(n); why != "" {
			reasons = append(reasons, why)
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
		return fmt.Sprintf("client %d has no answer to its %s %s", c.index, c.pending.Type, c.pending.ID)
	case c.state.N < n:
		return fmt.Sprintf("client %d has seen %d entries of %d", c.index, c.state.N, n)
	}
	return ""
}
