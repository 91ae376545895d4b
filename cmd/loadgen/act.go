package main

import (
	"bytes"
	"math/rand/v2"
	"time"
)

// This file holds a client's behaviour: how it handles messages and when it sends
// commands.

// handle handles one message of the hub.
func (c *client) handle(s *readBuffer) {
	now := c.run.now()
	c.lastReceived.Store(int64(now))
	m := &s.message
	if !m.decode(s.frame) {
		c.run.errors.add("malformed_by_hub")
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch string(m.kind) {
	case "entries":
		for i := range m.entries {
			c.handleEntry(&m.entries[i], now)
		}
	case "ok":
		c.handleOK(m, now)
	case "refused":
		c.handleRefusal(m)
	case "welcome":
		c.handleWelcome(m)
	default:
		return // presence, pongs and messages of newer hubs
	}
	c.act()
}

// handleWelcome starts a connection. The hub continues after the client's last entry, or
// starts again from entry 1.
func (c *client) handleWelcome(m *message) {
	if m.from != c.n {
		c.n, c.digest, c.game = m.from, nil, c.run.newGame()
	}
	if c.history.player == "" {
		c.history.player = string(m.player)
	}
	if c.connectedBefore {
		c.run.reconnects.Add(1)
	}
	c.welcomed, c.connectedBefore = true, true
	c.addRecord(record{kind: recordOpened, n: uint32(m.n), from: uint32(m.from)})
	if c.pending != nil {
		c.send()
	}
}

// handleEntry applies an entry, unless the client already has it.
func (c *client) handleEntry(e *entry, now time.Duration) {
	if e.n <= c.n {
		return
	}
	if c.run.cfg.keepsHistory() {
		texts := &c.run.texts
		c.addRecord(
			record{
				kind:   recordSeen,
				n:      uint32(e.n),
				digest: parseDigest(e.digest),
				cmd:    texts.commandRef(e.cmd),
				text:   uint16(texts.intern(e.kind)),
			},
		)
	}
	if e.n > c.n+1 { // the history shows the gap; a new connection fills it
		c.run.errors.add("gap")
		c.cut()
		return
	}
	c.n, c.digest = e.n, append(c.digest[:0], e.digest...)
	if c.role != rolePlayer {
		c.lastEntry.Store(int64(now))
		if c.seat != 0 {
			c.watchSeats(e)
		}
		return
	}
	c.thinkingDone = false
	if c.run.cfg.relay {
		c.applyRelayed(e)
	} else {
		c.game.apply(e) // the checker reports faults
	}
	if string(e.kind) == "moved" {
		c.room.noteMoveSeen(c.index, e.cmd, now)
	}
}

// applyRelayed applies a move from the relay. The relay knows no seats and no games: the
// players take turns and start the next game by themselves.
func (c *client) applyRelayed(e *entry) {
	e.seat, e.by = c.game.turn(), nil
	ply := c.game.position.Ply()
	c.game.apply(e) // reports a fault at the end of a game, because the relay does not say who has won
	if c.game.position.Ply() != ply+1 {
		c.run.errors.add("wrong_move")
	}
	if c.game.phase == finished {
		c.game.beginGame(3 - c.game.first)
	}
}

// watchSeats applies only the entries that an idle player acts on.
func (c *client) watchSeats(e *entry) {
	switch string(e.kind) {
	case "created", "joined", "resigned":
		c.game.apply(e)
	}
}

// handleOK handles an acknowledgement: the hub has stored the command.
func (c *client) handleOK(m *message, now time.Duration) {
	p := c.pending
	if p == nil || !bytes.Equal(m.id, p.id) {
		return // another answer to a command that the client sent twice
	}
	c.pending = nil
	c.addRecord(record{kind: recordOK, n: uint32(m.n), cmd: ownRef(c.index, p.seq)})
	if p.kind == "move" {
		c.run.countConfirmed(p.due, now)
	}
	if c.run.cfg.relay { // the relay does not send a move back to its sender
		c.handleEntry(&entry{n: m.n, kind: []byte("moved"), move: []byte(p.move)}, now)
	}
}

// handleRefusal handles a refusal. If the refusal is retryable, the client sends the same
// command again later. Otherwise it sends another command.
func (c *client) handleRefusal(m *message) {
	p := c.pending
	if p == nil || !bytes.Equal(m.id, p.id) {
		return
	}
	code := string(m.code)
	c.run.errors.add(code)
	r := record{kind: recordRefused, cmd: ownRef(c.index, p.seq), text: uint16(c.run.texts.intern(m.code))}
	if m.retry {
		r.kind = recordRetry
	} else {
		c.pending = nil
	}
	c.addRecord(r)
	switch code {
	case "room_full", "room_closed":
		c.room.retire()
	case "ahead":
		c.cut()
	}
	c.backOff()
}

// backOff pauses the client after a refusal, so that it does not send refused commands
// in a tight loop.
func (c *client) backOff() {
	c.backingOff = true
	time.AfterFunc(refusalPause+c.jitter(refusalPause), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.backingOff = false
		if c.pending != nil {
			if c.welcomed {
				c.send()
			}
			return
		}
		c.act()
	})
}

// jitter returns a random time of less than d.
func (c *client) jitter(d time.Duration) time.Duration {
	return time.Duration(c.random.Int64N(int64(d)))
}

// act sends a command if the client has something to do. The caller holds c.mu.
func (c *client) act() {
	if c.seat == 0 || c.pending != nil || !c.welcomed || c.backingOff || c.ended || c.room.retired.Load() {
		return
	}
	switch c.game.phase {
	case waiting:
		if c.seat == 2 {
			c.sendCommand("sit", "", c.run.now())
		}
	case playing:
		c.room.markBegun()
		switch {
		case c.role == roleIdle && c.seat == 2:
			c.sendCommand("resign", "", c.run.now())
		case c.role == rolePlayer && c.game.turn() == c.seat:
			c.moveIfDue()
		}
	case finished:
		if c.role == rolePlayer && c.run.playing.Load() && !c.game.rematchAsked[c.seat-1] {
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
	switch {
	case c.run.cfg.mode == modeOpen:
		var ok bool
		if due, ok = c.room.takeDue(); !ok {
			return
		}
	case c.run.cfg.think > 0 && !c.thinkingDone:
		c.think()
		return
	}
	c.thinkingDone = false
	c.sendCommand("move", c.game.randomMove(c.random, c.moves[:0]), due)
}

// think starts the pause before a move, unless it is already running.
func (c *client) think() {
	if c.thinkTimer != nil {
		return
	}
	c.thinkTimer = time.AfterFunc(c.run.cfg.think, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.thinkTimer, c.thinkingDone = nil, true
		c.act()
	})
}

// sendCommand sends a new command. The caller holds c.mu.
func (c *client) sendCommand(kind, move string, due time.Duration) {
	c.seq++
	p := &c.command
	p.kind, p.seq, p.move, p.due = kind, c.seq, move, due
	p.id = appendOwnID(p.id[:0], c.index, c.seq)
	p.frame = appendCommand(p.frame[:0], kind, p.id, c.n, move)
	c.pending = p
	if kind == "move" {
		c.room.noteMove(c.index, c.seq, due)
	}
	c.send()
}

// send sends the pending command, for the first time or again. The caller holds c.mu.
func (c *client) send() {
	p := c.pending
	p.sent = c.run.now()
	c.addRecord(record{kind: recordSent, n: uint32(c.n), cmd: ownRef(c.index, p.seq), text: uint16(c.run.texts.intern([]byte(p.kind)))})
	c.write(p.frame)
}

// wake makes the client act if it has something to do.
func (c *client) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.act()
}

// checkLiveness cuts a connection that has died without a close. It takes no lock,
// because the holder of c.mu may be blocked in a write.
func (c *client) checkLiveness(now time.Duration) {
	conn := c.conn.Load()
	if conn == nil || c.run.cfg.relay {
		return
	}
	c.checkAnswerOverdue(now)
	pingDue, cutAfter := false, cutAfterSilence
	silent := now - time.Duration(c.lastReceived.Load())
	switch c.role {
	case roleSlow:
		return // reads so slowly that silence means nothing
	case roleIdle:
		pingDue, cutAfter = c.pagePingDue(now), idleCutAfterSilence
	default:
		pingDue = silent > pingAfterSilence
	}
	switch {
	case silent > cutAfter:
		c.cut()
	case pingDue:
		c.run.goroutines.Go(func() { (*conn).write(pingFrame) }) // a connection that is alive answers
	}
}

// pagePingDue reports whether a visible page would send a ping now. Its pings are far apart if the
// room has had no entry for a minute and no game is being played. The first of these comes at a
// random time, because not all rooms become quiet at once.
func (c *client) pagePingDue(now time.Duration) bool {
	quiet := now-time.Duration(c.lastEntry.Load()) >= pageQuietAfter
	interval := pagePingInterval
	if quiet {
		interval = pageQuietPingInterval
	}
	if quiet != c.quiet {
		c.quiet = quiet
		c.nextPing = now + rand.N(interval)
	}
	if now < c.nextPing {
		return false
	}
	c.nextPing = now + interval
	return true
}

// checkAnswerOverdue cuts a connection on which an answer is overdue. If c.mu is locked,
// its holder may be waiting for the network, so checkAnswerOverdue returns at once.
func (c *client) checkAnswerOverdue(now time.Duration) {
	if !c.mu.TryLock() {
		return
	}
	overdue := c.welcomed && c.pending != nil && now-c.pending.sent > answerTimeout && !c.backingOff
	c.mu.Unlock()
	if overdue {
		c.run.errors.add("no_answer")
		c.cut()
	}
}
