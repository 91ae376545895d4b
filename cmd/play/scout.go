package main

import (
	"context"
	mathrand "math/rand/v2"
	"net/url"
	"sync"
	"time"
)

// scout looks for a hub that reaches the store, while the hub of a session does not.
//
// It opens a second websocket. A hub that does not reach the store refuses it, so that a
// proxy asks the next hub. The session gives its own websocket up only when the scout has
// found a hub, so it stays where it is if the store is away from all of them. Waits between
// two looks double, and go on from one session to the next.
type scout struct {
	active bool        // the store is away
	timer  *time.Timer // until the next look
	found  chan bool   // the result of a look
	stop   context.CancelFunc
	looks  *sync.WaitGroup
}

func newScout() scout {
	return scout{timer: newStoppedTimer(), found: make(chan bool), stop: func() {}, looks: new(sync.WaitGroup)}
}

// end ends a look, and waits for it.
func (c *scout) end() {
	c.active = false
	c.timer.Stop()
	c.stop()
	c.looks.Wait()
}

// storeIs notes whether the hub reaches the store.
func (s *session) storeIs(up bool) {
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

// search looks once. The result arrives at found.
func (s *session) search(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	s.scout.stop = stop
	query := s.link.query()
	query.Set("watch", "1") // otherwise a hub would close the first websocket: the seat is opened elsewhere
	s.scout.looks.Go(func() {
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
