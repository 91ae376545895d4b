package socket

import (
	"slices"
	"sync"

	"github.com/quatre/quatre/internal/hub/wire"
)

// outbox holds the frames that are queued for a socket, and how the socket ends. A goroutine
// sends only while frames are queued. SendNow needs none, unless the connection is congested.
type outbox struct {
	limit int // the maximum of the field bytes

	mu      sync.Mutex
	waiting [][]byte
	latest  int    // 1 + the index in waiting of the frame that SendLatest queued; 0: none is queued
	bytes   int    // the size of the frames that wait or are being written
	written func() // called when the queued frames have been written; may be nil
	more    func() // called when the outbox is empty; may be nil
	sending bool   // a goroutine sends the frames, and closes the websocket once ended is true
	rest    bool   // the connection holds bytes of frames that it has not written
	ping    bool   // a ping must be written before the frames

	// code and reason are set together with ended
	ended  bool
	code   wire.CloseCode
	reason string
}

// Send queues a frame. If the outbox is full, Send closes the socket, and the client
// reconnects with its cursor. After the end of the socket Send does nothing.
func (c *Conn) Send(frame []byte) { c.SendNotify(frame, nil) }

// SendNotify is Send, and calls written when the frame has been written to the connection.
// It ignores written while the function of an earlier frame has not been called yet. written
// may be nil.
func (c *Conn) SendNotify(frame []byte, written func()) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if c.put(frame, written) {
		c.ensureWriter()
	}
}

// Hold is SendNotify, but the frame waits until the caller sends another one. So the two cost
// one write.
func (c *Conn) Hold(frame []byte, written func()) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	c.put(frame, written)
}

// SendNow is SendNotify, and writes all queued frames before it returns, unless the connection
// is congested.
func (c *Conn) SendNow(frame []byte, written func()) {
	if b, ok := c.putNow(frame, written); ok {
		c.writeNow(b)
	}
}

// putNow queues a frame. If ok is true, the caller must send b with writeNow.
func (c *Conn) putNow(frame []byte, written func()) (b batch, ok bool) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if !c.put(frame, written) {
		return b, false
	}
	return c.takeNow()
}

// takeNow takes what is queued, for the caller to write with writeNow. If ok is false, a goroutine
// writes it. The caller holds outbox.mu.
func (c *Conn) takeNow() (b batch, ok bool) {
	o := &c.outbox
	if o.sending || o.bytes > gatherLimit || !c.buffer.tryGather() {
		c.ensureWriter()
		return b, false
	}
	o.sending = true
	c.tasks.Add(1)
	return o.takeFrames(), true
}

// SendLatest is Send, and drops the frame of the previous SendLatest if that frame is still
// queued.
func (c *Conn) SendLatest(frame []byte) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.latest > 0 {
		o.bytes -= len(o.waiting[o.latest-1])
		o.waiting = slices.Delete(o.waiting, o.latest-1, o.latest)
		o.latest = 0
	}
	if c.put(frame, nil) {
		o.latest = len(o.waiting)
		c.ensureWriter()
	}
}

// SendPart is Send for one part of data that is too long to be queued at once. It calls more
// when the outbox is empty, unless the socket has ended. Call SendPart again only after it
// has called more.
func (c *Conn) SendPart(frame []byte, more func()) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if c.put(frame, nil) {
		o.more = more
		c.ensureWriter()
	}
}

// put reports whether it has queued the frame. A frame of any length fits into an outbox
// that is empty. The caller holds outbox.mu.
func (c *Conn) put(frame []byte, written func()) bool {
	o := &c.outbox
	if o.ended {
		return false
	}
	if o.bytes > 0 && o.bytes+len(frame) > o.limit {
		c.end(wire.CloseSlow, "too slow")
		return false
	}
	o.waiting = append(o.waiting, frame)
	o.bytes += len(frame)
	if o.written == nil {
		o.written = written
	}
	return true
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
	o.more = nil
	if o.abrupt() {
		o.dropWaiting()
		c.tasks.Go(func() { _ = c.ws.CloseNow() })
		return
	}
	c.ensureWriter()
}

// abrupt reports whether the socket ends without a close frame. A peer that is lost or does
// not read would not receive a close frame.
func (o *outbox) abrupt() bool {
	return o.code == wire.CloseAbnormal || o.code == wire.CloseSlow
}

// batch is what the sending goroutine must do next. With frames or the rest of earlier ones, it
// sends them and calls written. Otherwise it calls more. Without more, it ends.
type batch struct {
	frames        [][]byte
	bytes         int  // of frames
	rest          bool // the connection holds bytes that it has not written
	ping          bool // a ping comes before the frames
	written, more func()
	finish        bool // the goroutine must close the websocket before it ends
}

// empty reports whether nothing is to be written.
func (b batch) empty() bool { return len(b.frames) == 0 && !b.rest && !b.ping }

// take takes what is queued. Call it only after the previous batch has been carried out.
func (o *outbox) take() batch {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.takeFrames()
	if b.empty() {
		b.more, o.more = o.more, nil
		b.finish = o.ended && !o.abrupt()
		o.sending = b.more != nil
	}
	return b
}

// takeFrames takes the frames that wait. The caller holds mu.
func (o *outbox) takeFrames() batch {
	b := batch{frames: o.waiting, rest: o.rest, ping: o.ping, written: o.written}
	o.rest, o.ping, o.written = false, false, nil
	o.dropWaiting()
	for _, frame := range b.frames {
		b.bytes += len(frame)
	}
	o.bytes = b.bytes
	return b
}

// dropWaiting drops the frames that wait. The caller holds mu.
func (o *outbox) dropWaiting() { o.waiting, o.latest, o.bytes = nil, 0, 0 }
