package socket

import (
	"sync"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

// outbox orders what is sent on a socket, and says how the socket ends. The bytes that the
// connection does not take at once are in network.
type outbox struct {
	mu     sync.Mutex
	latest []byte // the frame of SendLatest, while the connection is congested; nil: none

	// code and reason are set together with ended
	ended  bool
	code   wire.CloseCode
	reason string
}

// Send writes frames, with one system call, or queues what the connection does not take at once.
// If they do not fit into the queue, Send closes the socket, and the client reconnects with its
// cursor. Frames of any length fit into an empty queue. After the end of the socket Send does
// nothing.
func (c *Conn) Send(frames ...[]byte) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.send(frames...)
}

// SendLatest is Send for a frame that makes the previous frame of SendLatest obsolete. While the
// connection is congested, only the latest of these frames waits, and follows all other frames.
func (c *Conn) SendLatest(frame []byte) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	if c.network.congested() {
		c.outbox.latest = frame
		return
	}
	c.outbox.latest = nil
	c.send(frame)
}

// send implements Send with outbox.mu held.
func (c *Conn) send(frames ...[]byte) {
	if len(frames) > 0 && !c.outbox.ended && !c.network.writeTexts(frames) {
		c.end(wire.CloseSlow, "too slow")
	}
}

// startDraining starts a goroutine that writes what the connection has not taken at once.
func (c *Conn) startDraining() { c.tasks.Go(c.drain) }

func (c *Conn) drain() {
	defer c.surviveDraining()
	for done := false; !done; done = c.drained() {
		if err := c.network.writeQueue(); err != nil {
			c.Close(wire.CloseAbnormal, "")
			c.network.fail()
			return
		}
	}
}

// surviveDraining recovers from a panic in the function that defers it, and closes the socket.
func (c *Conn) surviveDraining() {
	p := recover()
	if p == nil {
		return
	}
	c.set.cfg.Record.Panicked(p)
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.network.fail() // an earlier frame may be lost
	c.end(wire.CloseInternal, wire.PanicReason)
}

// Flush returns when the connection has taken all frames, or the socket has ended.
func (c *Conn) Flush() { c.network.wait() }

// drained sends the frame that SendLatest has left, and reports whether nothing is queued.
func (c *Conn) drained() bool {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	if frame := c.outbox.latest; frame != nil {
		c.outbox.latest = nil
		c.send(frame)
	}
	return c.network.stopDraining()
}

// Close ends the socket and returns at once. Only the first call counts. A code below
// wire.CloseNormal means that there was no close frame, and becomes wire.CloseAbnormal.
func (c *Conn) Close(code wire.CloseCode, reason string) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.end(code, reason)
}

// Closed reports whether the socket has ended.
func (c *Conn) Closed() bool {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	return c.outbox.ended
}

// CloseCode returns the code with which the socket ended; 0: it has not ended.
func (c *Conn) CloseCode() wire.CloseCode {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	return c.outbox.code
}

// end is Close with outbox.mu held.
func (c *Conn) end(code wire.CloseCode, reason string) {
	o := &c.outbox
	if o.ended {
		return
	}
	if code < wire.CloseNormal {
		code = wire.CloseAbnormal
	}
	o.ended, o.code, o.reason = true, code, reason
	if code == wire.CloseAbnormal || code == wire.CloseSlow {
		// A peer that is lost or does not read would not receive a close frame.
		c.tasks.Go(func() { _ = c.ws.CloseNow() })
		return
	}
	// If the peer does not answer the close frame, the library gives up after 5 s.
	c.tasks.Go(func() { _ = c.ws.Close(websocket.StatusCode(code), reason) })
}
