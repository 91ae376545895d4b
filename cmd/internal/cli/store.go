package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
)

// FileScheme is the prefix of the URL of an embedded store. The name of the file follows.
const FileScheme = "file:"

// StoreUsage is the help text of a flag for the URL of a store.
const StoreUsage = "`URL` of the store: file:NAME for one process with everything in it, redis://HOST:PORT/DB, rediss:// (TLS), " +
	"redis+sentinel:// or redis+cluster:// for many"

// Store is storage.Store, for commands that do not import package storage.
type Store = storage.Store

// OpenStore opens the store that a URL names. The error says what is wrong with the URL, or why the store
// cannot be opened.
func OpenStore(ctx context.Context, storeURL string) (Store, error) {
	return openStore(ctx, storeURL, false)
}

// OpenExisting is OpenStore for a command that needs an existing store: if there is no file, it fails and
// creates none.
func OpenExisting(ctx context.Context, storeURL string) (Store, error) {
	return openStore(ctx, storeURL, true)
}

// OpenRead is OpenExisting for a command that only reads. It changes nothing in a file.
func OpenRead(ctx context.Context, storeURL string) (Store, error) {
	return openStore(ctx, storeURL, true, boltdb.ReadOnly())
}

// openStore opens the database that a URL names. If existing is set, it creates no file.
func openStore(ctx context.Context, storeURL string, existing bool, opts ...boltdb.Option) (Store, error) {
	var db ledger.Database
	var err error
	name, isFile := strings.CutPrefix(storeURL, FileScheme)
	switch {
	case isFile && name == "":
		err = fmt.Errorf("-store %q names no file; try file:quatre.db", storeURL)
	case isFile:
		if _, missing := os.Stat(name); existing && errors.Is(missing, os.ErrNotExist) {
			return nil, fmt.Errorf("there is no store in the file %s", name)
		}
		db, err = boltdb.Open(name, opts...)
	case strings.HasPrefix(storeURL, "redis"):
		db, err = redisdb.Open(ctx, storeURL)
	default:
		err = fmt.Errorf("-store %q: must start with file:, redis://, rediss://, redis+sentinel:// or redis+cluster://", Redact(storeURL))
	}
	if err != nil {
		return nil, err
	}
	return ledger.New(ctx, db, ledger.Options{})
}

// FileOf returns the file of a store that OpenStore has opened; nil: the store is not in a file.
func FileOf(store Store) *boltdb.DB {
	s, ok := store.(*ledger.Store)
	if !ok {
		return nil
	}
	file, _ := s.Database().(*boltdb.DB)
	return file
}

// Redact hides the password in a store's URL, for logs. In a URL with a mistake, the password may be anywhere before an @.
func Redact(storeURL string) string {
	if strings.HasPrefix(storeURL, FileScheme) {
		return storeURL
	}
	u, err := url.Parse(storeURL)
	if ats := strings.Count(storeURL, "@"); err != nil || ats > 1 || ats == 1 && u.User == nil {
		return "(unreadable)"
	}
	return u.Redacted()
}

// storeWait is how long a service that starts tries to reach a store that does not answer.
// Then it ends, and its supervisor may restart it.
const storeWait = 30 * time.Second

// storeRetry is the time between two attempts.
const storeRetry = 500 * time.Millisecond

// AwaitStore is OpenStore for a service. While Redis does not answer, it tries again for
// storeWait, and operators see why the service is not ready. It returns other errors,
// such as a wrong password or a file that another process has open, at once.
func AwaitStore(ctx context.Context, storeURL string, operators *Operators, log *slog.Logger) (Store, error) {
	if strings.HasPrefix(storeURL, FileScheme) {
		return OpenStore(ctx, storeURL)
	}
	open := func() (Store, error) { return OpenStore(ctx, storeURL) }
	return awaitStore(ctx, storeWait, open, operators, log)
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
