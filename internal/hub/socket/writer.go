package socket

import (
	"cmp"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

// ensureWriter makes sure that a goroutine sends the queued frames. The caller holds
// outbox.mu.
func (c *Conn) ensureWriter() {
	if !c.outbox.sending {
		c.outbox.sending = true
		c.tasks.Add(1)
		c.set.writers.Run(c)
	}
}

// write sends frames until none is queued, and closes the websocket if the socket has ended. A
// goroutine of Set.writers calls it.
func (c *Conn) write() {
	defer c.tasks.Done()
	defer c.surviveWriting()
	for {
		b := c.outbox.take()
		switch {
		case !b.empty():
			if c.transmit(b) != nil {
				c.Close(wire.CloseAbnormal, "")
			} else if b.written != nil {
				b.written()
			}
		case b.more != nil:
			b.more()
		default:
			if b.finish {
				// If the peer is dead, the library gives up after 5 s.
				_ = c.ws.Close(websocket.StatusCode(c.outbox.code), c.outbox.reason)
			}
			return
		}
	}
}

// writeNow sends a batch as far as the connection takes it without waiting, and leaves the rest
// to a goroutine. The caller has called bufferedConn.tryGather.
func (c *Conn) writeNow(b batch) {
	defer c.tasks.Done()
	defer c.surviveWriting()
	rest, err := c.transmitNow(b)
	if b.written != nil && !rest && err == nil {
		b.written()
	}
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sending = false
	if err != nil {
		c.end(wire.CloseAbnormal, "")
		return
	}
	if rest {
		o.rest = true
		if b.written != nil {
			o.written = b.written
		}
	} else {
		o.bytes -= b.bytes
	}
	if rest || len(o.waiting) > 0 || o.ping || o.more != nil || o.ended {
		c.ensureWriter()
	}
}

// transmit writes the ping and the frames of a batch together.
func (c *Conn) transmit(b batch) (err error) {
	c.buffer.gather()
	defer func() { err = cmp.Or(c.buffer.release(), err) }()
	return c.writeFrames(b)
}

// transmitNow is transmit, as far as the connection takes the bytes without waiting. It returns
// whether bytes are left.
func (c *Conn) transmitNow(b batch) (rest bool, err error) {
	defer func() { rest = !c.buffer.tryRelease() }()
	return false, c.writeFrames(b)
}

// writeFrames writes the ping and the frames of a batch. The library writes only pongs and close
// frames, each with one call of bufferedConn.Write, so no frame is within another one. After the
// answer to the peer's close frame, a frame may follow before the socket has ended: peers ignore it.
func (c *Conn) writeFrames(b batch) error {
	if b.ping {
		if err := c.writePing(); err != nil {
			return err
		}
	}
	for _, frame := range b.frames {
		if err := c.buffer.writeText(frame); err != nil {
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
	o.dropWaiting() // an earlier frame may be lost
	if o.ended {
		c.tasks.Go(func() { _ = c.ws.CloseNow() }) // the close frame caused the panic
	}
	c.end(wire.CloseInternal, wire.PanicReason)
}
