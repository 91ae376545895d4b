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
	maxMessage    = 4 << 20 // bytes from the hub
	dialWithin    = 10 * time.Second
	writeWithin   = 10 * time.Second
	leaveWithin   = 5 * time.Second
	backoffFirst  = 100 * time.Millisecond // doubled for each further try, and jittered down to a half
	backoffMax    = 5 * time.Second
	answerWithin  = 5 * time.Second  // a connection on which a command has had no answer for so long is given up
	silentFor     = 6 * time.Second  // a connection that says nothing for so long, pings included, is asked whether it lives
	deadFor       = 12 * time.Second // and given up after so long
	idlePatience  = 4                // times as long for those who do nothing, so that they load nobody
	retryRefused  = 100 * time.Millisecond
	slowReadEvery = 2 * time.Second // how often a slow reader reads one message
	slowBuffer    = 4 << 10         // bytes that a slow reader's socket takes unread
)

// client is one connection to one room, kept alive: it comes back with jittered
// backoff, to the next hub each time, asks for the entries after those that it has,
// and sends its command again, with the same id, until it is answered.
//
// One goroutine reads, decides and writes. Others (the schedule, timers, storms)
// come in through the methods that lock.
type client struct {
	run    *run
	table  *table
	index  int
	role   role
	seat   int    // that it is to take; 0: it watches
	secret string // who it is
	ws     atomic.Pointer[websocket.Conn]
	heard  atomic.Int64 // when something last came, since the start of the run

	mu       sync.Mutex // guards all that follows
	hist     history
	game     game // of players only
	n        uint64
	digest   string
	welcome  bool     // the connection has been welcomed
	before   bool     // one has been
	pending  *command // the one without an answer
	seq      int      // of the last command
	thought  bool     // the pause before this move is over
	resting  bool     // after a refusal
	ended    bool     // does not come back
	thinking *time.Timer
	random   *rand.Rand
	moves    []rules.Move
}

// command is one that waits for its answer.
type command struct {
	kind  string
	seq   int
	move  string
	frame []byte
	due   time.Duration // when it was to be sent, since the start of the run
	sent  time.Duration // when it was sent last
}

func (c *client) id(seq int) string { return "c" + strconv.Itoa(c.index) + "-" + strconv.Itoa(seq) }

// live connects again and again until ctx ends or a close code says to stay away.
func (c *client) live(ctx context.Context) {
	failures := 0
	for try := 0; ctx.Err() == nil; try++ {
		welcomed, code := c.connect(ctx, try)
		if c.over(code) || ctx.Err() != nil {
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

// backoff returns the wait before a try after so many failures in a row.
func backoff(failures int) time.Duration {
	wait := min(backoffMax, backoffFirst<<min(failures, 10))
	return wait/2 + rand.N(wait/2+1)
}

// over reports whether a client does not come back after this close code, or has
// left.
func (c *client) over(code websocket.StatusCode) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch code {
	case closeReplaced, closeMalformed, closeNoRoom, closeOutdated:
		c.ended = true
	}
	return c.ended
}

// connect opens one connection and stays until its end.
func (c *client) connect(ctx context.Context, try int) (welcomed bool, code websocket.StatusCode) {
	ws, err := c.dial(ctx, try)
	if err != nil {
		return false, 0
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	c.heard.Store(int64(c.run.now()))
	c.ws.Store(ws)
	stop := context.AfterFunc(ctx, func() { _ = ws.CloseNow() })
	err = c.read(ctx, ws)
	stop()
	c.ws.Store(nil)
	code = max(websocket.CloseStatus(err), 0)
	if code == 0 {
		code = websocket.StatusAbnormalClosure
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	welcomed, c.welcome = c.welcome, false
	if ctx.Err() == nil && !c.ended {
		c.run.closes.add(strconv.Itoa(int(code)))
		c.note(record{what: gone, text: uint16(c.run.names.add(strconv.AppendInt(nil, int64(code), 10)))})
	}
	return welcomed, code
}

func (c *client) dial(ctx context.Context, try int) (*websocket.Conn, error) {
	select {
	case c.run.dials <- struct{}{}:
		defer func() { <-c.run.dials }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, dialWithin)
	defer cancel()
	c.mu.Lock()
	n, digest := c.n, c.digest
	c.mu.Unlock()
	address := c.run.url(c.index+try) + "/api/rooms/" + c.table.id + "/live?proto=" + strconv.Itoa(proto) +
		"&after=" + strconv.FormatUint(n, 10) + "&digest=" + digest
	if c.seat == 0 {
		address += "&watch=1"
	}
	httpClient := c.run.sockets
	if c.role == roleSlow {
		httpClient = c.run.slow
	}
	ws, resp, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		HTTPClient:     httpClient,
		HTTPHeader:     http.Header{"Authorization": {"Bearer " + c.secret}},
		OnPingReceived: c.pinged,
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

// pinged notes the hub's own ping. It is answered by the library.
func (c *client) pinged(context.Context, []byte) bool {
	c.heard.Store(int64(c.run.now()))
	return true
}

// scratch is what one message is read into.
type scratch struct {
	frame   []byte
	message message
}

var scratches = sync.Pool{New: func() any { return &scratch{frame: make([]byte, 0, 1024)} }}

// read hands messages on until the connection ends. Memory is taken only while
// there is a message: most connections are silent most of the time.
func (c *client) read(ctx context.Context, ws *websocket.Conn) error {
	for {
		if c.role == roleSlow {
			select {
			case <-time.After(slowReadEvery):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		_, r, err := ws.Reader(context.Background()) // closing ws ends it
		if err != nil {
			return err
		}
		s := scratches.Get().(*scratch)
		if s.frame, err = readAll(r, s.frame[:0]); err == nil {
			c.take(s)
		}
		if cap(s.frame) <= 64<<10 {
			scratches.Put(s)
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

// write sends a frame, if there is a connection. A lost one comes back by itself.
// c.mu is held.
func (c *client) write(frame []byte) {
	if ws := c.ws.Load(); ws != nil {
		_ = ws.Write(context.Background(), websocket.MessageText, frame) // read sees the end; watch ends a write that hangs
	}
}

// note adds a record of now. c.mu is held.
func (c *client) note(r record) {
	if !c.run.cfg.keeps() {
		return
	}
	r.at = int64(c.run.now())
	c.hist.add(r)
}

// cut ends the connection as a lost network does; the client comes back.
func (c *client) cut() {
	if ws := c.ws.Load(); ws != nil {
		_ = ws.CloseNow()
	}
}

// leave ends the connection for good, with a good-bye.
func (c *client) leave() {
	switch ws := c.ws.Load(); {
	case ws == nil:
	case c.role == roleSlow: // it would not read the answer
		_ = ws.CloseNow()
	default:
		_ = ws.Close(websocket.StatusNormalClosure, "")
	}
}
