package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/quatre/quatre/internal/hub/wire"
)

const (
	maxFrameFromHub = 8 << 20 // bytes; a frame holds at most 500 entries
	writeTimeout    = 10 * time.Second
	closeTimeout    = time.Second // wait for the hub's close frame
)

// session is one websocket of a link, from dial to close. The goroutine of the link serves it; another
// one only reads.
type session struct {
	link     *link
	ws       *websocket.Conn
	reading  context.Context // ends with the websocket
	tasks    sync.WaitGroup  // run waits for them
	welcomed bool
	retryNow bool            // reconnect without waiting
	refusals int             // in a row, that allow another try
	wakes    <-chan struct{} // those of the link, from the welcome on

	// nil: never
	dead   <-chan time.Time // neither a welcome nor a pong has come
	ping   <-chan time.Time // send a ping
	resend <-chan time.Time // send all pending commands again
	search <-chan time.Time // search for another hub

	searchWait time.Duration // from the next search to the one after it
	found      chan struct{} // a search has found a hub that reaches the store
}

// run opens the websocket and serves it until it ends. It returns the hub's close code; -1 if there is none.
func (s *session) run(ctx context.Context) wire.CloseCode {
	query := s.link.query()
	if s.link.failures > 1 { // no hub welcomes the link: accept a hub that does not reach the store
		query.Set("away", "1")
	}
	ws, err := s.link.dial(ctx, query)
	if err != nil {
		return -1
	}
	// The websocket library cuts the connection when the context of a read ends. So this
	// context does not end with ctx, but after the close frame.
	var cut context.CancelFunc
	s.reading, cut = context.WithCancel(context.Background())
	defer ws.CloseNow()
	frames := make(chan []byte)
	s.tasks.Go(func() {
		defer close(frames)
		for err == nil {
			var frame []byte
			_, frame, err = ws.Read(s.reading)
			select {
			case frames <- frame: // one that is empty, after an error, is ignored
			case <-s.reading.Done():
			}
		}
	})
	s.ws, s.dead = ws, time.After(s.link.hub.timing.welcomeTimeout)
	for s.serve(ctx, frames) {
	}
	if ctx.Err() != nil { // close, and wait up to closeTimeout for the hub's answer, which is read below
		timeout := time.AfterFunc(closeTimeout, cut)
		defer timeout.Stop()
		code := websocket.StatusGoingAway
		if s.link.leaving.Load() {
			code = websocket.StatusNormalClosure
		}
		s.tasks.Go(func() { _ = ws.Close(code, "") })
		for range frames {
		}
	}
	cut()
	s.tasks.Wait()
	return wire.CloseCode(websocket.CloseStatus(err))
}

// serve waits for the next thing to do, and does it. It returns false if the session is over.
func (s *session) serve(ctx context.Context, frames <-chan []byte) bool {
	l := s.link
	select {
	case frame, open := <-frames:
		return open && s.receive(ctx, frame)
	case c := <-l.commands:
		l.pending = append(l.pending, c)
		if s.welcomed {
			s.send(c)
		}
	case <-s.resend:
		s.sendPending()
	case <-s.ping:
		s.sendPing(l.hub.timing.pongTimeout)
	case <-s.wakes:
		s.sendPing(l.hub.timing.pongTimeoutAfterWake)
	case <-s.search:
		s.searchOnce()
	case <-s.dead:
		s.retryNow = s.welcomed
		return false
	case <-s.found:
		s.retryNow = s.search != nil // otherwise this hub reaches the store again
		return !s.retryNow
	case <-ctx.Done():
		return false
	}
	return true
}

// receive handles one message. It returns false if the connection must be replaced.
func (s *session) receive(ctx context.Context, frame []byte) bool {
	m, ok := decode(frame)
	if !ok {
		return true
	}
	l := s.link
	switch m.T {
	case "welcome":
		return s.receiveWelcome(ctx, m)
	case "entries":
		return s.receiveEntries(ctx, m.Entries)
	case "ok":
		s.refusals = 0
		l.reportAnswer(ctx, m.ID, nil)
	case "refused":
		return s.receiveRefusal(ctx, m)
	case "here":
		l.report(ctx, presenceChanged(m.Presence))
	case "store":
		l.report(ctx, storeChanged(m.Up))
		s.updateSearch(m.Up)
		if m.Up {
			s.sendPending()
		}
	case "pong":
		s.dead = nil
	}
	return true
}

func (s *session) receiveWelcome(ctx context.Context, m wire.Message) bool {
	l := s.link
	if m.From != l.n {
		l.n, l.digest = 0, ""
		if m.From != 0 {
			return false // neither the requested entries nor the whole log
		}
	}
	s.welcomed, s.wakes = true, l.wakes
	s.dead, s.ping = nil, time.After(l.hub.timing.pingEvery)
	l.report(ctx, m.Welcome)
	s.updateSearch(m.Store)
	s.sendPending()
	return true
}

// receiveEntries reports the entries that are new. It returns false if entries are
// missing: a new connection must then read on from the cursor.
func (s *session) receiveEntries(ctx context.Context, entries []json.RawMessage) bool {
	l := s.link
	var fresh entriesReceived
	complete := true
	for _, raw := range entries {
		e := decodeEntry(raw)
		if e.N <= l.n {
			continue
		}
		if complete = e.N == l.n+1; !complete {
			break
		}
		l.n, l.digest = e.N, e.Digest
		fresh = append(fresh, e)
	}
	if len(fresh) > 0 {
		l.report(ctx, fresh)
	}
	for _, e := range fresh {
		l.reportAnswer(ctx, e.Cmd, nil)
	}
	return complete
}

func (s *session) receiveRefusal(ctx context.Context, m wire.Message) bool {
	l := s.link
	if m.Retry {
		if m.Code == "store_away" {
			l.report(ctx, storeChanged(false))
		}
		s.resend = time.After(l.hub.timing.backoff(s.refusals))
		s.refusals++
		return true
	}
	l.reportAnswer(ctx, m.ID, &wire.Failure{Code: m.Code, Text: m.Text})
	if m.Code == "ahead" { // the hub's log no longer holds our last entry
		l.n, l.digest = 0, ""
		s.retryNow = true
		return false
	}
	return true
}

// sendPending sends all pending commands, again if they were sent before.
func (s *session) sendPending() {
	for _, c := range s.link.pending {
		s.send(c)
	}
}

// sendPing asks the hub for a sign of life, which must come before the timeout.
func (s *session) sendPing(timeout time.Duration) {
	s.dead, s.ping = time.After(timeout), time.After(s.link.hub.timing.pingEvery)
	s.send(command{T: "ping", ID: newID()})
}

// send sends one message. An error ends the connection, and the reader reports that.
func (s *session) send(c command) {
	if c.T != "ping" {
		s.link.lastSent = c.ID
	}
	// Not the link's context: the library cuts the connection if the context ends during a
	// write. Then run could send no close frame.
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	_ = wsjson.Write(ctx, s.ws, c)
}
