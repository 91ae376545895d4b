package socket

import (
	"cmp"
	"context"
	"sync"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

// outbox holds the frames that are queued for a socket, and how the socket ends. A goroutine
// sends only while frames are queued.
type outbox struct {
	limit int // the maximum number of queued sends

	mu      sync.Mutex
	waiting [][]byte
	sends   int    // how many calls of Send and SendNotify have brought them
	written func() // called when the queued frames have been written; may be nil
	sending bool   // a goroutine sends the frames, and closes the socket after its end

	// code and reason are set together with ended
	ended  bool
	code   wire.CloseCode
	reason string
}

// Send queues a frame. If the outbox is full it closes the socket: the client comes back
// with its cursor. After the end of the socket Send does nothing.
func (c *Conn) Send(frame []byte) { c.SendNotify([][]byte{frame}, nil) }

// SendNotify is Send for frames that belong together: they count as one, so that a log of
// any length can be read. It calls written when they have been written to the connection. It
// drops written if the function of an earlier frame is still to be called.
func (c *Conn) SendNotify(frames [][]byte, written func()) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.ended:
	case o.sends >= o.limit:
		c.end(wire.CloseSlow, "too slow")
	default:
		o.waiting = append(o.waiting, frames...)
		o.sends++
		if o.written == nil {
			o.written = written
		}
		c.ensureWriter()
	}
}

// Close ends the socket and returns at once. Only the first call counts. A code below
// wire.CloseNormal, for an end without a close frame, becomes wire.CloseAbnormal.
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
	if o.abrupt() {
		o.waiting = nil
		c.tasks.Go(func() { _ = c.ws.CloseNow() })
		return
	}
	c.ensureWriter()
}

// abrupt reports whether the socket ends without a close frame. A peer that is lost or does
// not read would not receive one.
func (o *outbox) abrupt() bool {
	return o.code == wire.CloseAbnormal || o.code == wire.CloseSlow
}

// ensureWriter makes sure that a goroutine sends the outbox. The caller holds outbox.mu.
func (c *Conn) ensureWriter() {
	if !c.outbox.sending {
		c.outbox.sending = true
		c.set.writers.write(c)
	}
}

// writeAll sends frames until none is queued, and closes a socket that has ended.
func (c *Conn) writeAll() {
	defer c.surviveWriting()
	o := &c.outbox
	for {
		o.mu.Lock()
		frames, written, ended := o.waiting, o.written, o.ended
		o.waiting, o.written, o.sends = nil, nil, 0
		o.sending = len(frames) > 0
		o.mu.Unlock()
		if len(frames) > 0 {
			if c.transmit(frames) != nil {
				c.Close(wire.CloseAbnormal, "")
			} else if written != nil {
				written()
			}
			continue
		}
		if ended && !o.abrupt() {
			// A dead peer ends here after 5 s, the library's own limit.
			_ = c.ws.Close(websocket.StatusCode(o.code), o.reason)
		}
		return
	}
}

// transmit writes frames together. Its contexts never end: bufferedConn limits the time,
// and a context that ended during a write would cut the connection.
func (c *Conn) transmit(frames [][]byte) (err error) {
	c.buffer.gather()
	defer func() { err = cmp.Or(c.buffer.release(), err) }()
	for _, frame := range frames {
		if err := c.ws.Write(context.Background(), websocket.MessageText, frame); err != nil {
			return err
		}
	}
	return nil
}

// surviveWriting recovers from a panic in the function that defers it, and closes the
// socket.
func (c *Conn) surviveWriting() {
	p := recover()
	if p == nil {
		return
	}
	c.set.cfg.Record.Panicked(p)
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sending = false
	o.waiting = nil // a frame before them may be lost
	if o.ended {
		c.tasks.Go(func() { _ = c.ws.CloseNow() }) // the close frame caused the panic
	}
	c.end(wire.CloseInternal, wire.PanicReason)
}
