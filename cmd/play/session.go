package main

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
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

// session is one websocket of a link, from dial to close. One goroutine reads. A second one writes,
// from the welcome on.
type session struct {
	link     *link
	ws       *websocket.Conn
	reading  context.Context    // ends with the websocket
	cut      context.CancelFunc // ends the websocket without a close frame
	tasks    sync.WaitGroup     // run waits for them
	resends  chan struct{}      // asks the writer to send all pending commands again
	retryNow atomic.Bool        // reconnect without waiting

	// used by the reader only
	welcomed          bool
	welcomeTimer      *time.Timer
	retryableRefusals int                // refusals in a row that allow another try
	stopSearch        context.CancelFunc // nil: no search is running

	pongTimer *time.Timer // replaces the websocket
}

// run opens the websocket and serves it until it ends. It returns the hub's close code, or
// wire.CloseAbnormal.
func (s *session) run(ctx context.Context) wire.CloseCode {
	query := s.link.query()
	if s.link.failures > 1 { // no hub welcomes the link: accept a hub that does not reach the store
		query.Set("away", "1")
	}
	ws, err := s.link.dial(ctx, query)
	if err != nil {
		return wire.CloseAbnormal
	}
	// The websocket library cuts the connection when the context of a read ends. So this
	// context does not end with ctx, but after the close frame.
	s.ws = ws
	s.reading, s.cut = context.WithCancel(context.Background())
	defer s.cut()
	s.welcomeTimer = time.AfterFunc(s.link.hub.timing.welcomeTimeout, s.cut)
	defer s.welcomeTimer.Stop()
	s.pongTimer = time.AfterFunc(time.Hour, s.replace)
	s.pongTimer.Stop() // until a ping is sent
	defer s.pongTimer.Stop()
	s.tasks.Go(func() {
		select {
		case <-ctx.Done(): // close, and wait up to closeTimeout for the hub's answer, which is read below
			timeout := time.AfterFunc(closeTimeout, s.cut)
			defer timeout.Stop()
			code := websocket.StatusGoingAway
			if s.link.leaving.Load() {
				code = websocket.StatusNormalClosure
			}
			_ = ws.Close(code, "")
		case <-s.reading.Done():
		}
	})
	for err == nil {
		var frame []byte
		if _, frame, err = ws.Read(s.reading); err == nil && !s.receive(ctx, frame) {
			break
		}
	}
	if ctx.Err() == nil {
		s.cut()
	}
	s.tasks.Wait()
	_ = ws.CloseNow()
	if code := websocket.CloseStatus(err); code > 0 && ctx.Err() == nil {
		return wire.CloseCode(code)
	}
	return wire.CloseAbnormal
}

// write sends commands and pings until the websocket or ctx ends.
func (s *session) write(ctx context.Context) {
	l := s.link
	ping := time.NewTimer(l.hub.timing.pingEvery)
	defer ping.Stop()
	for all := true; ; {
		s.sendPending(all)
		all = false
		pongTimeout := time.Duration(0)
		select {
		case <-ctx.Done():
			return
		case <-s.reading.Done():
			return
		case <-l.commands:
		case <-s.resends:
			all = true
		case <-ping.C:
			pongTimeout = l.hub.timing.pongTimeout
		case <-l.wakes:
			pongTimeout = l.hub.timing.pongTimeoutAfterWake
		}
		if pongTimeout > 0 {
			s.pongTimer.Reset(pongTimeout) // before the pong can come
			s.send(command{T: "ping", ID: newID()})
			ping.Reset(l.hub.timing.pingEvery)
		}
	}
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
		s.retryableRefusals = 0
		l.reportAnswer(ctx, m.ID, nil)
	case "refused":
		return s.receiveRefusal(ctx, m)
	case "here":
		l.report(ctx, presenceChanged(m.Presence))
	case "store":
		l.report(ctx, storeChanged(m.Up))
		s.updateSearch(m.Up)
		if m.Up {
			notify(s.resends)
		}
	case "pong":
		s.pongTimer.Stop()
	}
	return true
}

func (s *session) receiveWelcome(ctx context.Context, m hubMessage) bool {
	l := s.link
	if m.From != l.n {
		l.n, l.digest = 0, ""
		if m.From != 0 {
			return false // neither the requested entries nor the whole log
		}
	}
	s.welcomed = true
	s.welcomeTimer.Stop()
	l.report(ctx, m.Welcome)
	s.updateSearch(m.Store)
	s.tasks.Go(func() { s.write(ctx) })
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

func (s *session) receiveRefusal(ctx context.Context, m hubMessage) bool {
	l := s.link
	if m.Retry {
		if m.Code == "store_away" {
			l.report(ctx, storeChanged(false))
		}
		time.AfterFunc(l.hub.timing.backoff(s.retryableRefusals), func() { notify(s.resends) })
		s.retryableRefusals++
		return true
	}
	l.reportAnswer(ctx, m.ID, &m.Failure)
	if m.Code == "ahead" { // the hub's log no longer holds our last entry
		l.n, l.digest = 0, ""
		s.retryNow.Store(true)
		return false
	}
	return true
}

// replace ends the websocket, so that the link opens another one at once.
func (s *session) replace() {
	s.retryNow.Store(true)
	s.cut()
}

// sendPending sends the pending commands that were not sent on this connection yet, or all
// pending commands.
func (s *session) sendPending(all bool) {
	l := s.link
	var list []command
	l.mu.Lock()
	for i := range l.pending {
		if p := &l.pending[i]; all || !p.sent {
			p.sent = true
			list = append(list, p.command)
		}
	}
	l.mu.Unlock()
	for _, c := range list {
		l.lastSent = c.ID
		s.send(c)
	}
}

// send sends one message. An error ends the connection, and the reader reports that.
func (s *session) send(c command) {
	// Not the link's context: the library cuts the connection if the context ends during a
	// write. Then run could send no close frame.
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	_ = wsjson.Write(ctx, s.ws, c)
}
