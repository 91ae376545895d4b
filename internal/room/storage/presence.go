package storage

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Presence holds who is in each room. It is not part of the log.
//
// A holder is one run of a process, under a unique name. Its announcements
// count while the holder's heartbeat does: keeping thousands of rooms alive costs
// the same as keeping one.
type Presence interface {
	// Heartbeat says that holder is alive for PresenceTTL. Call it every
	// PresenceRenewal.
	//
	// began reports that a heartbeat begins: it is the first, or the last one has
	// expired. Then nothing that holder announced before counts, and holder must
	// announce all its rooms again. After an error a heartbeat may have begun as well;
	// after a *PartialError this is so in the shards that are away, and began is about
	// the others.
	//
	// Heartbeat also removes what holders with an expired heartbeat have announced, and
	// tells the watchers of those rooms. The next Heartbeat of any holder does what does
	// not fit into ctx.
	Heartbeat(ctx context.Context, holder string) (began bool, err error)

	// Announce replaces holder's announcement for the room; the zero RoomPresence
	// withdraws it. The watchers are told the merged presence even if it has not changed,
	// so a holder learns the result from its own watch, in order with the announcements
	// of others. It fails with ErrNotFound if holder has no heartbeat.
	Announce(ctx context.Context, id room.ID, holder string, p RoomPresence) error

	// LastDowntime returns the last interval in which no holder of the shard was alive:
	// at least MinDowntime between two heartbeats or, in a store for one process, since
	// the store was closed. It returns the zero Outage if none is known.
	LastDowntime(ctx context.Context, shard int) (room.Outage, error)

	// Present returns who is in the room: the announcements of all holders that have a
	// heartbeat, merged.
	Present(ctx context.Context, id room.ID) (RoomPresence, error)

	// Asleep reports whether nobody has watched the room for room.SleepAfter and no job of it
	// is in the queue. A room of AI against AI that owes a reply then sleeps.
	Asleep(ctx context.Context, id room.ID) (bool, error)
}

const (
	// PresenceTTL is how long a heartbeat counts. With a heartbeat every
	// PresenceRenewal, what a dead process has announced disappears within 15 s.
	PresenceTTL     = 10 * time.Second
	PresenceRenewal = 4 * time.Second

	// MinDowntime is the shortest gap between heartbeats that counts as a downtime. It
	// shows that no process was alive for room.MinCredit.
	MinDowntime = PresenceRenewal + room.MinCredit
)

// RoomPresence is who is in a room now.
type RoomPresence struct {
	Seats      [2]SeatConn `json:"seats"` // by seat
	Spectators int         `json:"spectators"`

	// Goodbyes holds when the player of each seat last said goodbye, in Unix
	// microseconds; 0: not lately. The process that heard the goodbye announces it.
	Goodbyes [2]int64 `json:"left,omitzero"`
}

// SeatConn is the connection of a seat's player. Of two connections to one seat the
// one with the later Since counts.
type SeatConn struct {
	Conn  string `json:"conn,omitempty"`  // empty: the player is not there
	Since int64  `json:"since,omitempty"` // Unix microseconds

	// Holder has the connection. Empty: a program of a version that does not say it.
	Holder string `json:"holder,omitempty"`

	// From names the network address of the player. It is good for nothing but comparing.
	// Empty: not known, or not limited.
	From string `json:"from,omitempty"`
}

// Somebody reports whether anybody is in the room.
func (p RoomPresence) Somebody() bool {
	return p.Seats[0].Conn != "" || p.Seats[1].Conn != "" || p.Spectators > 0
}

// Merge returns the presence in p and o together.
func (p RoomPresence) Merge(o RoomPresence) RoomPresence {
	for i, c := range o.Seats {
		if c.Conn != "" && (p.Seats[i].Conn == "" || c.Since > p.Seats[i].Since ||
			c.Since == p.Seats[i].Since && c.Conn > p.Seats[i].Conn) {
			p.Seats[i] = c
		}
	}
	for i, at := range o.Goodbyes {
		p.Goodbyes[i] = max(p.Goodbyes[i], at)
	}
	p.Spectators += o.Spectators
	return p
}
