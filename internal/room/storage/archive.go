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

	// Games returns the records that q asks for, in reverse order of their ends, and the cursor
	// of the next page. The cursor is empty if and only if no further record matches, with one
	// exception: a call stops after it has looked at GamesScanLimit records, and returns a
	// cursor even if no further record matches. With a cursor that Games has not returned, it fails
	// with ErrCursor. Games leaves out records that are damaged.
	Games(ctx context.Context, q GamesQuery) ([]room.Record, string, error)
}

// GamesScanLimit is how many records one call of Games looks at, at most. It bounds the cost
// of a query that few records match.
const GamesScanLimit = 2000

// GamesQuery says which records are wanted.
type GamesQuery struct {
	// Player restricts the result to the records that are listed for this player, as
	// Record.Listed says. Empty: the records that are listed for everybody.
	Player room.PlayerID

	// Cursor is the cursor that came with the previous page; empty: begin with the latest game.
	Cursor string

	// Limit is the greatest number of records to return. If it is not positive, Games returns
	// no records.
	Limit int

	// Match reports whether a record is wanted; nil: all are. It must neither keep the
	// record nor call the store. Several goroutines may call it at once.
	Match func(*room.Record) bool
}

// Forgetter removes old records, and players.
type Forgetter interface {
	// Forget removes up to limit records of games with a date before the time before, and their
	// places in every list. The date of a game is its end; that of an imported game is the time
	// at which this store got it.
	//
	// n is the number of records that this call has removed; more reports that there may be
	// further old records. Several processes may call Forget at once. If some shards are away, n
	// and more describe the other shards, and IsAway is true for the error.
	Forget(ctx context.Context, before time.Time, limit int) (n int, more bool, err error)

	// ForgetPlayer removes a player: the logs of all rooms that the player's ID is in, as Delete
	// does, with the presence in them; the records of games that the player imported; and the jobs and
	// questions of the player. In other records the player loses the name, and gets a random ID that
	// nobody has. Then no key and no value of the store has the player's ID, unless the player
	// has done something meanwhile.
	//
	// rooms and games are the numbers of logs and records that this call has changed. It walks over the
	// whole store. After an error, call it again. If the error wraps ErrDamaged, the player was
	// removed from everything that could be read.
	ForgetPlayer(ctx context.Context, p room.PlayerID) (rooms, games int, err error)
}

// NameKey keeps the key by which hubs turn the ID of a room into the public name of its
// games.
type NameKey interface {
	// NameKey returns the key of the store. If the store has no key, NameKey stores proposal and
	// returns it, so all processes have the same key. An empty proposal is not stored.
	NameKey(ctx context.Context, proposal []byte) ([]byte, error)
}

// Bulk walks over whole stores, to copy or move them.
type Bulk interface {
	// AllRooms yields the rooms that have a log, in any order. A room that has a log from
	// the beginning of the walk to its end is yielded at least once. The loop may call the
	// store.
	//
	// After an error that wraps ErrDamaged, which says what could not be read, the walk goes on.
	// Any other error is the last element.
	AllRooms(ctx context.Context) iter.Seq2[room.ID, error]

	// AllGames yields the records of finished games, under the same rules as AllRooms.
	AllGames(ctx context.Context) iter.Seq2[room.Record, error]

	// AddGame stores and lists a record. It fails with ErrConflict, and stores nothing, if the
	// store has another record of the game.
	AddGame(ctx context.Context, r room.Record) error

	// Restore stores a log that Read returned from another store, or that room.Seal
	// made, and carries out fx, all in one atomic step. Watchers receive the entries. Restore
	// fails with ErrConflict if the room has another log, and with the error of room.CheckLog for
	// entries that are not a log.
	Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error
}
