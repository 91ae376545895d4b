package admin

import (
	"context"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is the part of a store that this package needs.
type Store interface {
	storage.Clock
	storage.Log
	storage.Deadlines
	storage.Lists
	storage.Queue
	storage.Archive
	storage.Bulk
	storage.NameKey

	// Present and Asleep are as in storage.Presence, and Questions as in storage.Questions.
	Present(ctx context.Context, id room.ID) (storage.RoomPresence, error)
	Asleep(ctx context.Context, id room.ID) (bool, error)
	Questions(ctx context.Context) (int, error)
}
