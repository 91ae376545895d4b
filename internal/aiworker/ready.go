package aiworker

import (
	"context"

	"github.com/quatre/quatre/internal/room/storage"
)

// Ready reports whether a worker has work to ask for: the store answers, in one of its
// shards at least.
func Ready(ctx context.Context, store storage.Store) error {
	_, err := store.Backlog(ctx)
	return storage.IgnorePartial(err)
}
