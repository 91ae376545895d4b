package hub

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// This file measures how long a move takes to the opponent: from its decoded frame
// to the end of the write to each socket of the player who is to answer it.
//
// When a frame is decoded the room notes whose command it is and when; when the
// entry with that command goes into the opponent's outbox the outbox is stamped
// with the time; when it has been written the stamp is measured. A move that this
// hub has not decoded is stamped with its entry's time.

// stamp says that a socket is about to be sent a move that its player waits for.
type stamp struct {
	since     time.Duration // since the metrics' epoch; 0: no move
	elsewhere bool          // it came in elsewhere
}

// moving is the move that a room is about to store, as it came in here.
type moving struct {
	by    room.PlayerID
	cmd   string
	since time.Duration // since the metrics' epoch
}

// begin notes a command that was decoded now, if it is a move, and returns the
// time.
func (l *live) begin(c room.Command) time.Time {
	now := time.Now()
	if _, is := c.Do.(room.Move); is {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.moving = moving{c.By, c.ID, now.Sub(l.hub.metrics.epoch)}
	}
	return now
}

// stamp stamps c if a move of the opponent's is among the entries that it is about
// to be sent, and was not there when c came. The caller holds mu.
func (l *live) stamp(c *conn, entries []room.Entry) {
	if c.seats == [2]bool{} || entries[len(entries)-1].N <= c.greeted {
		return
	}
	for _, e := range entries {
		move, is := e.Event.(room.Moved)
		if !is || e.N <= c.greeted || !move.Seat.Valid() || c.seats[move.Seat-1] {
			continue
		}
		s := stamp{since: l.moving.since}
		if e.Cmd != l.moving.cmd || e.By != l.moving.by {
			// Of a clock that is ahead of ours it comes as soon as it was made.
			now := time.Now()
			s = stamp{since: now.Sub(l.hub.metrics.epoch) - max(0, now.Sub(e.At)), elsewhere: true}
		}
		c.outbox.stamp(s)
		return
	}
}

// stamp notes a move that is about to be put in. The oldest one counts.
func (o *outbox) stamp(s stamp) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.due == (stamp{}) {
		o.due = s
	}
}

// delivered measures a stamp whose socket has been sent everything.
func (m *metrics) delivered(s stamp) {
	switch took := time.Since(m.epoch) - s.since; {
	case s == stamp{}:
	case s.elsewhere:
		m.sent[1].Observe(took.Seconds())
	default:
		m.sent[0].Observe(took.Seconds())
	}
}
