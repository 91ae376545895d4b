package rooms

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// This file measures how long a move takes to the opponent: from its decoded frame to the
// end of the write to each socket of the player who answers it. A move that this hub has
// not received is measured from its entry's time.

// moveReceived is the last move that was received in a room, before it is stored.
type moveReceived struct {
	by  room.PlayerID
	cmd string
	at  time.Time
}

// receive notes a command that was received now, if it is a move, and returns the time.
func (r *Room) receive(c room.Command) time.Time {
	now := time.Now()
	if _, is := c.Do.(room.Move); is {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.lastMove = moveReceived{c.By, c.ID, now}
	}
	return now
}

// moveWritten returns what to call when entries have been written to v: it measures the
// first move of the opponent that was not there when v came. It returns nil if there is
// none. The caller holds mu.
func (r *Room) moveWritten(v *visitor, entries []room.Entry) func() {
	if entries[len(entries)-1].N <= v.welcomed {
		return nil
	}
	for _, e := range entries {
		move, is := e.Event.(room.Moved)
		if !is || e.N <= v.welcomed || !move.Seat.Valid() {
			continue
		}
		if seats := r.seatsOf(v); seats == [2]bool{} || seats[move.Seat-1] {
			continue
		}
		sent, since := r.rooms.metrics.sentHere, r.lastMove.at
		if e.Cmd != r.lastMove.cmd || e.By != r.lastMove.by {
			sent, since = r.rooms.metrics.sentElsewhere, earliest(e.At, time.Now())
		}
		return func() { sent.Observe(time.Since(since).Seconds()) }
	}
	return nil
}

// earliest bounds the time of an entry by another hub's clock, which may be ahead.
func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
