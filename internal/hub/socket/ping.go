package socket

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

const (
	// pingInterval is how often each socket is pinged: it measures the round trip, finds sockets
	// whose peer has vanished, and keeps proxies from closing idle sockets. Many of these wait
	// for a minute.
	pingInterval = 30 * time.Second

	// pingTimeout is how long a peer may take to answer a ping.
	pingTimeout = 15 * time.Second

	// pingStep is how often PingLoop pings the next few sockets. One timer for all sockets
	// costs less than a timer for each, and small steps spread the work.
	pingStep = 250 * time.Millisecond

	// trimSteps is the number of steps after which PingLoop ends the idle writers.
	trimSteps = int(time.Second / pingStep)
)

// PingLoop pings every socket once in pingInterval, and closes a socket that does not answer within
// pingTimeout, until the context of Config.Tasks ends. It waits for no socket.
func (s *Set) PingLoop() {
	step := time.NewTicker(pingStep)
	defer step.Stop()
	const steps = int(pingInterval / pingStep)
	var round []*Conn
	var pinged [pingTimeout/pingStep + 1][]*Conn // the sockets of the last steps
	for i, k := 0, 0; ; i, k = (i+1)%steps, (k+1)%len(pinged) {
		select {
		case <-s.cfg.Tasks.Context().Done():
			return
		case <-step.C:
		}
		if i%trimSteps == 0 {
			s.writers.Trim()
		}
		if i == 0 {
			round = s.all()
		}
		left := steps - i
		share := (len(round) + left - 1) / left
		waiting := &pinged[k]
		for _, c := range *waiting {
			c.closeSilent()
		}
		clear(*waiting)
		*waiting, round = round[:share], round[share:]
		for _, c := range *waiting {
			c.ping()
		}
	}
}

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

// pong measures a round trip. The library calls it with the payload of a pong.
func (c *Conn) pong(_ context.Context, payload []byte) {
	sent := c.pinged.Load()
	if sent == 0 || len(payload) != 8 || binary.BigEndian.Uint64(payload) != uint64(sent) || !c.pinged.CompareAndSwap(sent, 0) {
		return // not the answer to the last ping
	}
	trip := time.Duration(sinceStart() - sent)
	c.smooth(trip)
	c.set.metrics.roundTrips.Observe(trip.Seconds())
}
