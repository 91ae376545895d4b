package storage

import (
	"context"
	"iter"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Archive holds the records of finished games.
type Archive interface {
	// Game returns one record. It fails with ErrNotFound if there is none.
	Game(ctx context.Context, id room.GameID) (room.Record, error)

	// Games returns the records that q asks for, the last to end first, and the cursor
	// of the next page. The cursor is empty exactly if no further record matches, with
	// one exception: a call stops after it has looked at GamesScanLimit records, and its
	// cursor leads on. A cursor that Games has not returned counts as empty.
	Games(ctx context.Context, q GamesQuery) ([]room.Record, string, error)
}

// GamesScanLimit is how many records one call of Games looks at. It bounds the cost
// of a filter that few records pass.
const GamesScanLimit = 2000

// GamesQuery says which records are wanted.
type GamesQuery struct {
	// Player restricts the result to the records that Record.Listed lists under this
	// ID. Empty: the records that are listed for everybody.
	Player room.PlayerID

	// Cursor is where the page before ended; empty: begin with the latest game.
	Cursor string

	// Limit is the greatest number of records to return. None are returned if it is
	// not positive.
	Limit int

	// Match reports whether a record is wanted; nil: all are. It must neither keep the
	// record nor call the store.
	Match func(*room.Record) bool
}

// Forgetter removes old records.
type Forgetter interface {
	// Forget removes up to limit records of games older than before, and their places in
	// every list. A game is as old as its end; an imported game is as old as the time at
	// which DateImports found it.
	//
	// n is the number of records that this call has removed; more reports that there may
	// be others. Several processes may call Forget at once. If some shards are away, n
	// and more are about the others, and IsAway is true for the error.
	Forget(ctx context.Context, before time.Time, limit int) (n int, more bool, err error)

	// ForgetGame removes one record, and its places in every list. It does nothing if
	// there is no such record.
	ForgetGame(ctx context.Context, id room.GameID) error

	// DateImports dates the imported games that it has not met before with the present
	// time. It walks over the whole store, unless a process has begun to do so after
	// since. If it fails the next call does the rest.
	DateImports(ctx context.Context, since time.Time) error
}

// OpenGames mends the records of versions before room.Record.Open, which listed every game
// for everybody.
type OpenGames interface {
	// ListOpenGames looks at the records without Open. It sets Open in those whose room has
	// a log that says so, and lists them for everybody. Without a log nobody knows whether
	// the room was open, so the game stays unlisted.
	//
	// It walks over the whole store until it has once done so without an error. Several
	// processes may call it at once.
	ListOpenGames(ctx context.Context) error
}

// NameKey keeps the key by which hubs turn the ID of a room into the public name of its
// games.
type NameKey interface {
	// NameKey returns the key of the store. If it has none, it stores proposal, which must
	// not be empty, and returns that. So all processes have the same key. A store that is
	// open for reading only fails with ErrNotFound if it has none.
	NameKey(ctx context.Context, proposal []byte) ([]byte, error)
}

// Bulk walks over whole stores, to copy or move them.
type Bulk interface {
	// AllRooms yields the rooms that have a log, in any order. A room that has a log from
	// the beginning of the walk to its end is yielded at least once. The loop may call the
	// store.
	//
	// An error that wraps ErrDamaged says what could not be read, and the walk goes on.
	// Every other error is the last element.
	AllRooms(ctx context.Context) iter.Seq2[room.ID, error]

	// AllGames yields the records of finished games in the same way.
	AllGames(ctx context.Context) iter.Seq2[room.Record, error]

	// AddGame stores and lists a record. It fails with ErrConflict if there is one of the
	// same name; then nothing was stored.
	AddGame(ctx context.Context, r room.Record) error
}
