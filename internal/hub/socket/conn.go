// Package socket carries frames over websockets.
//
// It promises:
//
//   - Frames are sent in the order of Send, each at most once. Close sends the queued
//     frames before the close frame, except with wire.CloseAbnormal and wire.CloseSlow,
//     which break the connection.
//   - Send, SendLatest and Close never wait for the network. What a connection does not take at
//     once is queued, bounded in bytes. A socket whose queue is full is closed: nobody waits
//     for a slow reader. Only Flush waits, for the goroutine that sends a long log.
//   - A ping measures the network and not the store: its answer is read while commands are
//     carried out.
//   - The first close code of a socket counts; later ones are ignored.
//   - Every goroutine of a socket has ended when Wait returns.
//   - An idle socket needs one goroutine that reads, one timer and two small buffers. It needs no
//     goroutine that writes.
//
// Its users must call Serve and Wait once for every socket that Accept returns.
//
// Only this package uses the websocket library. It does not know rooms and commands:
// frames are bytes, and close codes are those of package wire.
//
// How it works: Set.Accept gives the library a network in place of the connection of a request
// (network.go), which never makes a writer wait. Conn.Serve reads frames and calls a function with
// each. The outbox has what the connection does not take at once (outbox.go), and a timer pings the
// peer (ping.go).
package socket

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
)

// Conn is one websocket. Its methods are safe for concurrent use, except Serve and Wait:
// call Serve once, and then Wait once.
type Conn struct {
	set     *Set
	id      string
	ws      *websocket.Conn
	network network

	tasks     sync.WaitGroup // the socket's goroutines, except the one that reads
	pings     *time.Timer    // calls checkPing; set by Serve
	roundTrip atomic.Int64   // smoothed, in nanoseconds; 0: not measured yet
	heard     atomic.Int64   // when the last frame came, in nanoseconds since start
	measure   atomic.Bool    // the next check pings the socket even if frames come
	probing   atomic.Bool    // a ping of Silence is not answered yet
	outbox    outbox
}

// ID returns the ID of the socket. No other socket of any hub has it.
func (c *Conn) ID() string { return c.id }

// Serve adds the socket to the open sockets of its Set and calls handle with each frame, until
// the socket ends. handle must not wait for the store: until it returns, nobody reads the
// socket, not even the answers to pings. A panic of handle closes the socket.
func (c *Conn) Serve(handle func(frame []byte)) {
	c.set.add(c)
	defer c.set.remove(c)
	c.startPings()
	defer c.stopPings()
	defer func() {
		if p := recover(); p != nil {
			c.set.cfg.Record.Panicked(p)
			c.Close(wire.CloseInternal, wire.PanicReason)
		}
	}()
	c.read(handle)
}

func (c *Conn) read(handle func(frame []byte)) {
	for {
		// No read has a deadline: pings find dead sockets, and closing ends the read.
		kind, frame, err := c.ws.Read(context.Background())
		if err != nil {
			if errors.Is(err, websocket.ErrMessageTooBig) {
				c.set.cfg.Record.Refused(telemetry.RefusedFrame)
			}
			c.Close(wire.CloseCode(websocket.CloseStatus(err)), "")
			return
		}
		c.hear()
		if kind != websocket.MessageText {
			c.Close(wire.CloseUnsupported, "frames are text")
			return
		}
		handle(frame)
	}
}

// Wait returns when all goroutines of the socket have ended. The socket must be closed.
func (c *Conn) Wait() {
	c.tasks.Wait()
	c.set.countClosed(c.CloseCode())
}

// RoundTrip returns the smoothed time from a ping to its answer; 0: not measured yet. While it is
// called, the time is measured every 30 s, also if the peer is never silent.
func (c *Conn) RoundTrip() time.Duration {
	c.measure.Store(true)
	return time.Duration(c.roundTrip.Load())
}

// smooth sets the smoothed round trip to three quarters of its value plus a quarter of trip.
// So a single delay changes it little.
func (c *Conn) smooth(trip time.Duration) {
	if before := time.Duration(c.roundTrip.Load()); before != 0 {
		trip = (3*before + trip) / 4
	}
	c.roundTrip.Store(int64(trip))
}
