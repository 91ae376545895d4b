package cli

import (
	"context"
	"log/slog"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

const clockLogInterval = time.Second

// WatchClock logs when the clock of this machine differs from the store's by
// storage.ClockWarning or more, and when it no longer does. It returns when ctx ends.
func WatchClock(ctx context.Context, clock storage.Clock, log *slog.Logger) {
	tick := time.NewTicker(clockLogInterval)
	defer tick.Stop()
	for differs := false; ; {
		offset, _ := clock.ClockOffset()
		if is := offset.Abs() >= storage.ClockWarning; is != differs {
			differs = is
			if differs { // rooms use the store's clock, so the clocks of games are right
				log.Warn("this machine's clock differs from the store's", "store_is_ahead_by", offset.Round(time.Millisecond).String())
			} else {
				log.Info("this machine's clock agrees with the store's again")
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// WarnWithoutReplica logs a warning if the store's address has wait=1 and a server of the store
// has no replica. Such a server stores nothing.
func WarnWithoutReplica(ctx context.Context, store storage.StatusReporter, log *slog.Logger) {
	st, err := store.Status(ctx)
	if err == nil && st.NeedsReplica && st.Replicas != nil && *st.Replicas == 0 {
		log.Warn("a server of the store has no replica: with wait=1 it stores nothing")
	}
}
