package socket

import (
	"cmp"
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/storemetrics"
)

const (
	// maxRefused is the maximum number of sockets that Refuse has open at a time, and
	// refuseTimeout is how long each of them may stay open. No other limit counts them.
	maxRefused    = 128
	refuseTimeout = time.Second
)

// Config configures a Set.
type Config struct {
	FrameLimit   int           // the maximum length of a client's frame, in bytes
	OutboxBytes  int           // the maximum of bytes queued for a socket
	WriteTimeout time.Duration // how long a write may take

	Record   *telemetry.Recorder
	Registry prometheus.Registerer
}

// Set has the open sockets of a hub. Its methods are safe for concurrent use.
type Set struct {
	cfg     Config
	refused chan struct{}          // holds a token for each call of Refuse
	ended   *prometheus.CounterVec // by close code

	mu     sync.Mutex
	open   map[*Conn]struct{} // the sockets in Serve
	closed bool
}

// NewSet returns a Set without sockets.
func NewSet(cfg Config) *Set {
	return &Set{
		cfg: cfg, refused: make(chan struct{}, maxRefused), ended: newClosed(cfg.Registry), open: map[*Conn]struct{}{},
	}
}

// Accept opens a socket for a request. If c is nil, the request does not ask for a websocket
// or is refused, and the caller must answer it with status. The socket does not use r and w
// after Accept.
func (s *Set) Accept(w http.ResponseWriter, r *http.Request) (c *Conn, status int) {
	c = &Conn{set: s, id: rand.Text()}
	c.outbox.drained.L = &c.outbox.mu
	h := &hijacker{ResponseWriter: w, socket: c}
	ws, err := websocket.Accept(h, r, &websocket.AcceptOptions{
		CompressionMode: websocket.CompressionDisabled, // frames are small, and it would need memory for each socket
		OnPingReceived: func(context.Context, []byte) bool {
			c.hear()
			return true // the library answers
		},
	})
	if err != nil {
		return nil, cmp.Or(h.status, http.StatusBadRequest)
	}
	ws.SetReadLimit(int64(s.cfg.FrameLimit))
	c.ws = ws
	return c, 0
}

// Refuse tells a page why it gets no socket: it accepts the socket and closes it with a code.
// An HTTP answer would not do, because a browser hides it from the page. Refuse returns false
// if the request does not ask for a websocket, or while maxRefused sockets are being refused.
// Then the caller must answer the request.
func (s *Set) Refuse(w http.ResponseWriter, r *http.Request, code wire.CloseCode, reason string) bool {
	select {
	case s.refused <- struct{}{}:
		defer func() { <-s.refused }()
	default:
		return false
	}
	c, _ := s.Accept(w, r)
	if c == nil {
		return false
	}
	// The page may never answer the close frame.
	_ = c.network.SetReadDeadline(time.Now().Add(refuseTimeout))
	c.Close(code, reason)
	c.Wait()
	return true
}

// Len returns how many sockets are being served.
func (s *Set) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Close closes all sockets with wire.CloseServiceRestart, and every later socket when Serve
// is called.
func (s *Set) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.open {
		c.closeForRestart()
	}
}

func (c *Conn) closeForRestart() { c.Close(wire.CloseServiceRestart, "the hub restarts") }

func (s *Set) add(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[c] = struct{}{}
	if s.closed {
		c.closeForRestart()
	}
}

func (s *Set) remove(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

// otherCode is the label of all close codes that are not in wire.CloseCodes.
const otherCode = "other"

// newClosed returns a metric of the sockets that have ended, by close code.
func newClosed(reg prometheus.Registerer) *prometheus.CounterVec {
	codes := []string{otherCode}
	for _, c := range wire.CloseCodes {
		codes = append(codes, label(c))
	}
	return storemetrics.NewCounters(reg, "quatre_hub_sockets_closed_total",
		"Websockets ended, or refused once open, by close code; 1006: without a close frame.", "code", codes...)
}

func label(c wire.CloseCode) string { return strconv.Itoa(int(c)) }

// countClosed counts the end of a socket. A client may close with any of thousands of codes.
func (s *Set) countClosed(code wire.CloseCode) {
	value := otherCode
	if slices.Contains(wire.CloseCodes, code) {
		value = label(code)
	}
	s.ended.WithLabelValues(value).Inc()
}
