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

	"github.com/quatre/quatre/internal/rules"
)

// Limits and times of a connection.
const (
	maxMessage        = 4 << 20 // bytes from the hub
	dialTimeout       = 10 * time.Second
	writeTimeout      = 10 * time.Second
	backoffFirst      = 100 * time.Millisecond // first wait; doubles with each try; at random down to half as long
	backoffMax        = 5 * time.Second
	answerTimeout     = 5 * time.Second  // a connection is cut if a command has no answer after this time
	pingAfterSilence  = 6 * time.Second  // a connection is pinged after this time without a message or ping
	cutAfterSilence   = 12 * time.Second // a connection is cut after this time without a message or ping
	refusalPause      = 100 * time.Millisecond
	slowReadEvery     = 2 * time.Second // interval between the reads of a slow reader
	slowReceiveBuffer = 4 << 10         // bytes, socket buffer of a slow reader
)

// Idle clients send the pings of a page (frontend/src/lib/room/connection.ts).
const (
	pagePingInterval      = 10 * time.Second
	pageQuietPingInterval = 25 * time.Second
	pageQuietAfter        = time.Minute
	idleCutAfterSilence   = 48 * time.Second
)

// client keeps one connection to one room open. It reconnects with jittered backoff, to
// the next hub each time, and continues after its last entry. It sends its command again,
// with the same ID, until the hub answers.
//
// One goroutine reads, decides and writes. Other goroutines (schedule, timers, storms)
// use the methods that lock mu.
type client struct {
	run          *run
	room         *room
	index        int
	role         role
	seat         int                        // the seat it takes; 0: it only watches
	secret       string                     // identifies the player
	conn         atomic.Pointer[connection] // nil: not connected
	lastReceived atomic.Int64               // time of the last message or ping, since the start of the run
	lastEntry    atomic.Int64               // idle clients only: time of the last entry, since the start of the run

	// idle clients only, owned by the goroutine that checks liveness
	nextPing time.Duration // since the start of the run
	quiet    bool          // the room was quiet at the last check

	mu              sync.Mutex // guards the fields below
	history         history
	game            game // players only
	n               uint64
	digest          []byte
	welcomed        bool            // the current connection has been welcomed
	connectedBefore bool            // an earlier connection has been welcomed
	pending         *pendingCommand // the command without an answer: nil, or &command
	command         pendingCommand  // the last command
	seq             int             // sequence number of the last command
	thinkingDone    bool            // the pause before this move is over
	backingOff      bool            // waits after a refusal
	ended           bool            // must not reconnect
	thinkTimer      *time.Timer
	random          *rand.Rand
	moves           []rules.Move
}

// pendingCommand is a command that waits for its answer.
type pendingCommand struct {
	kind  string
	seq   int
	id    []byte
	move  string
	frame []byte
	due   time.Duration // when the move was due, since the start of the run
	sent  time.Duration // when the command was last sent, since the start of the run
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
		select {
		case <-time.After(backoff(failures)):
		case <-ctx.Done():
		}
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
	switch code {
	case closeReplaced, closeMalformed, closeNoRoom, closeOutdated, closeNotLetIn:
		c.ended = true
	}
	return c.ended
}

// connection is an open websocket: a libraryConn, or a rawConn with -raw.
type connection interface {
	write(frame []byte) // an error ends the connection
	cut()               // ends the connection without a close frame, as a lost network does
	leave()             // ends the connection with a close frame, and waits for the end
}

// connect opens one connection and serves it until it ends. It returns the close code,
// or 0 if no connection was opened.
func (c *client) connect(ctx context.Context, try int) (welcomed bool, code websocket.StatusCode) {
	serve := c.serveLibraryConn
	if c.run.raw != nil {
		serve = c.serveRawConn
	}
	if code = serve(ctx, try); code == 0 {
		return false, 0
	}
	c.conn.Store(nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	welcomed, c.welcomed = c.welcomed, false
	if ctx.Err() == nil && !c.ended {
		c.run.closes.add(strconv.Itoa(int(code)))
		c.addRecord(record{kind: recordClosed, text: uint16(c.run.texts.intern(strconv.AppendInt(nil, int64(code), 10)))})
	}
	return welcomed, code
}

// setConnected makes conn the connection of the client.
func (c *client) setConnected(conn connection) {
	c.lastReceived.Store(int64(c.run.now()))
	c.conn.Store(&conn)
}

// liveAddress returns the address of the websocket at the hub of this try, and the header
// of the request. The hub continues after the client's last entry.
func (c *client) liveAddress(try int) (string, http.Header) {
	c.mu.Lock()
	n, digest := c.n, string(c.digest)
	c.mu.Unlock()
	address := c.run.hubURL(c.index+try) + "/api/rooms/" + c.room.id + "/live?proto=" + strconv.Itoa(proto) +
		"&after=" + strconv.FormatUint(n, 10) + "&digest=" + digest
	if c.seat == 0 {
		address += "&watch=1"
	}
	header := http.Header{"Authorization": {"Bearer " + c.secret}}
	setAddress(header, c.run.clientAddress(c.room.index))
	return address, header
}

// awaitDialSlot waits until the client may dial. The caller must call release.
func (c *client) awaitDialSlot(ctx context.Context) (release func(), err error) {
	select {
	case c.run.dialSlots <- struct{}{}:
		return func() { <-c.run.dialSlots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// countDialError counts a failed dial. status is the status of the hub's answer, if it
// has answered.
func (c *client) countDialError(ctx context.Context, status int) {
	if status != 0 && status != http.StatusSwitchingProtocols {
		c.run.errors.add("connect_" + strconv.Itoa(status))
	} else if ctx.Err() == nil {
		c.run.errors.add("connect")
	}
}

// write sends a frame if there is a connection. The caller holds c.mu.
func (c *client) write(frame []byte) {
	if conn := c.conn.Load(); conn != nil {
		(*conn).write(frame)
	}
}

// addRecord adds a record with the current time to the history. The caller holds c.mu.
func (c *client) addRecord(r record) {
	if !c.run.cfg.keepsHistory() {
		return
	}
	r.at = int64(c.run.now())
	c.history.add(r)
}

// cut ends the connection without a close frame. The client reconnects.
func (c *client) cut() {
	if conn := c.conn.Load(); conn != nil {
		(*conn).cut()
	}
}

// leave closes the connection. The caller must set ended first, so that the client does
// not reconnect.
func (c *client) leave() {
	switch conn := c.conn.Load(); {
	case conn == nil:
	case c.role == roleSlow: // this client would not read the hub's close frame
		(*conn).cut()
	default:
		(*conn).leave()
	}
}
