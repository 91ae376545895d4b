package main

import (
	"context"
	"time"

	"github.com/coder/websocket"
)

// This file is what a client does: how it takes what the hub says, and when it
// sends what.

// take handles one message.
func (c *client) take(s *scratch) {
	now := c.run.now()
	c.heard.Store(int64(now))
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
			c.see(&m.entries[i], now)
		}
	case "ok":
		c.acknowledged(m, now)
	case "refused":
		c.refused(m)
	case "welcome":
		c.welcomed(m)
	default:
		return // presence, pongs, and what a later hub may say
	}
	c.act()
}

// welcomed begins a connection: with the entries after those that the client has,
// or anew.
func (c *client) welcomed(m *message) {
	if m.from != c.n {
		c.n, c.digest, c.game = m.from, "", c.run.fresh()
	}
	if c.hist.player == "" {
		c.hist.player = string(m.player)
	}
	if c.before {
		c.run.reconnects.Add(1)
	}
	c.welcome, c.before = true, true
	c.note(record{what: opened, n: uint32(m.n), from: uint32(m.from)})
	if c.pending != nil {
		c.send()
	}
}

// see takes one entry, unless it has it already.
func (c *client) see(e *entry, now time.Duration) {
	if e.n <= c.n {
		return
	}
	if c.run.cfg.keeps() {
		names := &c.run.names
		c.note(record{what: seen, n: uint32(e.n), digest: parseDigest(e.digest), cmd: names.ref(e.cmd), text: uint16(names.add(e.kind))})
	}
	if e.n > c.n+1 { // the hub has left something out: the history shows it, and a new connection fills the gap
		c.run.errors.add("gap")
		c.cut()
		return
	}
	c.n, c.digest = e.n, string(e.digest)
	if c.role != roleMover {
		if c.seat != 0 { // idle players look at who sits, no further
			c.watchSeats(e)
		}
		return
	}
	c.thought = false
	if c.run.cfg.relay {
		c.relayed(e)
	} else {
		c.game.apply(e) // what is wrong with it, the checker says
	}
	if string(e.kind) == "moved" {
		c.table.shown(c.index, e.cmd, now)
	}
}

// relayed plays a move that came over the relay. It knows no seats and no games:
// the players take turns, and begin the next game by themselves.
func (c *client) relayed(e *entry) {
	e.seat = c.game.turn()
	c.game.apply(e)
	if c.game.phase == finished {
		c.game.begin(3 - c.game.first)
	}
}

// watchSeats follows a room no further than to who sits.
func (c *client) watchSeats(e *entry) {
	switch string(e.kind) {
	case "created", "joined":
		c.game.apply(e)
	}
}

// acknowledged: the hub has stored the command.
func (c *client) acknowledged(m *message, now time.Duration) {
	p := c.pending
	if p == nil || string(m.id) != c.id(p.seq) {
		return // the answer to the same command sent before
	}
	c.pending = nil
	c.note(record{what: ok, n: uint32(m.n), cmd: own(c.index, p.seq)})
	if p.kind == "move" {
		c.run.confirmed(p.due, now)
	}
	if c.run.cfg.relay { // it tells its sender no more than this
		c.see(&entry{n: m.n, kind: []byte("moved"), move: []byte(p.move)}, now)
	}
}

// refused: the same command again after a while, or another one.
func (c *client) refused(m *message) {
	p := c.pending
	if p == nil || string(m.id) != c.id(p.seq) {
		return
	}
	code := string(m.code)
	c.run.errors.add(code)
	r := record{what: refused, cmd: own(c.index, p.seq), text: uint16(c.run.names.add(m.code))}
	if m.retry {
		r.what = later
	} else {
		c.pending = nil
	}
	c.note(r)
	switch code {
	case "room_full", "room_closed":
		c.table.retire()
	case "ahead":
		c.cut()
	}
	c.rest()
}

// rest does nothing for a moment, so that a refusal is not answered by the next
// one as fast as the network allows.
func (c *client) rest() {
	c.resting = true
	time.AfterFunc(retryRefused+c.jitter(retryRefused), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.resting = false
		if c.pending != nil {
			if c.welcome {
				c.send()
			}
			return
		}
		c.act()
	})
}

func (c *client) jitter(d time.Duration) time.Duration {
	return time.Duration(c.random.Int64N(int64(d)))
}

// act does what is now to be done, if anything. c.mu is held.
func (c *client) act() {
	if c.seat == 0 || c.pending != nil || !c.welcome || c.resting || c.ended || c.table.retired.Load() {
		return
	}
	switch c.game.phase {
	case waiting:
		if c.seat == 2 {
			c.command("sit", "", c.run.now())
		}
	case playing:
		c.table.begun()
		if c.role == roleMover && c.game.turn() == c.seat {
			c.move()
		}
	case finished:
		if c.role == roleMover && c.run.playing.Load() && !c.game.asked[c.seat-1] {
			c.command("rematch", "", c.run.now())
		}
	}
}

// move makes a move, if it is time.
func (c *client) move() {
	if !c.run.playing.Load() {
		return
	}
	due := c.run.now()
	switch {
	case c.run.cfg.mode == modeOpen:
		var is bool
		if due, is = c.table.takeDue(); !is {
			return
		}
	case c.run.cfg.think > 0 && !c.thought:
		c.think()
		return
	}
	c.thought = false
	c.command("move", c.game.random(c.random, c.moves[:0]), due)
}

// think pauses before a move. A pause that is on already counts.
func (c *client) think() {
	if c.thinking != nil {
		return
	}
	c.thinking = time.AfterFunc(c.run.cfg.think, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.thinking, c.thought = nil, true
		c.act()
	})
}

// command sends a new command. c.mu is held.
func (c *client) command(kind, move string, due time.Duration) {
	c.seq++
	c.pending = &command{kind: kind, seq: c.seq, move: move, due: due, frame: commandFrame(kind, c.id(c.seq), c.n, move)}
	if kind == "move" {
		c.table.played(c.index, c.seq, due)
	}
	c.send()
}

// send sends the pending command, for the first time or again. c.mu is held.
func (c *client) send() {
	p := c.pending
	p.sent = c.run.now()
	c.note(record{what: sent, n: uint32(c.n), cmd: own(c.index, p.seq), text: uint16(c.run.names.add([]byte(p.kind)))})
	c.write(p.frame)
}

// nudge makes the client look whether there is something to do.
func (c *client) nudge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.act()
}

// watch gives up a connection that has died without saying so. It takes no lock:
// whoever holds it may be the one who hangs.
func (c *client) watch(now time.Duration) {
	ws := c.ws.Load()
	if ws == nil || c.run.cfg.relay {
		return
	}
	c.watchCommand(now)
	patience := time.Duration(1)
	switch c.role {
	case roleSlow:
		return // it hears what it reads
	case roleIdle:
		patience = idlePatience
	}
	switch silent := now - time.Duration(c.heard.Load()); {
	case silent > patience*deadFor:
		c.cut()
	case silent > patience*silentFor:
		c.run.work.Go(func() { c.ask(ws) })
	}
}

// watchCommand cuts a connection that owes an answer. A lock that cannot be had
// is held by somebody who waits for the network.
func (c *client) watchCommand(now time.Duration) {
	if !c.mu.TryLock() {
		return
	}
	overdue := c.welcome && c.pending != nil && now-c.pending.sent > answerWithin && !c.resting
	c.mu.Unlock()
	if overdue {
		c.run.errors.add("no_answer")
		c.cut()
	}
}

// ask sends a ping of the protocol: a connection that lives answers it.
func (c *client) ask(ws *websocket.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), writeWithin)
	defer cancel()
	_ = ws.Write(ctx, websocket.MessageText, []byte(`{"t":"ping","id":"p"}`)) // a failure ends the connection, which read sees
}
