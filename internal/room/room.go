// Package room is the pure core of Quatre. A room is an append-only log of numbered
// events; everything else is computed from it.
//
// It promises:
//
//   - State is a fold of the events.
//   - Decide, State.Next and State.Effects are functions of their arguments. They read no
//     clock and draw no random numbers.
//   - Entries are numbered 1, 2, 3 … without gaps, and each carries a digest over all
//     entries before it.
//
// A command is carried out in one step: State.Next decides it, seals the entry that the
// log must hold next, and computes the effects to be stored with it. Package play does
// this on a store.
//
// The package does not depend on a store, on sockets or on the search.
package room

import (
	"regexp"
	"time"
)

// ID names a room in its link and in the store: 1 to 64 characters out of a-z, 0-9 and
// "-".
type ID string

const maxIDLength = 64

// Valid reports whether id has the form of a room ID.
func (id ID) Valid() bool {
	if id == "" || len(id) > maxIDLength {
		return false
	}
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// aroundLink matches what the text around a link may add at its end: plain, percent-encoded, or as HTML. The addresses of a
// hub end in a letter, a digit or "-", and in a query also in %2B: the plus of a turn of Force 3.
var aroundLink = regexp.MustCompile(`(?i)(?:&[a-z]+;|%(?:2[0-9ac-f]|[013-9a-f][0-9a-f])?|[^a-z0-9%-])+$`)

// TrimLink returns a link, or a part of it, without what the text around it has added at its end, such as the full stop of
// a sentence, a bracket or a space. It also removes slashes.
func TrimLink(link string) string { return aroundLink.ReplaceAllString(link, "") }

// PlayerID is the public name of a player: a hash of the player's secret.
type PlayerID string

// Machine is the player that acts for every AI. It is not a hash, so no secret has this player
// ID.
const Machine PlayerID = "ai"

// Seat is one of the two places in a room, 1 or 2. It stays the same through all games.
// Zero is no seat.
type Seat uint8

// Other returns the opponent's seat, or 0 for no seat.
func (s Seat) Other() Seat {
	if s == 0 {
		return 0
	}
	return 3 - s
}

// MoverAt returns the seat that makes the move number ply, counted from 0, if seat first moves
// first. The seats take turns in all games.
func MoverAt(first Seat, ply int) Seat {
	if ply%2 == 0 {
		return first
	}
	return first.Other()
}

// Valid reports whether s is 1 or 2.
func (s Seat) Valid() bool { return s == 1 || s == 2 }

// Limits of rooms.
const (
	// UnjoinedLimit is how long after its last entry an open room waits for its second player.
	UnjoinedLimit = time.Hour

	// InvitationLimit is how long after its last entry or visit a room that is not open waits:
	// its players have its link. No visit keeps it for more than MaxInvitation in all.
	InvitationLimit = 14 * 24 * time.Hour
	MaxInvitation   = 2 * InvitationLimit

	// AbandonedLimit is how long a game may go without an entry.
	AbandonedLimit = 7 * 24 * time.Hour

	// AIGrace is how long after the end of its level's budget an AI's turn is queued again.
	AIGrace = 1500 * time.Millisecond

	// StuckAfter is how long after its deadline a room counts as stuck, for alerts and
	// operators. Hubs look for deadlines four times a second and repeat failed sweeps.
	StuckAfter = 10 * time.Second

	// DefaultRetention is how long the log of a room is kept after its last entry. The
	// records of its games are kept longer.
	DefaultRetention = 30 * 24 * time.Hour

	// MaxEntries bounds the log of one room: several hundred games. A room with that many entries
	// starts no new game.
	MaxEntries = 20000

	// CommandWindow is how many entries may follow the entry that a command has seen. An older
	// command is refused as stale: nobody looks for it in earlier entries, so it might be carried
	// out twice. Only Create and Take may be older, because they cannot be carried out twice.
	CommandWindow = 1000

	// MaxNameLength bounds a nickname, in characters.
	MaxNameLength = 24

	// MaxCommandID bounds a command ID, in bytes.
	MaxCommandID = 64
)
