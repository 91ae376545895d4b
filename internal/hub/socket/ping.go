package socket

import (
	"context"
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
)

// startPings pings the socket at once, and then whenever it was silent for pingInterval, until
// stopPings. The time of the first check is random, so that the pings of sockets that were opened
// together spread.
func (c *Conn) startPings() {
	c.hear()
	c.measure.Store(true)
	c.tasks.Go(c.ping)
	c.tasks.Add(1) // of checkPing, until it is called for the last time
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	c.pings = time.AfterFunc(rand.N(pingInterval), c.checkPing)
}

// stopPings must be called once, after the end of the socket.
func (c *Conn) stopPings() {
	if c.pings.Stop() {
		c.tasks.Done()
	}
}

// checkPing pings the socket if it was silent for too long, or if its round trip is needed. The
// timer calls it.
func (c *Conn) checkPing() {
	silent := time.Since(start) - time.Duration(c.heard.Load())
	if silent >= pingInterval || c.measure.Swap(false) {
		c.ping()
		silent = 0
	}
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	if c.outbox.code != 0 {
		c.tasks.Done()
		return
	}
	c.pings.Reset(pingInterval - silent)
}

// Silence returns how long ago the peer was last heard. If that was at least pingAfter ago, it also
// pings the peer, unless it waits for the answer to such a ping already.
func (c *Conn) Silence(pingAfter time.Duration) time.Duration {
	silence := time.Since(start) - time.Duration(c.heard.Load())
	if silence < pingAfter || !c.probing.CompareAndSwap(false, true) {
		return silence
	}
	c.outbox.mu.Lock()
	defer c.outbox.mu.Unlock()
	if c.outbox.code == 0 { // otherwise Wait may have returned
		c.tasks.Go(func() {
			defer c.probing.Store(false)
			c.ping()
		})
	}
	return silence
}

// start is the beginning of the times in Conn.heard.
var start = time.Now()

// hear notes that the peer is there.
func (c *Conn) hear() { c.heard.Store(int64(time.Since(start))) }

// ping measures the round trip, and closes the socket if its peer does not answer in time.
func (c *Conn) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	sent := time.Now()
	if err := c.ws.Ping(ctx); err != nil {
		c.Close(wire.CloseAbnormal, "")
		return
	}
	c.hear()
	c.smooth(time.Since(sent))
}
