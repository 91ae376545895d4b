package storage

import (
	"context"
	"github.com/quatre/quatre/internal/room"
	"iter"
)

// Whole is a store from one end to the other, for operators who look at all of it,
// copy it or move it.
type Bulk interface {
	// AllRooms yields the rooms that have a log, in any order: each that has one
	// from the beginning of the walk to its end, once or more often, and perhaps
	// some of the others. An error is the last that it yields. The loop may call the
	// store.
	AllRooms(ctx context.Context) iter.Seq2[room.ID, error]

	// AllGames yields the records of finished games, as AllRooms does rooms.
	AllGames(ctx context.Context) iter.Seq2[room.Record, error]

	// AddGame stores a record by itself, and lists it. ErrConflict: there is one
	// under this name; nothing was stored.
	AddGame(ctx context.Context, r room.Record) error
}
