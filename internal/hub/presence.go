package hub

import (
	"context"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// presence is the list of rooms whose people must be announced.
type presence struct {
	mu    sync.Mutex
	dirty map[*live]bool
	wake  chan struct{} // holds one value when dirty is not empty
}

// announce has the people of l announced soon. It does not wait.
func (h *Hub) announce(l *live) {
	p := &h.presence
	p.mu.Lock()
	if p.dirty == nil {
		p.dirty = map[*live]bool{}
	}
	p.dirty[l] = true
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *presence) take() map[*live]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.dirty
	p.dirty = nil
	return taken
}

// presenceLoop announces what has changed at once, and everything every
// PresenceRenewal, until the hub's life ends.
func (h *Hub) presenceLoop() {
	renew := time.NewTicker(room.PresenceRenewal)
	defer renew.Stop()
	for {
		select {
		case <-h.life.Done():
			h.announceAll(h.presence.take()) // those who were there are no longer
			return
		case <-h.presence.wake:
			h.announceAll(h.presence.take())
		case <-renew.C:
			for _, l := range h.rooms.all() {
				h.announce(l)
			}
		}
	}
}

// announceAll gives up at the first failure: the renewal comes soon enough.
func (h *Hub) announceAll(rooms map[*live]bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(h.life), room.PresenceRenewal)
	defer cancel()
	for l := range rooms {
		if h.rooms.superseded(l) {
			continue // its people have left, and the room was opened anew
		}
		local := l.local()
		here, err := h.cfg.Store.Announce(ctx, l.replica.ID(), h.cfg.Name, local)
		if err != nil {
			h.log.Debug("presence not announced", "room", l.replica.ID(), "error", err)
			l.setAlone(local)
			return
		}
		l.setHere(here)
	}
}

// local returns who is in the room through this hub.
func (l *live) local() room.Here {
	l.mu.Lock()
	defer l.mu.Unlock()
	here := room.Here{Left: l.left}
	for c := range l.conns {
		if c.watch || c.seats == [2]bool{} {
			here.Spectators++
			continue
		}
		var mine room.Here
		for i, holds := range c.seats {
			if holds {
				mine.Seats[i] = room.Presentee{Conn: c.id, Since: c.since.UnixMicro()}
				here.Left[i] = 0
			}
		}
		here = here.Merge(mine)
	}
	return here
}

// setHere shows who is in the room. Of two connections to one seat the newer one
// plays: one that was opened on another hub since ends the one here. Clocks of
// hubs differ, so a connection that has not been announced yet counts as newer
// than all that have.
func (l *live) setHere(here room.Here) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here = here
	l.noteAbsences(here)
	l.replaceOlder(here)
}

// setAlone shows who is in the room through this hub, while nothing is known of
// others.
func (l *live) setAlone(here room.Here) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here = here
	l.blind()
	l.replaceOlder(here)
}

// replaceOlder ends the connections whose seat was opened anew elsewhere, and
// tells all others who is there. The caller holds mu.
func (l *live) replaceOlder(here room.Here) {
	l.tellHere()
	for c := range l.conns {
		for i, p := range here.Seats {
			if !c.seats[i] || c.watch || p.Conn == "" || p.Conn == c.id || p.Since <= c.since.UnixMicro() {
				continue
			}
			if c.shown {
				c.end(closeReplaced, "opened elsewhere")
			} else {
				c.since = time.UnixMicro(p.Since + 1)
				l.hub.announce(l)
			}
		}
		c.shown = true
	}
}
