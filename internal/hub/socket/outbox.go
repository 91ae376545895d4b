package socket

import (
	"encoding/binary"
	"errors"
	"math"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

var errFull = errors.New("socket: the peer reads too slowly")

// outbox holds what the connection has not taken at once, and says how the socket ends. While bytes
// are queued, a goroutine writes them. So neither a broadcast nor the library's answer to a ping
// waits for a peer that does not read.
type outbox struct {
	raw syscall.RawConn // nil: every write may wait

	mu       sync.Mutex
	queue    *[]byte   // nil: nothing is queued
	writing  int       // bytes that the goroutine is writing
	draining bool      // the goroutine runs
	drained  sync.Cond // draining has become false; its lock is mu
	latest   []byte    // the frame of SendLatest, while the connection is congested; nil: none
	code     wire.CloseCode
}

// queues recycles the buffers of outbox.queue.
var queues = sync.Pool{New: func() any { return new(make([]byte, 0, 1024)) }}

// maxRecycled is the size, in bytes, of the largest buffer that is recycled.
const maxRecycled = 16 << 10

func recycle(queue *[]byte) {
	if cap(*queue) <= maxRecycled {
		*queue = (*queue)[:0]
		queues.Put(queue)
	}
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
	if c.outbox.queued() > 0 {
		c.outbox.latest = frame
		return
	}
	c.outbox.latest = nil
	c.send(frame)
}

// send implements Send with outbox.mu held. The library would take several locks for each frame, two
// of them channels: with 500 rooms a move would cost 7 % more.
func (c *Conn) send(frames ...[]byte) {
	if len(frames) > 0 && c.outbox.code == 0 && !c.write(appendTextHeader, frames...) {
		c.end(wire.CloseSlow, "too slow")
	}
}

// write queues parts, each after a header for its length, writes what the connection takes at once,
// and leaves the rest to a goroutine. It returns false if the queue has no room for the parts. A
// queue that is empty has room for any size. The caller holds outbox.mu.
func (c *Conn) write(appendHeader func(h []byte, n int) []byte, parts ...[]byte) bool {
	o, size := &c.outbox, 0
	for _, part := range parts {
		size += len(part)
	}
	if queued := o.queued(); queued > 0 && queued+size > c.set.cfg.OutboxBytes {
		return false
	}
	if o.queue == nil {
		o.queue = queues.Get().(*[]byte)
	}
	for _, part := range parts {
		*o.queue = append(appendHeader(*o.queue, len(part)), part...)
	}
	if o.draining {
		return true
	}
	if o.raw != nil {
		taken := writeAtOnce(o.raw, *o.queue)
		if taken == len(*o.queue) {
			recycle(o.queue)
			o.queue = nil
			return true
		}
		*o.queue = append((*o.queue)[:0], (*o.queue)[taken:]...)
	}
	o.draining = true
	c.tasks.Go(c.drain)
	return true
}

// appendTextHeader appends the header of a frame with a text of n bytes (RFC 6455, section 5.2). A
// server does not mask its frames.
func appendTextHeader(h []byte, n int) []byte {
	const fin, opcode = 0x80, 0x1
	const length16, length64 = 126, 127 // the length follows, in 16 or in 64 bits
	switch {
	case n < length16:
		return append(h, fin|opcode, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(h, fin|opcode, length16), uint16(n))
	default:
		return binary.BigEndian.AppendUint64(append(h, fin|opcode, length64), uint64(n))
	}
}

// noHeader is for frames of the library, which have a header already.
func noHeader(h []byte, _ int) []byte { return h }

// queued returns how many bytes are queued or being written. The caller holds mu.
func (o *outbox) queued() int {
	if o.queue == nil {
		return o.writing
	}
	return o.writing + len(*o.queue)
}

// drain writes what is queued, and waits for the connection until the timeout. A panic closes the
// socket.
func (c *Conn) drain() {
	defer func() {
		if p := recover(); p != nil {
			c.set.cfg.Record.Panicked(p)
			c.failDraining(wire.CloseInternal, wire.PanicReason)
		}
	}()
	for queue := c.takeQueue(); queue != nil; queue = c.takeQueue() {
		err := c.network.SetWriteDeadline(time.Now().Add(c.set.cfg.WriteTimeout))
		if err == nil {
			_, err = c.network.Conn.Write(*queue)
		}
		if err == nil {
			err = c.network.SetWriteDeadline(time.Time{}) // after a deadline writeAtOnce would fail
		}
		recycle(queue)
		if err != nil {
			c.failDraining(wire.CloseAbnormal, "")
			return
		}
	}
}

// failDraining ends the socket, and drops what is queued, because an earlier frame may be lost.
func (c *Conn) failDraining(code wire.CloseCode, reason string) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.outbox.stopDraining()
	c.end(code, reason)
}

// takeQueue returns what drain must write next: first what is queued, then the frame that SendLatest
// has left. It returns nil if there is nothing, and drain must end.
func (c *Conn) takeQueue() *[]byte {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	o.writing = 0
	if o.queue == nil && o.latest != nil {
		c.send(o.latest)
		o.latest = nil
	}
	queue := o.queue
	if queue == nil {
		o.stopDraining()
		return nil
	}
	o.queue, o.writing = nil, len(*queue)
	return queue
}

// stopDraining notes that drain ends, and drops what is queued. The caller holds mu.
func (o *outbox) stopDraining() {
	o.queue, o.writing, o.draining = nil, 0, false
	o.drained.Broadcast()
}

// Flush returns when the connection has taken all frames, or the socket has ended.
func (c *Conn) Flush() {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	for c.outbox.draining {
		c.outbox.drained.Wait()
	}
}

// Close ends the socket and returns at once. Only the first call counts. A code below
// wire.CloseNormal means that there was no close frame, and becomes wire.CloseAbnormal.
func (c *Conn) Close(code wire.CloseCode, reason string) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.end(code, reason)
}

// Closed reports whether the socket has ended.
func (c *Conn) Closed() bool { return c.CloseCode() != 0 }

// CloseCode returns the code with which the socket ended; 0: it has not ended.
func (c *Conn) CloseCode() wire.CloseCode {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	return c.outbox.code
}

// end is Close with outbox.mu held.
func (c *Conn) end(code wire.CloseCode, reason string) {
	if c.outbox.code != 0 {
		return
	}
	if code < wire.CloseNormal {
		code = wire.CloseAbnormal
	}
	c.outbox.code = code
	if code == wire.CloseAbnormal || code == wire.CloseSlow {
		// A peer that is lost or does not read would not receive a close frame.
		c.tasks.Go(func() { _ = c.ws.CloseNow() })
		return
	}
	// If the peer does not answer the close frame, the library gives up after 5 s.
	c.tasks.Go(func() { _ = c.ws.Close(websocket.StatusCode(code), reason) })
}
