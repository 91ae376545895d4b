package cli

import (
	"context"
	"log/slog"

	"github.com/quatre/quatre/internal/room/storage"
)

// WarnWithoutReplica logs that a store can store nothing, if its address says that a replica must
// have what is stored, and a server of the store has no replica.
func WarnWithoutReplica(ctx context.Context, store storage.StatusReporter, log *slog.Logger) {
	st, err := store.Status(ctx)
	if err == nil && st.NeedsReplica && st.Replicas != nil && *st.Replicas == 0 {
		log.Warn("a server of the store has no replica: with wait=1 it stores nothing")
	}
}
