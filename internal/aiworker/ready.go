package aiworker

import (
	"context"

	"github.com/quatre/quatre/internal/room/storage"
)

// ReadyStore is the part of a store that Ready needs.
type ReadyStore interface {
	storage.Clock
	storage.Backlog
}

// Ready returns nil if at least one shard of the store answers, and the clock of this
// machine is right. Otherwise the error is storage.ErrClockDiffers or that of the store.
func Ready(ctx context.Context, store ReadyStore) error {
	if err := storage.CheckClock(store); err != nil {
		return err
	}
	_, err := store.Pending(ctx)
	return storage.IgnorePartial(err)
}
