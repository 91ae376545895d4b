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
	if up {
		s.search = nil
	} else if s.search == nil {
		s.searchAfter(s.link.hub.timing.searchFirst)
	}
}

// searchAfter sets the time of the next search: after wait, at random up to twice as long.
func (s *session) searchAfter(wait time.Duration) {
	s.search = time.After(wait + mathrand.N(wait+1))
	s.searchWait = min(2*wait, s.link.hub.timing.searchMax)
}

// searchOnce opens a websocket to see whether its hub reaches the store. A hub that does not
// refuses the websocket, so that a proxy asks the next hub.
func (s *session) searchOnce() {
	s.searchAfter(s.searchWait)
	query := s.link.query()
	query.Set("watch", "1") // only watch: a second websocket for the seat would make the hub close the first one
	s.tasks.Go(func() {
		if s.link.reachesStore(s.reading, query) {
			notify(s.found)
		}
	})
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
