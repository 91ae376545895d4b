package cli

import (
	"context"
	"log/slog"

	"github.com/quatre/quatre/internal/room/storage"
)

// WarnWithoutReplica logs a warning if the store's address has wait=1 and a server of the store
// has no replica. Such a server stores nothing.
func WarnWithoutReplica(ctx context.Context, store storage.StatusReporter, log *slog.Logger) {
	st, err := store.Status(ctx)
	if err == nil && st.NeedsReplica && st.Replicas != nil && *st.Replicas == 0 {
		log.Warn("a server of the store has no replica: with wait=1 it stores nothing")
	}
}
