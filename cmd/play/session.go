package main

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Limits of one connection.
const (
	maxFrameFromHub = 8 << 20 // bytes: far more than 500 entries take
	writeTimeout     = 10 * time.Second
	closeTimeout     = time.Second // for the hub to answer a good-bye
)

// lostCode stands for a connection that ended without a close frame.
const lostCode = websocket.StatusAbnormalClosure

// session is one connection of a link, from dial to close. Its fields are owned
// by run.
type session struct {
	link *link
	ws   *websocket.Conn

	welcomed  bool
	retryNow bool // the next try is to be made at once
	retryableRefusals  int  // of pending commands in a row, with leave to try again

	pingID     string // the id of the last one
	pongTimer     *time.Timer
	pingTimer *time.Timer
	resendTimer   *time.Timer
	welcomeTimer  *time.Timer
}

// run returns with what the connection was closed.
func (s *session) run(ctx context.Context) websocket.StatusCode {
	ws, err := s.link.dial(ctx)
	if err != nil {
		return lostCode
	}
	s.ws = ws
	ws.SetReadLimit(maxFrameFromHub)
	frames := make(chan []byte)
	// A read whose context ends cuts the connection, so this one ends only when
	// nothing is to be said any more.
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

// talk serves the connection until it ends. ok: by this side, with that code.
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
		}
	}
}

// receive handles one message. It reports whether the connection is of use
// still.
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
		l.report(ctx, presenceChanged(m.presence))
	case "store":
		l.report(ctx, storeChanged(m.Up))
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
			return false // neither what was asked for nor all of it
		}
	}
	s.welcomed = true
	s.welcomeTimer.Stop()
	s.pingTimer.Reset(l.timing.pingEvery)
	l.report(ctx, welcomed{fromStart: m.From == 0, player: m.Player, logEnd: m.N, now: m.Now, presence: m.Here, storeUp: m.Store})
	s.sendPending(true)
	return true
}

// receiveEntries passes on what is new. After a gap the log is read again from
// where it stands, by a new connection.
func (s *session) receiveEntries(ctx context.Context, entries []entry) bool {
	l := s.link
	var fresh entriesReceived
	whole := true
	for _, e := range entries {
		if e.N <= l.n {
			continue
		}
		if whole = e.N == l.n+1; !whole {
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
	return whole
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
	l.reportAnswer(ctx, m.ID, &m.refusal)
	if m.Code == "ahead" { // this copy of the log is not the hub's
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

// write sends one message. A failure ends the connection, which the reader
// notices.
func (s *session) write(c command) {
	frame, err := json.Marshal(c)
	if err != nil {
		return
	}
	// Not the link's context: when that ends there is still a good-bye to say.
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	_ = s.ws.Write(ctx, websocket.MessageText, frame)
}

// goodbye closes the connection, and waits a moment for the hub's answer. cut
// cuts the line: while the library waits, nothing else does.
func (s *session) goodbye(frames <-chan []byte, cut context.CancelFunc) {
	s.link.mu.Lock()
	code := s.link.closeCode
	s.link.mu.Unlock()
	closing := make(chan struct{})
	go func() {
		defer close(closing)
		_ = s.ws.Close(code, "")
	}()
	late := time.AfterFunc(closeTimeout, cut)
	defer late.Stop()
	for {
		select {
		case _, open := <-frames: // what comes now is nobody's any more
			if !open {
				frames = nil
			}
		case <-closing:
			return
		}
	}
}
