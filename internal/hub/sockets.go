package hub

import (
	"sync"
	"time"

	"github.com/coder/websocket"
)

// sockets are all that are in a room through this hub.
type sockets struct {
	mu     sync.Mutex
	open   map[*conn]struct{}
	closed bool
}

// add counts c in; after close it ends it.
func (s *sockets) add(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[c] = struct{}{}
	if s.closed {
		c.end(websocket.StatusServiceRestart, "the hub restarts")
	}
}

func (s *sockets) remove(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

// close ends all sockets, and those that are still to come.
func (s *sockets) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.open {
		c.end(websocket.StatusServiceRestart, "the hub restarts")
	}
}

func (s *sockets) all() []*conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*conn, 0, len(s.open))
	for c := range s.open {
		all = append(all, c)
	}
	return all
}

const (
	// pingInterval measures the lag, and finds sockets whose other end has
	// vanished.
	pingInterval = 15 * time.Second

	// pingStep is how often some of the sockets are pinged. One timer for all of
	// them costs less than one each, and spreads the work.
	pingStep = 50 * time.Millisecond

	// trimSteps is after how many of these writers that wait are let go.
	trimSteps = 20
)

// pingLoop pings every socket once in pingInterval, until the hub's life ends.
// A goroutine waits for each answer, which takes a round trip; only the sockets
// that have died within one interval cost more.
func (h *Hub) pingLoop() {
	step := time.NewTicker(pingStep)
	defer step.Stop()
	const steps = int(pingInterval / pingStep)
	var round []*conn
	for i := 0; ; i = (i + 1) % steps {
		select {
		case <-h.life.Done():
			return
		case <-step.C:
		}
		if i%trimSteps == 0 {
			h.writers.trim()
		}
		if i == 0 {
			round = h.sockets.all()
		}
		left := steps - i
		share := (len(round) + left - 1) / left
		for _, c := range round[:share] {
			c.spawn(c.ping)
		}
		clear(round[:share])
		round = round[share:]
	}
}
