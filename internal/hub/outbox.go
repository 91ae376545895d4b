package hub

import (
	"cmp"
	"context"
	"sync"

	"github.com/coder/websocket"
)

// outbox is what a socket is still to be sent, and how it ends. A goroutine
// that sends exists only while there is something to send.
type outbox struct {
	limit int // frames that may wait for a slow reader

	mu      sync.Mutex
	waiting [][]byte
	due     stamp // of the oldest move among them
	sending bool  // a goroutine sends what waits, and closes the socket after its end

	ended bool
	code  websocket.StatusCode // why; set once, when ended is
	why   string
}

// send puts a frame into the outbox. A full one ends the socket: its client
// comes back and reads on where it stopped. After its end nothing is sent.
func (c *conn) send(frame []byte) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.ended:
	case len(o.waiting) >= o.limit:
		c.finish(closeSlow, "too slow")
	default:
		o.waiting = append(o.waiting, frame)
		c.write()
	}
}

// end ends the socket, once: the first reason counts. It does not wait. What was
// said before arrives before the close frame.
func (c *conn) end(code websocket.StatusCode, why string) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.finish(code, why)
}

// finish is end for who holds the outbox.
func (c *conn) finish(code websocket.StatusCode, why string) {
	o := &c.outbox
	if o.ended {
		return
	}
	if code < websocket.StatusNormalClosure {
		code = websocket.StatusAbnormalClosure
	}
	o.ended, o.code, o.why = true, code, why
	if o.abrupt() {
		o.waiting = nil
		c.tasks.Go(func() { _ = c.ws.CloseNow() })
		return
	}
	c.write()
}

// abrupt reports whether the socket ends without another word: a close frame
// only helps a peer that is alive and reads.
func (o *outbox) abrupt() bool {
	return o.code == websocket.StatusAbnormalClosure || o.code == closeSlow
}

func (c *conn) ended() bool {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	return c.outbox.ended
}

// write sees to it that a goroutine sends. The caller holds the outbox.
func (c *conn) write() {
	if !c.outbox.sending {
		c.outbox.sending = true
		c.hub.writers.write(c)
	}
}

// writeAll sends what waits until nothing does, and closes a socket that has
// ended.
func (c *conn) writeAll() {
	defer c.surviveWriting()
	o := &c.outbox
	for {
		o.mu.Lock()
		frames, due, ended := o.waiting, o.due, o.ended
		o.waiting, o.due = nil, stamp{}
		o.sending = len(frames) > 0
		o.mu.Unlock()
		if len(frames) > 0 {
			if c.transmit(frames) != nil {
				c.end(websocket.StatusAbnormalClosure, "")
			} else {
				c.hub.metrics.delivered(due)
			}
			continue
		}
		if ended && !o.abrupt() {
			// A peer that is not alive ends here after the library's own 5 s.
			_ = c.ws.Close(o.code, o.why)
		}
		return
	}
}

// transmit sends frames as one piece. Its contexts do not end: the line bounds
// the time, and one that ended in the middle of a write would cut the
// connection, whereas what was said last is to arrive.
func (c *conn) transmit(frames [][]byte) (err error) {
	c.line.hold()
	defer func() { err = cmp.Or(c.line.release(), err) }()
	for _, frame := range frames {
		if err := c.ws.Write(context.Background(), websocket.MessageText, frame); err != nil {
			return err
		}
	}
	return nil
}

// spawn starts a goroutine that ends soon after the socket has, unless it has.
func (c *conn) spawn(task func()) {
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	if !c.outbox.ended {
		c.tasks.Go(task)
	}
}
