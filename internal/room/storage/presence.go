package storage

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Presence holds who is in each room. It is not part of the log.
//
// A holder is one run of a process, under a unique name. Its announcements count while its
// heartbeat counts. So renewing the announcements of thousands of rooms costs one heartbeat.
type Presence interface {
	// Heartbeat says that holder is alive for PresenceTTL, in one shard. Call it every
	// PresenceRenewal for each shard.
	//
	// began reports that this heartbeat is the holder's first, or that the one before has
	// expired. Then nothing that holder announced before counts, and holder must announce all
	// its rooms in the shard again. After an error, holder must assume the same.
	//
	// Heartbeat also removes what holders with an expired heartbeat have announced, and
	// notifies the watchers of those rooms. If ctx ends before all is removed, the next Heartbeat
	// of any holder removes the rest.
	Heartbeat(ctx context.Context, shard int, holder string) (began bool, err error)

	// Announce replaces holder's announcement for the room; the zero RoomPresence
	// withdraws it. The watchers receive the merged presence even if it has not changed,
	// so a holder learns the result from its own watch, in order with the announcements
	// of other holders. Announce fails with ErrNotFound if holder has no heartbeat.
	Announce(ctx context.Context, id room.ID, holder string, p RoomPresence) error

	// Downtimes returns the last times in which no holder could store anything in the shard, at
	// most MaxDowntimes, the earliest first. Each lies between two heartbeats, of any holders, and
	// lasts at least MinDowntime.
	Downtimes(ctx context.Context, shard int) ([]room.Outage, error)

	// Present returns who is in the room: the announcements of all holders that have a
	// heartbeat, merged.
	Present(ctx context.Context, id room.ID) (RoomPresence, error)

	// Asleep reports whether nobody has watched the room for room.SleepAfter and the queue has
	// no job of the room. Then a room of AI against AI that owes a reply is asleep.
	Asleep(ctx context.Context, id room.ID) (bool, error)
}

const (
	// PresenceTTL is how long a heartbeat counts. With a heartbeat every
	// PresenceRenewal, what a dead process has announced disappears within 15 s.
	PresenceTTL     = 10 * time.Second
	PresenceRenewal = 4 * time.Second

	// MinDowntime is the shortest gap between heartbeats that counts as a downtime. In a gap of
	// this length no process could store anything for at least room.MinCredit.
	MinDowntime = PresenceRenewal + room.MinCredit

	// MaxDowntimes is how many downtimes a shard remembers, for rooms that nobody opens for long.
	MaxDowntimes = 16
)

// RoomPresence is who is in a room now.
type RoomPresence struct {
	Seats      [2]SeatConn `json:"seats"` // by seat
	Spectators int         `json:"spectators"`

	// Watching counts those of the Spectators who want no seat.
	Watching int `json:"watching,omitempty"`

	// Challengers has the player IDs of the challengers who are here, sorted and with spaces between them.
	Challengers string `json:"challengers,omitempty"`

	// Goodbyes holds when the player of each seat last said goodbye, in Unix
	// microseconds; 0: not lately. The process that received the goodbye announces it.
	Goodbyes [2]int64 `json:"left,omitzero"`
}

// SeatConn is the connection of a seat's player. Of two connections to one seat the
// one with the later Since counts.
type SeatConn struct {
	Conn  string `json:"conn,omitempty"`  // the connection's ID; empty: the player is not present
	Since int64  `json:"since,omitempty"` // when the connection began, in Unix microseconds

	// Player is the seat's player, as far as the holder knows: it may not know of an entry that
	// another process has stored.
	Player room.PlayerID `json:"player,omitempty"`

	// From stands for the network address of the player. Two equal values mean the same address.
	// Empty: the address is unknown, or has no limits.
	From string `json:"from,omitempty"`
}

// Somebody reports whether anybody is in the room.
func (p RoomPresence) Somebody() bool {
	return p.Seats[0].Conn != "" || p.Seats[1].Conn != "" || p.Spectators > 0
}

// Merge returns a presence with everybody who is in p or in o.
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
	p.Watching += o.Watching
	ids := append(strings.Fields(p.Challengers), strings.Fields(o.Challengers)...)
	slices.Sort(ids)
	p.Challengers = strings.Join(slices.Compact(ids), " ")
	return p
}

// HasChallenger reports whether a challenger is here.
func (p RoomPresence) HasChallenger(id room.PlayerID) bool {
	return slices.Contains(strings.Fields(p.Challengers), string(id))
}
