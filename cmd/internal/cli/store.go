package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/url"
	"os"
	"strings"

	"github.com/quatre/quatre/internal/room"
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

// openDatabase opens the database that a URL names.
func openDatabase(ctx context.Context, storeURL string) (ledger.Database, error) {
	if name, ok := strings.CutPrefix(storeURL, FileScheme); ok {
		if name == "" {
			return nil, fmt.Errorf("-store %q names no file; try file:quatre.db", storeURL)
		}
		return boltdb.Open(name)
	}
	if strings.HasPrefix(storeURL, "redis") {
		return redisdb.Open(ctx, storeURL)
	}
	return nil, fmt.Errorf("-store %q: must start with file:, redis://, rediss://, redis+sentinel:// or redis+cluster://", Redact(storeURL))
}

// OpenStore opens the store that a URL names.
func OpenStore(ctx context.Context, storeURL string) (Store, error) {
	db, err := openDatabase(ctx, storeURL)
	if err != nil {
		return nil, err
	}
	return ledger.New(ctx, db, ledger.Options{})
}

// StoppedEarly reports whether OpenStore failed after ctx had ended: the process was told to
// stop while it started. The process then ends with status 0.
func StoppedEarly(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }

// OpenExisting is OpenStore for a command that needs an existing store: it creates no file.
func OpenExisting(ctx context.Context, storeURL string) (Store, error) {
	return openExisting(ctx, storeURL)
}

// OpenRead is OpenExisting for a command that only reads. It changes nothing in a file.
func OpenRead(ctx context.Context, storeURL string) (Store, error) {
	return openExisting(ctx, storeURL, boltdb.ReadOnly())
}

func openExisting(ctx context.Context, storeURL string, opts ...boltdb.Option) (Store, error) {
	name, ok := strings.CutPrefix(storeURL, FileScheme)
	if !ok || name == "" {
		return OpenStore(ctx, storeURL)
	}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no store in the file %s", name)
	}
	db, err := boltdb.Open(name, opts...)
	if err != nil {
		return nil, err
	}
	return ledger.New(ctx, db, ledger.Options{})
}

// CheckFile reads the whole file of a store and writes a line about each damage that it finds. It
// returns an error if there is any.
func CheckFile(ctx context.Context, name string, w io.Writer) (err error) {
	name = strings.TrimPrefix(name, FileScheme)
	db, err := boltdb.Open(name, boltdb.ReadOnly())
	if err != nil {
		return err
	}
	store, err := ledger.New(ctx, db, ledger.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	c := checker{store: store, w: w}
	if err := c.check(ctx); err != nil {
		return err
	}
	if err := db.CheckPages(ctx, c.tell); err != nil {
		return err
	}
	if c.problems > 0 {
		return fmt.Errorf("%d problems in %s; put a copy in its place, such as the latest in %s", c.problems, name, boltdb.CopiesOf(name))
	}
	_, err = fmt.Fprintf(w, "%s has no damage: %d rooms, %d finished games\n", name, c.rooms, c.games)
	return err
}

// checker reads a store and counts what it finds.
type checker struct {
	store                  Store
	w                      io.Writer
	rooms, games, problems int
}

func (c *checker) tell(damage error) {
	c.problems++
	fmt.Fprintln(c.w, damage)
}

// check reads all logs, whose digests must follow each other, and all records. It returns errors
// other than damage.
func (c *checker) check(ctx context.Context) error {
	report := func(err error) error {
		if errors.Is(err, storage.ErrDamaged) || errors.Is(err, room.ErrDamaged) {
			c.tell(err)
			return nil
		}
		return err
	}
	for id, err := range c.store.AllRooms(ctx) {
		if err == nil {
			c.rooms++
			var entries []room.Entry
			if entries, err = c.store.Read(ctx, id, 0, math.MaxInt); err == nil {
				if err = room.CheckLog(entries); err != nil {
					err = fmt.Errorf("room %s: %w", id, err)
				}
			}
		}
		if err := report(err); err != nil {
			return err
		}
	}
	for _, err := range c.store.AllGames(ctx) {
		if err == nil {
			c.games++
		}
		if err := report(err); err != nil {
			return err
		}
	}
	return nil
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

// KeepCopies makes hourly copies of a file store and keeps the latest, until ctx ends. It does
// nothing for another store, or if keep is 0.
func KeepCopies(ctx context.Context, store Store, keep int, log *slog.Logger) {
	if file := FileOf(store); file != nil && keep > 0 {
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
