package storage

import "github.com/quatre/quatre/internal/room"

// GamesQuery says which finished games are wanted.
type GamesQuery struct {
	// Player restricts them to those that Record.Listed lists under this id. Empty:
	// those that it lists for everybody.
	Player room.PlayerID

	// Cursor is where the page before ended; empty: begin with the latest game.
	Cursor string

	// Limit is how many records are wanted at most; none if it is not positive.
	Limit int

	// Match reports whether a record is wanted; nil: all are. It must neither
	// keep the record nor call the store.
	Match func(*room.Record) bool
}

// GamesScanLimit is how many records one call of Games looks at. It bounds what
// a filter that hardly anything passes can cost.
const GamesScanLimit = 2000
