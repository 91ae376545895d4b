package storage

import (
	"github.com/quatre/quatre/internal/room"
	"time"
)

// PresenceTTL is for how long a heartbeat counts. With a beat every
// PresenceRenewal, what a dead process announced has vanished everywhere within
// 15 s.
const (
	PresenceTTL     = 10 * time.Second
	PresenceRenewal = 4 * time.Second

	// SilenceLimit is how long no heart must have beaten for that to be a silence: it
	// shows that none was alive for MinCredit.
	SilenceLimit = PresenceRenewal + room.MinCredit
)

// Here is who is in a room now.
type Presence struct {
	Seats      [2]SeatConn `json:"seats"` // by seat
	Spectators int         `json:"spectators"`

	// Left is when each seat's player last said goodbye, in Unix microseconds; 0:
	// not lately. It is announced by the process that heard it.
	Left [2]int64 `json:"left,omitzero"`
}

// Presentee is the connection through which a seat's player is present. Of two
// connections to one seat the one with the later Since counts.
type SeatConn struct {
	Conn  string `json:"conn,omitempty"`  // empty: nobody is there
	Since int64  `json:"since,omitempty"` // Unix microseconds
}

// Merge adds up what two holders have.
func (h Presence) Merge(o Presence) Presence {
	for i, p := range o.Seats {
		if p.Conn != "" && (h.Seats[i].Conn == "" || p.Since > h.Seats[i].Since ||
			p.Since == h.Seats[i].Since && p.Conn > h.Seats[i].Conn) {
			h.Seats[i] = p
		}
	}
	for i, left := range o.Left {
		h.Left[i] = max(h.Left[i], left)
	}
	h.Spectators += o.Spectators
	return h
}
