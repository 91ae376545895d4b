package aiworker

import (
	"context"

	"github.com/quatre/quatre/internal/room/storage"
)

// Ready returns nil if at least one shard of the store answers.
func Ready(ctx context.Context, store storage.Backlog) error {
	_, err := store.Backlog(ctx)
	return storage.IgnorePartial(err)
}
