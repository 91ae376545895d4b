package hub

import (
	"math/rand/v2"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// absence is since when a seat's player has not been in the room, as this hub
// has seen it. A hub that has just opened the room counts from then: it rather
// waits too long than takes a game from somebody who was there.
type absence struct {
	since time.Time // zero: present
	left  bool      // said goodbye, at since
}

// noteAbsences notes who has come and gone. The caller holds mu.
func (l *live) noteAbsences(here storage.RoomPresence) {
	now := l.hub.cfg.Now()
	for i := range l.away {
		a := &l.away[i]
		switch seat := here.Seats[i]; {
		case seat.Conn != "":
			*a = absence{}
			l.left[i] = 0
			l.seen[i] = max(l.seen[i], seat.Since)
		case here.Goodbyes[i] != 0 && here.Goodbyes[i] >= l.seen[i] && !a.left: // not a goodbye before the last return
			*a = absence{now, true}
		case a.since.IsZero():
			a.since = now
		}
	}
}

// blind forgets all absences: for some time this hub has not heard of other
// hubs' people, and they count as absent only from when it does again. The
// caller holds mu.
func (l *live) blind() { l.away = [2]absence{} }

// deaf notes that this hub may have missed who has come and gone. The next
// heartbeat asks again.
func (l *live) deaf() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.blind()
	l.tellHere()
	l.announceLater()
}

// limit returns how long this absence must last before it can be claimed.
func (a absence) limit() time.Duration {
	if a.left {
		return room.LeftLimit
	}
	return room.AwayLimit
}

// hereNow returns what sockets are told of who is there. The caller holds mu.
func (l *live) hereNow() hereJSON {
	j := hereJSON{
		Seats:      [2]bool{l.here.Seats[0].Conn != "", l.here.Seats[1].Conn != ""},
		Spectators: l.here.Spectators,
	}
	l.replica.View(func(s *room.State) {
		for i, a := range l.away {
			if !a.since.IsZero() && s.Claimable(room.Seat(i+1)) {
				j.Claim[i] = later(a.since, s.Started).Add(a.limit()).UnixMilli()
			}
		}
	})
	return j
}

// tellHere tells every socket who is there, if they have not been told. The
// caller holds mu.
func (l *live) tellHere() {
	now := l.hereNow()
	if now == l.told {
		return
	}
	l.told = now
	for c := range l.conns {
		c.send(hereFrame(now))
	}
}

// witness completes a command with what this hub has seen of the world: how
// long the network takes, for how long the other player has been away, and what
// chance says.
func (l *live) witness(c *conn, action room.Action) room.Action {
	switch do := action.(type) {
	case room.Move:
		do.Lag = c.lag()
		return do
	case room.PlayAgain:
		do.First = room.Seat(1 + rand.IntN(2))
		return do
	case room.Claim:
		l.mu.Lock()
		defer l.mu.Unlock()
		for i, mine := range c.seats {
			if other := l.away[1-i]; mine && !other.since.IsZero() {
				do.Away, do.Left = l.hub.cfg.Now().Sub(other.since), other.left
			}
		}
		return do
	default:
		return action
	}
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
