package main

import (
	"context"
	mathrand "math/rand/v2"
	"net/url"
	"sync"
	"time"
)

// scout searches for a hub that reaches the store, while the session's hub does not.
//
// It opens a second websocket. A hub that does not reach the store refuses this websocket, so
// that a proxy asks the next hub. The session closes its own websocket only when the scout has
// found a hub. If no hub reaches the store, the session stays at its hub. The wait between two
// searches doubles, even from one session to the next.
type scout struct {
	active bool        // the session's hub does not reach the store
	timer  *time.Timer // until the next search
	found  chan bool   // the result of a search
	stop   context.CancelFunc
	tasks  *sync.WaitGroup // counts the running search
}

func newScout() scout {
	return scout{timer: newStoppedTimer(), found: make(chan bool), stop: func() {}, tasks: new(sync.WaitGroup)}
}

// end cancels a running search and waits for its end.
func (c *scout) end() {
	c.active = false
	c.timer.Stop()
	c.stop()
	c.tasks.Wait()
}

// updateScout starts searching if the hub does not reach the store, and stops if it does.
func (s *session) updateScout(up bool) {
	switch {
	case up:
		s.link.searches = 0
		s.scout.end()
	case !s.scout.active:
		s.scout.active = true
		s.searchLater()
	}
}

func (s *session) searchLater() {
	t := s.link.timing
	wait := min(t.searchMax, t.searchFirst<<min(s.link.searches, 10))
	s.link.searches++
	s.scout.timer.Reset(wait + mathrand.N(wait+1))
}

// search searches once, in a goroutine. It sends the result to found.
func (s *session) search(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	s.scout.stop = stop
	query := s.link.query()
	query.Set("watch", "1") // only watch: a second websocket for the seat would make the hub close the first one
	s.scout.tasks.Go(func() {
		defer stop()
		select {
		case s.scout.found <- s.link.reachesStore(ctx, query):
		case <-ctx.Done():
		}
	})
}

// reachesStore opens a websocket and reports whether its hub reaches the store.
func (l *link) reachesStore(ctx context.Context, query url.Values) bool {
	ctx, cancel := context.WithTimeout(ctx, l.timing.welcomeTimeout)
	defer cancel()
	ws, err := l.dial(ctx, query)
	if err != nil {
		return false
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(maxFrameFromHub)
	for {
		_, frame, err := ws.Read(ctx)
		if err != nil {
			return false
		}
		if m, ok := decode(frame); ok && m.T == "welcome" {
			return m.Store
		}
	}
}
