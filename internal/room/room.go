// Package room is the heart of Quatre: a room is an append-only log of
// numbered events, and everything else is a reading of it.
//
// It promises:
//
//   - One history. Events are numbered 1, 2, 3 … without gaps, and two readers
//     who have both read up to n have read the same.
//   - One door. Play is the only way to change a room, for people and machines
//     alike. What it acknowledges is stored; what it refuses has left no trace.
//   - Once. A command that is sent again, with the same id by the same actor, is
//     acknowledged with the number that it got the first time.
//   - Purity. State is a fold of the events, Decide and Effects are functions of
//     their arguments; time comes in as an argument.
//
// Its users owe it the authentication of Command.By, a Store whose conformance
// the suite in logtest has shown, and somebody who calls Sweep for what Due
// lists, since a room has no goroutine and no timer of its own.
//
// The way of a move: Play reads the room into a Replica, Decide turns the
// command into an event or a Refusal, Effects says what must be stored with
// it, Log.Append stores both if the log still ends where the replica does, and
// on a conflict Play reads on and decides again.
//
// The package knows no store, no socket and no search. Its interfaces are in
// store.go; redislog and filelog implement them.
package room

import "time"

// ID names a room, in its link and in the store: 1 to 64 characters out of
// a-z, 0-9 and "-".
type ID string

const maxIDLength = 64

// Valid reports whether id has the form of a room's name.
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

// PlayerID is the public name of whoever acts: the hash of a person's secret.
type PlayerID string

// Machine acts for every seat that an AI holds. It is no hash, so that no
// secret leads to it.
const Machine PlayerID = "ai"

// Seat is a place at the board, 1 or 2, kept through all games of a room. Zero
// is no seat: a spectator's, or nobody's.
type Seat uint8

// Other returns the opponent's seat; no seat has none.
func (s Seat) Other() Seat {
	if s == 0 {
		return 0
	}
	return 3 - s
}

// mover returns who makes a game's move of this ply, from 0: the sides take turns
// in all games.
func MoverAt(first Seat, ply int) Seat {
	if ply%2 == 0 {
		return first
	}
	return first.Other()
}

// Valid reports whether s is a place at the board.
func (s Seat) Valid() bool { return s == 1 || s == 2 }

// The room's own time limits.
const (
	// UnjoinedLimit is how long a room waits for its second player.
	UnjoinedLimit = time.Hour

	// AbandonedLimit is how long a game waits for the next move of a person.
	AbandonedLimit = 7 * 24 * time.Hour

	// AIGrace is what an AI's reply may take beyond its level's budget before
	// the turn is queued again.
	AIGrace = 1500 * time.Millisecond

	// StuckAfter is how long after its deadline a room counts as stuck, to alerts
	// and operators: hubs look for deadlines four times a second, and what fails
	// is tried again.
	StuckAfter = 10 * time.Second

	// DefaultRetention is how long the log of a room stays after its last
	// event. The records of its games are kept beyond it.
	DefaultRetention = 30 * 24 * time.Hour

	// MaxEntries bounds the log of one room: a series of several hundred
	// games. At that length no new game is started.
	MaxEntries = 20000

	// MaxNameLength bounds a nickname, in characters.
	MaxNameLength = 24

	// MaxCommandID bounds a client's own command id, in bytes.
	MaxCommandID = 64
)
