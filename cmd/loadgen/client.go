package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// Limits and times of a connection.
const (
	maxMessage    = 4 << 20 // bytes from the hub
	dialTimeout   = 10 * time.Second
	backoffFirst  = 100 * time.Millisecond // first wait; doubles with each try; at random down to half as long
	backoffMax    = 5 * time.Second
	answerTimeout = 5 * time.Second // a connection is cut if a command has no answer after this time
	pingEvery     = 6 * time.Second // also the time for the answer, after which a connection is cut
	refusalPause  = 100 * time.Millisecond
)

// client keeps one connection to one room open. It reconnects with jittered backoff, to
// the next hub each time, and continues after its last entry. It sends its command again,
// with the same ID, until the hub answers.
//
// One goroutine reads, decides and writes. Other goroutines (schedule, timers, storms)
// use the methods that lock mu.
type client struct {
	run    *run
	match  *match
	index  int
	seat   room.Seat                      // the seat it takes; 0: it only watches
	secret string                         // identifies the player
	conn   atomic.Pointer[websocket.Conn] // nil: not connected

	mu              sync.Mutex // guards the fields below
	history         history
	state           *room.State
	welcomed        bool            // the current connection has been welcomed
	connectedBefore bool            // an earlier connection has been welcomed
	pending         *pendingCommand // the command without an answer; nil: none
	seq             int             // sequence number of the last command
	pausedUntil     time.Duration   // when it may send commands again, since the start of the run
	ended           bool            // must not reconnect
	random          *rand.Rand
}

// command is the frame of a command.
type command struct {
	Type string `json:"t"`
	ID   string `json:"id"`
	N    uint64 `json:"n"`
	Move string `json:"move,omitempty"`
}

// pendingCommand is a command that waits for its answer.
type pendingCommand struct {
	command
	due     time.Duration // when the move was due, since the start of the run
	overdue *time.Timer   // cuts the connection on which the command was sent; nil: it must be sent, for the first time or again
}

// stopTimer ends the wait for the answer. If there was none, the command must be sent again.
func (p *pendingCommand) stopTimer() {
	if p.overdue != nil {
		p.overdue.Stop()
		p.overdue = nil
	}
}

// keepConnected reconnects until ctx ends or the hub sends a final close code.
func (c *client) keepConnected(ctx context.Context) {
	failures := 0
	for try := 0; ctx.Err() == nil; try++ {
		welcomed, code := c.connect(ctx, try)
		if c.mustStop(code) || ctx.Err() != nil {
			return
		}
		if failures++; welcomed {
			failures = 0
		}
		sleep(ctx, backoff(failures))
	}
}

// backoff returns the wait before the next try, after some failures in a row.
func backoff(failures int) time.Duration {
	wait := min(backoffMax, backoffFirst<<min(failures, 10))
	return wait/2 + rand.N(wait/2+1)
}

// mustStop reports whether the client must not reconnect: the close code is final, or
// the client has left.
func (c *client) mustStop(code websocket.StatusCode) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch wire.CloseCode(code) {
	case wire.CloseReplaced, wire.CloseMalformed, wire.CloseNoRoom, wire.CloseOutdated, wire.CloseNotLetIn:
		c.ended = true
	}
	return c.ended
}

// connect opens one connection and serves it until it ends. It returns the close code,
// or 0 if no connection was opened.
func (c *client) connect(ctx context.Context, try int) (welcomed bool, code websocket.StatusCode) {
	ws, err := c.dial(ctx, try)
	if err != nil {
		return false, 0
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	c.conn.Store(ws)
	reading, cancel := context.WithCancel(ctx)
	c.run.goroutines.Go(func() { c.keepAlive(reading, ws) })
	for err == nil {
		var frame []byte
		if _, frame, err = ws.Read(context.Background()); err == nil { // closing ws ends the read
			c.handle(frame)
		}
	}
	cancel()
	c.conn.Store(nil)
	if code = max(websocket.CloseStatus(err), 0); code == 0 {
		code = websocket.StatusAbnormalClosure
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	welcomed, c.welcomed = c.welcomed, false
	if c.pending != nil {
		c.pending.stopTimer()
	}
	if ctx.Err() == nil && !c.ended {
		c.run.count(c.run.closes, strconv.Itoa(int(code)))
	}
	return welcomed, code
}

// dial opens a websocket at the hub of this try. The hub continues after the client's last entry.
func (c *client) dial(ctx context.Context, try int) (*websocket.Conn, error) {
	select {
	case c.run.dialSlots <- struct{}{}:
		defer func() { <-c.run.dialSlots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mu.Lock()
	address := c.run.hubURL(c.index+try) + "/api/rooms/" + c.match.id + "/live?proto=" + strconv.Itoa(wire.Proto) +
		"&after=" + strconv.FormatUint(c.state.N, 10) + "&digest=" + c.state.Digest
	c.mu.Unlock()
	if c.seat == 0 {
		address += "&watch=1"
	}
	header := http.Header{"Authorization": {"Bearer " + c.secret}}
	dialing, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	ws, resp, err := websocket.Dial(dialing, address, &websocket.DialOptions{HTTPClient: c.run.client, HTTPHeader: header})
	switch {
	case err == nil:
	case resp != nil && resp.StatusCode != http.StatusSwitchingProtocols:
		c.run.count(c.run.errors, "connect_"+strconv.Itoa(resp.StatusCode))
	case ctx.Err() == nil:
		c.run.count(c.run.errors, "connect")
	}
	return ws, err
}

// keepAlive cuts the connection if it has died without a close, and when ctx ends.
func (c *client) keepAlive(ctx context.Context, ws *websocket.Conn) {
	defer ws.CloseNow()
	for sleep(ctx, pingEvery); ctx.Err() == nil; sleep(ctx, pingEvery) {
		pinging, cancel := context.WithTimeout(ctx, pingEvery)
		err := ws.Ping(pinging)
		cancel()
		if err != nil {
			return
		}
	}
}

// cut ends the connection without a close frame, as a lost network does. The client reconnects.
func (c *client) cut() {
	if ws := c.conn.Load(); ws != nil {
		_ = ws.CloseNow()
	}
}

// leave closes the connection. The client does not reconnect.
func (c *client) leave() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	if ws := c.conn.Load(); ws != nil {
		_ = ws.Close(websocket.StatusNormalClosure, "")
	}
}
