package admin

import (
	"context"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is what operators look at, copy and change.
type Store interface {
	storage.Log
	storage.Restorer
	storage.Deadlines
	storage.Lists
	storage.Backlog
	storage.Archive
	storage.Bulk

	// Present is that of storage.Presence, and Questions that of storage.Questions.
	Present(ctx context.Context, id room.ID) (storage.RoomPresence, error)
	Questions(ctx context.Context) (int, error)
}
