package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/coder/websocket/wsjson"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// This file holds a client's behaviour: how it handles messages and when it sends
// commands.

// handle handles one message of the hub.
func (c *client) handle(frame []byte) {
	now := c.run.now()
	var m wire.Message
	if json.Unmarshal(frame, &m) != nil {
		c.run.count(c.run.errors, "malformed_by_hub")
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m.T {
	case "entries":
		for _, raw := range m.Entries {
			e, err := room.DecodeEntry(raw)
			if err != nil {
				c.run.count(c.run.errors, "malformed_by_hub")
				return
			}
			c.handleEntry(e, now)
		}
	case "ok":
		c.handleOK(&m, now)
	case "refused":
		c.handleRefusal(&m)
	case "welcome":
		c.handleWelcome(&m)
	default:
		return // presence, pongs and messages of newer hubs
	}
	c.act()
}

// handleWelcome starts a connection. The hub continues after the client's last entry, or
// starts again from entry 1.
func (c *client) handleWelcome(m *wire.Message) {
	if m.From != c.state.N {
		c.state = &room.State{}
	}
	c.history.Player = cmp.Or(c.history.Player, string(m.Player))
	if c.connectedBefore {
		c.run.reconnects.Add(1)
	}
	c.welcomed, c.connectedBefore = true, true
	c.history.add(record{Kind: recordOpened, From: m.From})
}

// handleEntry applies an entry, unless the client already has it.
func (c *client) handleEntry(e room.Entry, now time.Duration) {
	if e.N <= c.state.N {
		return
	}
	c.history.add(record{Kind: recordSeen, N: e.N, Digest: e.Digest, Cmd: e.Cmd, Text: e.Event.Kind()})
	if e.N > c.state.N+1 { // the history shows the gap; a new connection fills it
		c.run.count(c.run.errors, "gap")
		c.cut()
		return
	}
	if c.state.ApplyPublic(e) != nil { // the checker says why
		c.run.count(c.run.errors, "illegal")
		c.state = &room.State{}
		c.cut()
		return
	}
	if c.seat != 0 && c.run.cfg.think > 0 {
		c.pause(c.run.cfg.think)
	}
	if _, moved := e.Event.(room.Moved); moved && c.seat != 0 {
		c.match.noteMoveSeen(e, string(e.By) == c.history.Player, now)
	}
}

// handleOK handles an acknowledgement: the hub has stored the command.
func (c *client) handleOK(m *wire.Message, now time.Duration) {
	p := c.pending
	if p == nil || m.ID != p.ID {
		return // another answer to a command that the client sent twice
	}
	p.stopTimer()
	c.pending = nil
	c.history.add(record{Kind: recordOK, N: m.N, Cmd: p.ID})
	if p.Type == "move" {
		if c.run.inMeasuredTime(now) {
			c.run.moves.Add(1)
		}
		c.run.recordLatency(&c.run.confirmLatency, p.due, now)
	}
}

// handleRefusal handles a refusal. If the refusal is retryable, the client sends the same
// command again later. Otherwise it sends another command.
func (c *client) handleRefusal(m *wire.Message) {
	p := c.pending
	if p == nil || m.ID != p.ID {
		return
	}
	p.stopTimer()
	c.run.count(c.run.errors, m.Code)
	if !m.Retry {
		c.pending = nil
		c.history.add(record{Kind: recordRefused, Cmd: p.ID, Text: m.Code})
	}
	switch m.Code {
	case "room_full", "room_closed":
		c.match.retire()
	case "ahead":
		c.cut()
	}
	c.pause(refusalPause + time.Duration(c.random.Int64N(int64(refusalPause)))) // no refused commands in a tight loop
}

// pause lets the client send no command for some time. The caller holds c.mu.
func (c *client) pause(d time.Duration) {
	c.pausedUntil = max(c.pausedUntil, c.run.now()+d)
	time.AfterFunc(d, c.wake)
}

// act sends a command if the client has something to do. The caller holds c.mu.
func (c *client) act() {
	if c.seat == 0 || !c.welcomed || c.ended || c.run.now() < c.pausedUntil {
		return
	}
	if c.pending != nil {
		if c.pending.overdue == nil {
			c.send()
		}
		return
	}
	if c.match.retired.Load() {
		return
	}
	switch c.state.Phase {
	case room.PhaseWaiting:
		if c.seat == 2 {
			c.sendCommand("sit", "", c.run.now())
		}
	case room.PhasePlaying:
		c.match.markBegun()
		if c.state.Turn() == c.seat {
			c.moveIfDue()
		}
	case room.PhaseFinished:
		if c.run.playing.Load() && !c.state.Wishes[c.seat-1] {
			c.sendCommand("rematch", "", c.run.now())
		}
	}
}

// moveIfDue makes a move if one is due.
func (c *client) moveIfDue() {
	if !c.run.playing.Load() {
		return
	}
	due := c.run.now()
	if c.run.cfg.rate > 0 {
		var ok bool
		if due, ok = c.match.takeDue(); !ok {
			return
		}
	}
	moves := c.state.Position.Moves(nil)
	c.sendCommand("move", c.state.Position.FormatMove(moves[c.random.IntN(len(moves))]), due)
}

// sendCommand sends a new command. The caller holds c.mu.
func (c *client) sendCommand(kind, move string, due time.Duration) {
	c.seq++
	id := fmt.Sprintf("c%d-%d", c.index, c.seq)
	c.pending = &pendingCommand{command: command{Type: kind, ID: id, N: c.state.N, Move: move}, due: due}
	if kind == "move" {
		c.match.mu.Lock()
		c.match.lastMove, c.match.lastMoveDue = id, due
		c.match.mu.Unlock()
	}
	c.send()
}

// send sends the pending command, for the first time or again. The caller holds c.mu.
func (c *client) send() {
	p := c.pending
	p.overdue = time.AfterFunc(answerTimeout, func() {
		c.run.count(c.run.errors, "no_answer")
		c.cut()
	})
	c.history.add(record{Kind: recordSent, Cmd: p.ID})
	if ws := c.conn.Load(); ws != nil {
		_ = wsjson.Write(context.Background(), ws, p.command) // if it fails, connect returns
	}
}

// wake makes the client act if it has something to do.
func (c *client) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.act()
}
