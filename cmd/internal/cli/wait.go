package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// StoreWait is how long a service that starts tries to reach a store that does not answer.
// Then it ends, and its supervisor may restart it.
const StoreWait = 30 * time.Second

// storeRetry is the time between two attempts.
const storeRetry = 500 * time.Millisecond

// AwaitStore is OpenStore for a service. While Redis does not answer, it tries again for
// StoreWait, and operators see why the service is not ready. It returns other errors,
// such as a wrong password or a file that another process has open, at once.
func AwaitStore(ctx context.Context, storeURL string, operators *Operators, log *slog.Logger) (Store, error) {
	if strings.HasPrefix(storeURL, FileScheme) {
		return OpenStore(ctx, storeURL)
	}
	open := func() (Store, error) { return OpenStore(ctx, storeURL) }
	return awaitStore(ctx, StoreWait, open, operators, log)
}

func awaitStore(
	ctx context.Context, limit time.Duration, open func() (Store, error), operators *Operators, log *slog.Logger,
) (Store, error) {
	began := time.Now()
	for waiting := false; ; waiting = true {
		store, err := open()
		passed := time.Since(began)
		switch {
		case err == nil && waiting:
			log.Info("the store answers", "after", passed.Round(time.Millisecond).String())
			return store, nil
		case err == nil || ctx.Err() != nil || !errors.Is(err, storage.ErrUnavailable):
			return store, err
		case passed >= limit:
			return nil, fmt.Errorf("gave up after %v: %w", limit, err)
		case !waiting: // log it once only
			log.Warn("waiting for the store", "at_most", limit.String(), "error", err)
		}
		operators.NotReady(fmt.Errorf("waiting for the store: %w", err))
		select {
		case <-time.After(storeRetry):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
