package socket

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

const (
	// pingInterval is how long a socket may be silent until it is pinged. The ping finds sockets
	// whose peer has vanished, and keeps proxies from closing idle sockets. Many of these wait for
	// a minute. A page sends pings of its own, so the hub need not ping it.
	pingInterval = 30 * time.Second

	// pingTimeout is how long a peer may take to answer a ping.
	pingTimeout = 15 * time.Second

	// pingStep is how often PingLoop checks the next few sockets. One timer for all sockets
	// costs less than a timer for each, and small steps spread the work.
	pingStep = 250 * time.Millisecond

	// Times in steps of PingLoop. After timeoutSteps, pingTimeout has certainly passed.
	intervalSteps = int64(pingInterval / pingStep)
	timeoutSteps  = int64(pingTimeout/pingStep) + 1
	secondSteps   = int64(time.Second / pingStep)
)

// PingLoop pings every socket from which nothing has come for pingInterval, and closes a socket
// that does not answer within pingTimeout, until the context of Config.Tasks ends. It waits for no
// socket.
func (s *Set) PingLoop() {
	tick := time.NewTicker(pingStep)
	defer tick.Stop()
	for {
		select {
		case <-s.cfg.Tasks.Context().Done():
			return
		case <-tick.C:
		}
		step := s.step.Add(1)
		if step%secondSteps == 0 {
			s.writers.Trim()
		}
		for c := range s.takeDue(step) {
			if after := c.check(step); after > 0 {
				s.checkAt(step+after, c)
			}
		}
	}
}

// watch pings the socket for the first time, and makes PingLoop check it. The first check is at a
// random time and pings the socket, so that the pings of sockets that were opened together spread.
func (c *Conn) watch() {
	c.hear()
	c.measure.Store(true)
	c.ping()
	c.set.checkAt(c.set.step.Load()+1+rand.N(intervalSteps), c)
}

// checkAt makes PingLoop check a socket in a later step, at most intervalSteps from now.
func (s *Set) checkAt(step int64, c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.open[c]; !open {
		return
	}
	s.open[c] = step
	due := &s.due[step%int64(len(s.due))]
	if *due == nil {
		*due = map[*Conn]struct{}{}
	}
	(*due)[c] = struct{}{}
}

// takeDue removes and returns the sockets that are checked in a step.
func (s *Set) takeDue(step int64) map[*Conn]struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	due := &s.due[step%int64(len(s.due))]
	taken := *due
	*due = nil
	return taken
}

// check pings the socket if it was silent for too long, or if its round trip is needed. It returns
// the number of steps until the next check; 0: the socket has ended.
func (c *Conn) check(step int64) (after int64) {
	silent := step - c.heard.Load()
	switch {
	case c.Closed():
		return 0
	case c.pinged.Load() != 0:
		c.closeSilent()
		return secondSteps
	case silent >= intervalSteps || c.measure.Swap(false):
		c.ping()
		return timeoutSteps
	default:
		return intervalSteps - silent
	}
}

// hear notes that the peer is there.
func (c *Conn) hear() { c.heard.Store(c.set.step.Load()) }

// start is the beginning of the time that sinceStart returns.
var start = time.Now()

// sinceStart returns the time since start, in nanoseconds, by a clock that is never set.
func sinceStart() int64 { return int64(time.Since(start)) }

// ping sends a ping, unless the answer to the last ping is still missing. If frames are being
// written to the socket, ping leaves it to the goroutine that writes them.
func (c *Conn) ping() {
	if c.pinged.Load() != 0 {
		c.closeSilent()
		return
	}
	if b, ok := c.takePing(); ok {
		c.writeNow(b)
	}
}

// takePing makes the next batch contain a ping. If ok is true, the caller must send b with writeNow.
func (c *Conn) takePing() (b batch, ok bool) {
	o := &c.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return b, false
	}
	o.ping = true
	return c.takeNow()
}

// closeSilent closes the socket if its peer has not answered a ping in time.
func (c *Conn) closeSilent() {
	if sent := c.pinged.Load(); sent != 0 && sinceStart()-sent >= int64(pingTimeout) {
		c.Close(wire.CloseAbnormal, "")
	}
}

// writePing writes a ping (RFC 6455, section 5.5.2). The library's Ping would need a goroutine that
// waits for the answer. The payload is the time, by which pong recognises the answer.
func (c *Conn) writePing() error {
	const fin, opcode = 0x80, 0x9
	sent := sinceStart()
	c.pinged.Store(sent)
	frame := [10]byte{fin | opcode, 8} // and 8 bytes of payload
	binary.BigEndian.PutUint64(frame[2:], uint64(sent))
	_, err := c.buffer.Write(frame[:])
	return err
}

// pingedByPeer makes the library answer a ping.
func (c *Conn) pingedByPeer(context.Context, []byte) bool {
	c.hear()
	return true
}

// pong measures a round trip. The library calls it with the payload of a pong.
func (c *Conn) pong(_ context.Context, payload []byte) {
	c.hear()
	sent := c.pinged.Load()
	if sent == 0 || len(payload) != 8 || binary.BigEndian.Uint64(payload) != uint64(sent) || !c.pinged.CompareAndSwap(sent, 0) {
		return // not the answer to the last ping
	}
	trip := time.Duration(sinceStart() - sent)
	c.smooth(trip)
	c.set.metrics.roundTrips.Observe(trip.Seconds())
}
