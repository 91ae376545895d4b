package main

import (
	"context"
	"io"
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
	idleSilenceFactor = 4                // idle clients wait longer, to cause little load
	refusalPause      = 100 * time.Millisecond
	slowReadEvery     = 2 * time.Second // interval between the reads of a slow reader
	slowReceiveBuffer = 4 << 10         // bytes, socket buffer of a slow reader
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
	seat         int    // the seat it takes; 0: it only watches
	secret       string // identifies the player
	ws           atomic.Pointer[websocket.Conn]
	lastReceived atomic.Int64 // time of the last message or ping, since the start of the run

	mu              sync.Mutex // guards the fields below
	history         history
	game            game // players only
	n               uint64
	digest          string
	welcomed        bool            // the current connection has been welcomed
	connectedBefore bool            // an earlier connection has been welcomed
	pending         *pendingCommand // the command without an answer
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
	move  string
	frame []byte
	due   time.Duration // when the move was due, since the start of the run
	sent  time.Duration // when the command was last sent, since the start of the run
}

func (c *client) id(seq int) string { return "c" + strconv.Itoa(c.index) + "-" + strconv.Itoa(seq) }

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

// connect opens one connection and serves it until it ends. It returns the close code,
// or 0 if no connection was opened.
func (c *client) connect(ctx context.Context, try int) (welcomed bool, code websocket.StatusCode) {
	ws, err := c.dial(ctx, try)
	if err != nil {
		return false, 0
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	c.lastReceived.Store(int64(c.run.now()))
	c.ws.Store(ws)
	stop := context.AfterFunc(ctx, func() { _ = ws.CloseNow() })
	err = c.readFrames(ctx, ws)
	stop()
	c.ws.Store(nil)
	code = max(websocket.CloseStatus(err), 0)
	if code == 0 {
		code = websocket.StatusAbnormalClosure
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	welcomed, c.welcomed = c.welcomed, false
	if ctx.Err() == nil && !c.ended {
		c.run.closes.add(strconv.Itoa(int(code)))
		c.addRecord(record{kind: recordClosed, text: uint16(c.run.texts.intern(strconv.AppendInt(nil, int64(code), 10)))})
	}
	return welcomed, code
}

func (c *client) dial(ctx context.Context, try int) (*websocket.Conn, error) {
	select {
	case c.run.dialSlots <- struct{}{}:
		defer func() { <-c.run.dialSlots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	c.mu.Lock()
	n, digest := c.n, c.digest
	c.mu.Unlock()
	address := c.run.hubURL(c.index+try) + "/api/rooms/" + c.room.id + "/live?proto=" + strconv.Itoa(proto) +
		"&after=" + strconv.FormatUint(n, 10) + "&digest=" + digest
	if c.seat == 0 {
		address += "&watch=1"
	}
	httpClient := c.run.wsClient
	if c.role == roleSlow {
		httpClient = c.run.slowClient
	}
	header := http.Header{"Authorization": {"Bearer " + c.secret}}
	setAddress(header, c.run.clientAddress(c.room.index))
	ws, resp, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		HTTPClient:     httpClient,
		HTTPHeader:     header,
		OnPingReceived: c.onPing,
	})
	if err == nil {
		return ws, nil
	}
	if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
		c.run.errors.add("connect_" + strconv.Itoa(resp.StatusCode))
	} else if ctx.Err() == nil {
		c.run.errors.add("connect")
	}
	return nil, err
}

// onPing records that the hub is alive. The library answers the ping.
func (c *client) onPing(context.Context, []byte) bool {
	c.lastReceived.Store(int64(c.run.now()))
	return true
}

// readBuffer holds one message while it is handled.
type readBuffer struct {
	frame   []byte
	message message
}

var readBuffers = sync.Pool{New: func() any { return &readBuffer{frame: make([]byte, 0, 1024)} }}

// readFrames handles messages until the connection ends. It holds a buffer only while
// there is a message, because most connections are silent most of the time.
func (c *client) readFrames(ctx context.Context, ws *websocket.Conn) error {
	for {
		if c.role == roleSlow {
			select {
			case <-time.After(slowReadEvery):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		_, r, err := ws.Reader(context.Background()) // closing ws ends the read
		if err != nil {
			return err
		}
		s := readBuffers.Get().(*readBuffer)
		if s.frame, err = readAll(r, s.frame[:0]); err == nil {
			c.handle(s)
		}
		if cap(s.frame) <= 64<<10 {
			readBuffers.Put(s)
		}
		if err != nil {
			return err
		}
	}
}

func readAll(r io.Reader, b []byte) ([]byte, error) {
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}

// write sends a frame if there is a connection. The caller holds c.mu.
func (c *client) write(frame []byte) {
	if ws := c.ws.Load(); ws != nil {
		_ = ws.Write(context.Background(), websocket.MessageText, frame) // on error readFrames returns; checkLiveness ends a blocked write
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

// cut ends the connection without a close frame, as a lost network does. The client
// reconnects.
func (c *client) cut() {
	if ws := c.ws.Load(); ws != nil {
		_ = ws.CloseNow()
	}
}

// leave closes the connection. The caller must set ended first, so that the client does
// not reconnect.
func (c *client) leave() {
	switch ws := c.ws.Load(); {
	case ws == nil:
	case c.role == roleSlow: // this client would not read the hub's close frame
		_ = ws.CloseNow()
	default:
		_ = ws.Close(websocket.StatusNormalClosure, "")
	}
}
