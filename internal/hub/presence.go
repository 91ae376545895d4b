package hub

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// presence is what is to be announced of who is where in a shard. What has been announced
// counts as long as this hub's heart beats: one call to the store every
// room.PresenceRenewal, however many rooms are open.
type presence struct {
	mu    sync.Mutex
	dirty map[*live]bool
	wake  chan struct{} // holds one value when dirty is not empty

	// Rooms to be announced with the next heartbeat: they could not be, or
	// something may have been missed.
	later map[*live]bool

	// Rooms in which nobody is left of whom more is said than goodbye, and since when.
	goodbyes map[*live]time.Time
}

func newPresence() presence {
	return presence{
		dirty: map[*live]bool{}, wake: make(chan struct{}, 1),
		later: map[*live]bool{}, goodbyes: map[*live]time.Time{},
	}
}

// maxAnnouncing bounds the rooms of a shard that are announced at once: a store may
// combine calls that come together. A hub with 5,000 rooms announces them all
// (its heartbeat begins, or the store was away) 10 times as fast as one by one, in
// 0.75 s on two busy cores shared with Redis: redislog's BenchmarkAnnounce.
const maxAnnouncing = 256

// announce has the people of l announced soon. It does not wait.
func (l *live) announce() {
	p := &l.shard.presence
	p.mu.Lock()
	p.dirty[l] = true
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// announceLater has the people of l announced with the next heartbeat.
func (l *live) announceLater() {
	p := &l.shard.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	p.later[l] = true
}

func (p *presence) take() map[*live]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.dirty
	p.dirty = map[*live]bool{}
	return taken
}

// presenceLoop announces what has changed at once, until the hub's life ends.
func (s *shard) presenceLoop() {
	for {
		select {
		case <-s.hub.life.Done():
			for _, l := range s.rooms() {
				l.announce()
			}
			s.announceAll() // those who were there are no longer
			return
		case <-s.presence.wake:
			s.announceAll()
		}
	}
}

// heartLoop beats every PresenceRenewal, until the hub's life ends.
func (h *Hub) heartLoop() {
	every(h.life, storage.PresenceRenewal, h.beat)
}

// beat renews the heartbeat, in all shards.
func (h *Hub) beat() {
	ctx, cancel := context.WithTimeout(h.life, storage.PresenceRenewal)
	defer cancel()
	began, err := h.cfg.Store.Heartbeat(ctx, h.cfg.Name)
	if err != nil {
		h.log.Debug("no heartbeat", "error", err)
	}
	var partly *storage.PartialError
	all := err != nil && !errors.As(err, &partly)
	for _, s := range h.shards {
		if all || partly != nil && slices.Contains(partly.Away, s.number) {
			s.unbeaten()
		} else {
			s.beaten(ctx, began)
		}
	}
}

// unbeaten notes that the shard has not taken a heartbeat.
func (s *shard) unbeaten() {
	s.sure.Store(false)
	s.outages.refused()
	for _, l := range s.rooms() {
		l.deaf()
	}
}

// beaten notes that it has, and announces what is due then: everything, unless it is
// sure that what was announced before counts.
func (s *shard) beaten(ctx context.Context, began bool) {
	s.answers(true)
	if !s.awake.Load() {
		s.awake.Store(s.breakSilence(ctx))
	}
	if sure := s.sure.Swap(true); began || !sure {
		for _, l := range s.rooms() {
			l.announce()
		}
	}
	s.announceDue(time.Now())
}

// announceDue announces what waits for a heartbeat, and the rooms whose goodbyes
// have been there for PresenceTTL.
func (s *shard) announceDue(now time.Time) {
	p := &s.presence
	p.mu.Lock()
	due := p.later
	p.later = map[*live]bool{}
	var over []*live
	for l, since := range p.goodbyes {
		if now.Sub(since) >= storage.PresenceTTL {
			delete(p.goodbyes, l)
			over = append(over, l)
		}
	}
	p.mu.Unlock() // live.mu comes before it
	for _, l := range over {
		l.forgetGoodbyes()
		l.announce()
	}
	for l := range due {
		l.announce()
	}
}

// announceAll announces what has changed. It gives up at the first failure, and leaves
// the rest to the next heartbeat. When it returns no call is under way: what is said of
// a room later comes later.
func (s *shard) announceAll() {
	rooms := s.presence.take()
	queue := make(chan *live)
	var failed atomic.Bool
	var wg sync.WaitGroup
	for range min(len(rooms), maxAnnouncing) {
		wg.Go(func() {
			for l := range queue {
				local := l.local()
				if failed.Load() || !l.announceNow(local) {
					failed.Store(true)
					l.announceLater()
					l.setAlone(local)
				}
			}
		})
	}
	for l := range rooms {
		if !s.hub.rooms.superseded(l) { // otherwise its people have left, and the room was opened anew
			queue <- l
		}
	}
	close(queue)
	wg.Wait()
}

// announceNow announces the people of l and reports whether the store knows. Who
// is there the watch tells.
func (l *live) announceNow(local storage.RoomPresence) bool {
	h, p := l.hub, &l.shard.presence
	ctx, cancel := context.WithTimeout(context.WithoutCancel(h.life), storage.PresenceRenewal)
	defer cancel()
	if err := h.cfg.Store.Announce(ctx, l.replica.ID(), h.cfg.Name, local); err != nil {
		h.log.Debug("presence not announced", "room", l.replica.ID(), "error", err)
		return false
	}
	if local == (storage.RoomPresence{Goodbyes: local.Goodbyes}) && local != (storage.RoomPresence{}) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.goodbyes[l] = time.Now()
	}
	return true
}

// forgetGoodbyes ends what is said of a room in which nobody is left. Otherwise
// a store would keep it as long as this hub lives.
func (l *live) forgetGoodbyes() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.conns) == 0 {
		l.left = [2]int64{}
	}
}

// local returns who is in the room through this hub.
func (l *live) local() storage.RoomPresence {
	l.mu.Lock()
	defer l.mu.Unlock()
	here := storage.RoomPresence{Goodbyes: l.left}
	for c := range l.conns {
		if c.ended() {
			continue
		}
		if c.watch || c.seats == [2]bool{} {
			here.Spectators++
			continue
		}
		var mine storage.RoomPresence
		for i, holds := range c.seats {
			if holds {
				mine.Seats[i] = storage.SeatConn{Conn: c.id, Since: c.since.UnixMicro()}
				here.Goodbyes[i] = 0
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
func (l *live) setHere(here storage.RoomPresence) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here = here
	l.noteAbsences(here)
	l.replaceOlder(here)
}

// setAlone shows who is in the room through this hub, while nothing is known of
// others.
func (l *live) setAlone(here storage.RoomPresence) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.here = here
	l.blind()
	l.replaceOlder(here)
}

// replaceOlder ends the connections whose seat was opened anew elsewhere, and
// tells all others who is there. The caller holds mu.
func (l *live) replaceOlder(here storage.RoomPresence) {
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
				l.announce()
			}
		}
		c.shown = true
	}
}
