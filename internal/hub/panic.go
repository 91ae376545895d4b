package hub

import (
	"fmt"
	"runtime/debug"

	"github.com/coder/websocket"
)

// A panic is a mistake in this program. It must not cost more than it has to: in
// what serves one socket it ends that socket, in what serves one room it ends
// that room's sockets. Those come back, and read what is stored. So whatever
// locks, here and below, unlocks by defer if it can panic in between.
//
// Panics of requests are net/http's, which ends the request. One of a loop that
// serves all rooms ends the process: what it would leave undone nobody would see.

const panickedText = "an error of the hub"

// panicked notes a panic while it is being recovered from.
func (h *Hub) panicked(p any) {
	h.metrics.panics.Inc()
	h.log.Error("panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
}

// survive is deferred by what serves c. The others in its room, if c is in one,
// may lack something that was stored when it happened.
func (c *conn) survive(l *live) {
	p := recover()
	if p == nil {
		return
	}
	c.hub.panicked(p)
	c.end(websocket.StatusInternalError, panickedText)
	if l != nil {
		l.repair()
	}
}

// surviveWriting is deferred by what writes to c. A panic while the close frame is
// written leaves nothing to say.
func (c *conn) surviveWriting() {
	p := recover()
	if p == nil {
		return
	}
	c.hub.panicked(p)
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sending = false
	o.waiting = nil // not after a gap
	if o.ended {
		c.tasks.Go(func() { _ = c.ws.CloseNow() })
	}
	c.finish(websocket.StatusInternalError, panickedText)
}

// survive is deferred by what serves all who are in the room. Whoever comes back
// opens it anew.
func (l *live) survive() {
	p := recover()
	if p == nil {
		return
	}
	l.hub.panicked(p)
	l.hub.rooms.forget(l)
	l.end(websocket.StatusInternalError, panickedText)
}

// caught is deferred by what does one thing of many, and makes a panic its error.
func (h *Hub) caught(err *error) {
	if p := recover(); p != nil {
		h.panicked(p)
		*err = fmt.Errorf("hub: panic: %v", p)
	}
}
