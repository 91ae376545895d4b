package rooms

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// This file measures how long a move takes to the opponent: from its decoded frame to the
// end of the write to each socket of the opponent. A move that another process has received
// is measured from its entry's time.

// moveReceived is the last move that was received in a room, before it is stored.
type moveReceived struct {
	by  room.PlayerID
	cmd string
	at  time.Time
}

// receive returns the present time. If c is a move, receive notes that it was received now.
func (r *Room) receive(c room.Command) time.Time {
	now := time.Now()
	if _, is := c.Do.(room.Move); is {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.lastMove = moveReceived{c.By, c.ID, now}
	}
	return now
}

// moveWritten returns a function to call when entries have been written to v. It measures
// the opponent's first move among them that was stored after v joined. Without such a move
// moveWritten returns nil. The caller holds mu.
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
			sent, since = r.rooms.metrics.sentElsewhere, time.Now().Add(-max(0, r.rooms.cfg.Now().Sub(e.At)))
		}
		return func() { sent.Observe(time.Since(since).Seconds()) }
	}
	return nil
}
