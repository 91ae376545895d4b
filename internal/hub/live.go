package hub

import (
	"context"
	"errors"
	"sync"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// live is a room that somebody watches through this hub: a replica that the
// store's watch keeps up to date, and the sockets that are shown it.
type live struct {
	hub     *Hub
	shard   *shard // in which the room is
	replica *play.Replica
	stop    func() // ends the store's watch

	opened chan struct{} // closed when the room has been read, or could not be
	err    error         // why it could not; set before opened is closed

	holders int // guarded by registry.mu

	mu        sync.Mutex
	conns     map[*conn]bool
	shown     uint64               // the replica's version that broadcast has shown
	seats     [2]room.PlayerID     // who sat when the sockets' seats were found out
	here      storage.RoomPresence // of all hubs, as announced last
	told      hereJSON             // what the sockets know of it
	away      [2]absence           // by seat
	left      [2]int64             // by seat: when they said goodbye through this hub, in Unix microseconds; 0: not, or they are back
	seen      [2]int64             // by seat: when the last connection that was seen began, likewise
	repairing bool                 // a goroutine is reading on
	again     bool                 // it must do so once more
	outgrown  bool                 // this hub is too old for the room: nobody is let in any more
	moving    moving               // what came in here last
	traced    shownTo              // if there are traces
}

// cursor is a place in a log: an entry by number and digest, 0 and "" before the
// first.
type cursor struct {
	n      uint64
	digest string
}

// enter puts c into the room with the entries after the one that c has, opening
// the room for the first socket.
func (h *Hub) enter(ctx context.Context, id room.ID, c *conn, after cursor) (*live, error) {
	l, first := h.rooms.hold(h, id)
	entered := false
	defer func() {
		if !entered {
			l.drop(c)
			h.release(l)
		}
	}()
	if first {
		l.openOnce(ctx)
	}
	select {
	case <-l.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if l.err != nil {
		return nil, l.err
	}
	l.behind(ctx, after.n)
	if l.replica.N() == 0 {
		return nil, storage.ErrNotFound
	}
	if first {
		if err := h.door.CreditOpened(ctx, l.replica); err != nil {
			h.log.Warn("outage not credited", "room", id, "error", err) // a move is, or the flag
		}
	}
	l.add(c, after)
	entered = true
	return l, nil
}

func (l *live) drop(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

// leave takes c out, and lets go of the room after the last one.
func (h *Hub) leave(l *live, c *conn) {
	l.mu.Lock()
	delete(l.conns, c)
	if c.outbox.code == websocket.StatusNormalClosure {
		for i, mine := range c.seats {
			if mine {
				l.left[i] = h.cfg.Now().UnixMicro()
			}
		}
	}
	l.mu.Unlock()
	l.announce()
	h.release(l)
}

func (h *Hub) release(l *live) {
	if h.rooms.release(l) && l.stop != nil {
		l.stop()
	}
}

// openOnce opens the room for all who wait for it.
func (l *live) openOnce(ctx context.Context) {
	defer close(l.opened)
	l.err = errors.New("hub: opening the room panicked") // unless it returns
	l.err = l.open(ctx)
}

// open starts the watch before it reads, so that nothing falls between them.
func (l *live) open(ctx context.Context) (err error) {
	l.stop, err = l.hub.cfg.Store.Watch(ctx, l.replica.ID(), l.notice)
	if err != nil {
		return err
	}
	if err := l.replica.Refresh(ctx, l.hub.cfg.Store); err != nil && !errors.Is(err, play.ErrRewound) {
		return err
	}
	if l.replica.N() == 0 {
		return storage.ErrNotFound
	}
	return nil
}

// behind reads on if a client has seen more than this hub. If that fails the
// client is shown what there is, and told to start anew.
func (l *live) behind(ctx context.Context, after uint64) {
	if after > l.replica.N() {
		l.rewound(l.replica.Refresh(ctx, l.hub.cfg.Store))
	}
}

// add welcomes c and gives it what it lacks.
func (l *live) add(c *conn, after cursor) {
	l.welcome(c, after)
	l.broadcast()
	l.announce()
}

func (l *live) welcome(c *conn, after cursor) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.outgrown {
		c.end(closeTooNew, tooNewText)
	}
	missing, ok := l.replica.Since(after.n, after.digest)
	l.hub.metrics.resumed(after, ok, len(missing))
	if !ok {
		after = cursor{}
		missing, _ = l.replica.Since(0, "")
	}
	c.cursor, c.greeted = after, after.n+uint64(len(missing))
	c.send(welcomeFrame(welcome{
		Build: l.hub.page.build, Room: l.replica.ID(), Player: c.player, From: after.n, N: c.greeted,
		Now: l.hub.cfg.Now().UnixMilli(), Here: l.hereNow(), Store: l.shard.up.Load(),
	}))
	l.conns[c] = true
	l.shown = 0 // c has been shown nothing yet
	l.seat(c)
}

// seat finds out whose connection c is. Of two that play the same seats the
// older one ends. The caller holds mu.
func (l *live) seat(c *conn) {
	if c.watch {
		return
	}
	l.replica.View(func(s *room.State) { c.seats = s.SeatsOf(c.player) })
	if c.seats == [2]bool{} {
		return
	}
	for other := range l.conns {
		switch {
		case other == c || other.player != c.player || other.seats != c.seats:
		case other.since.After(c.since):
			c.end(closeReplaced, "opened elsewhere")
		default:
			other.end(closeReplaced, "opened elsewhere")
		}
	}
}

// prefer makes c the newest connection of its player, and of the seat that it may
// be about to take over from another device: where one sits down one plays,
// whatever other tabs watch, and whatever the other device's hub takes for now.
func (l *live) prefer(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.since, c.shown = l.hub.cfg.Now(), false
}

// tell sends a frame to every socket.
func (l *live) tell(frame []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		c.send(frame)
	}
}

// end ends every socket.
func (l *live) end(code websocket.StatusCode, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		c.end(code, why)
	}
}

// notice takes in what the store's watch tells. It may neither block nor ask
// the store.
func (l *live) notice(n storage.Notice) {
	defer l.survive()
	switch {
	case n.Entry != nil:
		if l.replica.Apply(*n.Entry) {
			l.broadcast()
		} else {
			l.hub.metrics.gaps.Inc()
			l.repair()
		}
	case n.Presence != nil:
		l.setHere(*n.Presence)
	case n.Gone:
		l.hub.rooms.forget(l)
		l.end(closeNoRoom, "the room is gone")
	case n.Lost:
		l.hub.metrics.broken.Inc()
		l.deaf()
		l.repair()
	}
}
