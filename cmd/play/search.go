package main

import (
	"context"
	mathrand "math/rand/v2"
	"net/url"
	"time"
)

// updateSearch begins to search for a hub that reaches the store when the session's hub does not,
// and ends the search when it does.
//
// The session closes its own websocket only when the search has found a hub. If no hub reaches the
// store, the session stays at its hub.
func (s *session) updateSearch(up bool) {
	switch {
	case up && s.stopSearch != nil:
		s.stopSearch()
		s.stopSearch = nil
	case !up && s.stopSearch == nil:
		var ctx context.Context
		ctx, s.stopSearch = context.WithCancel(s.reading)
		query := s.link.query()
		query.Set("watch", "1") // only watch: a second websocket for the seat would make the hub close the first one
		s.tasks.Go(func() { s.findHub(ctx, query) })
	}
}

// findHub opens one websocket after another until it finds a hub that reaches the store, and then
// lets the link move. A hub that does not refuses the websocket, so that a proxy asks the next hub.
func (s *session) findHub(ctx context.Context, query url.Values) {
	timing := s.link.hub.timing
	for wait := timing.searchFirst; ; wait = min(2*wait, timing.searchMax) {
		select {
		case <-time.After(wait + mathrand.N(wait+1)):
		case <-ctx.Done():
			return
		}
		if s.link.reachesStore(ctx, query) {
			s.replace()
			return
		}
	}
}

// reachesStore opens a websocket and reports whether its hub reaches the store.
func (l *link) reachesStore(ctx context.Context, query url.Values) bool {
	ctx, cancel := context.WithTimeout(ctx, l.hub.timing.welcomeTimeout)
	defer cancel()
	ws, err := l.dial(ctx, query)
	if err != nil {
		return false
	}
	defer func() { _ = ws.CloseNow() }()
	_, frame, err := ws.Read(ctx)
	m, ok := decode(frame)
	return err == nil && ok && m.T == "welcome" && m.Store // the first frame is the welcome
}
