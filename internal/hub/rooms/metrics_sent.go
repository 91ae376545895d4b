package rooms

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// This file measures how long a move takes to the opponent: from its decoded frame until each
// socket of the opponent has taken it or, if the connection is congested, has queued it. A move
// that another process has received is measured from its entry's time.

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

// moveSent measures the opponent's first move among entries that were sent to v, if it was stored
// after v joined. The caller holds mu.
func (r *Room) moveSent(v *visitor, entries []room.Entry) {
	for _, e := range entries {
		move, is := e.Event.(room.Moved)
		if !is || e.N <= v.welcomed || !move.Seat.Valid() {
			continue
		}
		if seats := r.seatsOf(v); seats == [2]bool{} || seats[move.Seat-1] {
			continue
		}
		if e.Cmd == r.lastMove.cmd && e.By == r.lastMove.by {
			r.rooms.metrics.sentHere.Observe(time.Since(r.lastMove.at).Seconds())
		} else {
			r.rooms.metrics.sentElsewhere.Observe(max(0, r.rooms.cfg.Now().Sub(e.At)).Seconds())
		}
		return
	}
}
