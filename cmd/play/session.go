package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	maxFrameFromHub = 8 << 20 // bytes; a frame holds at most 500 entries
	writeTimeout    = 10 * time.Second
	closeTimeout    = time.Second // wait for the hub's close frame
)

// lostCode stands for a connection that ended without a final close code.
const lostCode = websocket.StatusAbnormalClosure

// session is one websocket of a link, from dial to close. Only run uses its fields.
type session struct {
	link *link
	ws   *websocket.Conn

	welcomed          bool
	retryNow          bool // reconnect without waiting
	retryableRefusals int  // refusals in a row that allow another try

	pingID       string // ID of the last ping
	pongTimer    *time.Timer
	pingTimer    *time.Timer
	resendTimer  *time.Timer
	welcomeTimer *time.Timer

	found      chan struct{}      // a hub that reaches the store was found; has room for it
	stopSearch context.CancelFunc // nil: no search is running
	searching  sync.WaitGroup
}

// run opens the websocket and serves it until it ends. It returns the hub's close code,
// or lostCode.
func (s *session) run(ctx context.Context) websocket.StatusCode {
	query := s.link.query()
	if s.link.failures > 1 { // no hub welcomes the link: accept a hub that does not reach the store
		query.Set("away", "1")
	}
	ws, err := s.link.dial(ctx, query)
	if err != nil {
		return lostCode
	}
	s.ws = ws
	ws.SetReadLimit(maxFrameFromHub)
	frames := make(chan []byte)
	// The websocket library cuts the connection when the context of a read ends. So
	// this context ends only after the last write.
	reading, stopReading := context.WithCancel(context.Background())
	var reader sync.WaitGroup
	var closed error // set before frames is closed
	reader.Go(func() {
		defer close(frames)
		closed = readFrames(reading, ws, frames)
	})
	defer func() {
		stopReading()
		_ = ws.CloseNow()
		reader.Wait()
	}()

	for _, timer := range []**time.Timer{&s.pongTimer, &s.pingTimer, &s.resendTimer} {
		*timer = newStoppedTimer()
		defer (*timer).Stop()
	}
	s.found = make(chan struct{}, 1)
	defer s.searching.Wait()
	defer s.updateSearch(true)
	s.welcomeTimer = time.NewTimer(s.link.timing.welcomeTimeout)
	defer s.welcomeTimer.Stop()
	code, ok := s.serve(ctx, frames)
	if ok {
		return code
	}
	if ctx.Err() != nil {
		s.goodbye(frames, stopReading)
		return lostCode
	}
	reader.Wait()
	if code := websocket.CloseStatus(closed); code > 0 {
		return code
	}
	return lostCode
}

func newStoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

func readFrames(ctx context.Context, ws *websocket.Conn, frames chan<- []byte) error {
	for {
		_, frame, err := ws.Read(ctx)
		if err != nil {
			return err
		}
		select {
		case frames <- frame:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// serve handles events until the connection or ctx ends, or the connection must be
// replaced. In the last case ok is true, and code is the result of run.
func (s *session) serve(ctx context.Context, frames <-chan []byte) (code websocket.StatusCode, ok bool) {
	l := s.link
	for {
		select {
		case <-ctx.Done():
			return 0, false
		case frame, open := <-frames:
			if !open {
				return 0, false
			}
			if !s.receive(ctx, frame) {
				return lostCode, true
			}
		case <-l.commands:
			s.sendPending(false)
		case <-s.resendTimer.C:
			s.sendPending(true)
		case <-l.wakes:
			if s.welcomed {
				s.sendPing(l.timing.pongTimeoutAfterWake)
			}
		case <-s.pingTimer.C:
			s.sendPing(l.timing.pongTimeout)
		case <-s.pongTimer.C:
			s.retryNow = true
			return lostCode, true
		case <-s.welcomeTimer.C:
			return lostCode, true
		case <-s.found:
			s.retryNow = true
			return lostCode, true
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
			s.sendPending(true)
		}
	case "pong":
		if m.ID == s.pingID {
			s.pongTimer.Stop()
		}
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
	s.pingTimer.Reset(l.timing.pingEvery)
	l.report(ctx, welcomed{fromStart: m.From == 0, player: m.Player, logEnd: m.N, now: m.Now, presence: m.Here, storeUp: m.Store})
	s.updateSearch(m.Store)
	s.sendPending(true)
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
		s.resendTimer.Reset(l.timing.backoff(s.retryableRefusals))
		s.retryableRefusals++
		return true
	}
	l.reportAnswer(ctx, m.ID, &m.Failure)
	if m.Code == "ahead" { // the hub's log no longer holds our last entry
		l.n, l.digest = 0, ""
		s.retryNow = true
		return false
	}
	return true
}

func (s *session) sendPending(all bool) {
	if !s.welcomed {
		return
	}
	for _, c := range s.link.commandsToSend(all) {
		s.link.lastSent = c.ID
		s.write(c)
	}
}

func (s *session) sendPing(within time.Duration) {
	s.pingID = newID()
	s.write(command{T: "ping", ID: s.pingID})
	s.pongTimer.Reset(within)
	s.pingTimer.Reset(s.link.timing.pingEvery)
}

// write sends one message. An error ends the connection, and the reader reports that.
func (s *session) write(c command) {
	frame, err := json.Marshal(c)
	if err != nil {
		return
	}
	// Not the link's context: the library cuts the connection if the context ends during a
	// write. Then goodbye could send no close frame.
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	_ = s.ws.Write(ctx, websocket.MessageText, frame)
}

// goodbye sends a close frame and waits up to closeTimeout for the hub's answer. Then
// it calls stopReading, which makes the library's Close return.
func (s *session) goodbye(frames <-chan []byte, stopReading context.CancelFunc) {
	s.link.mu.Lock()
	code := s.link.closeCode
	s.link.mu.Unlock()
	closing := make(chan struct{})
	go func() {
		defer close(closing)
		_ = s.ws.Close(code, "")
	}()
	timeout := time.AfterFunc(closeTimeout, stopReading)
	defer timeout.Stop()
	for {
		select {
		case _, open := <-frames: // discarded
			if !open {
				frames = nil
			}
		case <-closing:
			return
		}
	}
}
