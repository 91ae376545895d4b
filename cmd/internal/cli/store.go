package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"github.com/quatre/quatre/internal/room/filelog"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// FileScheme is the prefix of the URL of an embedded store. The name of the file follows.
const FileScheme = "file:"

// StoreUsage is the help text of a flag for the URL of a store.
const StoreUsage = "`URL` of the store: file:NAME for one process with everything in it, redis://HOST:PORT/DB, rediss:// (TLS), " +
	"redis+sentinel:// or redis+cluster:// for many"

// Store is storage.Store, for commands that do not import package storage.
type Store = storage.Store

// OpenStore opens the store that a URL names.
func OpenStore(ctx context.Context, storeURL string) (Store, error) {
	if name, ok := strings.CutPrefix(storeURL, FileScheme); ok {
		if name == "" {
			return nil, fmt.Errorf("-store %q names no file; try file:quatre.db", storeURL)
		}
		return filelog.Open(name)
	}
	if strings.HasPrefix(storeURL, "redis") {
		return redislog.Open(ctx, storeURL)
	}
	return nil, fmt.Errorf("-store %q: must start with file:, redis://, rediss://, redis+sentinel:// or redis+cluster://", Redact(storeURL))
}

// StoppedEarly reports whether OpenStore failed after ctx had ended: the process was told to
// stop while it started. The process then ends with status 0.
func StoppedEarly(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }

// OpenExisting is OpenStore for a command that needs an existing store: it creates no file.
func OpenExisting(ctx context.Context, storeURL string) (Store, error) {
	return openExisting(ctx, storeURL)
}

// OpenRead is OpenExisting for a command that only reads.
func OpenRead(ctx context.Context, storeURL string) (Store, error) {
	return openExisting(ctx, storeURL, filelog.ReadOnly())
}

func openExisting(ctx context.Context, storeURL string, opts ...filelog.Option) (Store, error) {
	name, ok := strings.CutPrefix(storeURL, FileScheme)
	if !ok || name == "" {
		return OpenStore(ctx, storeURL)
	}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no store in the file %s", name)
	}
	return filelog.Open(name, opts...)
}

// CheckFile reads the whole file of a store and writes a line about each damage that it finds. It
// returns an error if there is any.
func CheckFile(ctx context.Context, name string, w io.Writer) error {
	name = strings.TrimPrefix(name, FileScheme)
	problems := 0
	done, err := filelog.Check(ctx, name, func(damage error) {
		problems++
		fmt.Fprintln(w, damage)
	})
	switch {
	case err != nil:
		return err
	case problems > 0:
		return fmt.Errorf("%d problems in %s; put a copy in its place, such as the latest in %s", problems, name, filelog.CopiesOf(name))
	}
	_, err = fmt.Fprintf(w, "%s has no damage: %d rooms, %d finished games\n", name, done.Rooms, done.Games)
	return err
}

// KeepCopies makes hourly copies of a file store and keeps the latest, until ctx ends. It does
// nothing for another store, or if keep is 0.
func KeepCopies(ctx context.Context, store Store, keep int, log *slog.Logger) {
	if file, isFile := store.(*filelog.Store); isFile && keep > 0 {
		file.KeepCopies(ctx, keep, log)
	}
}

// Redact hides the password in a store's URL, for logs.
func Redact(storeURL string) string {
	u, err := url.Parse(storeURL)
	if err != nil {
		return "(unreadable)"
	}
	return u.Redacted()
}

func randomText() string { return strings.ToLower(rand.Text()[:10]) }
