// Package storetest opens real stores for tests, and closes them when the test is over.
package storetest

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
)

// Open opens an empty store in a file, which needs no other program.
func Open(t testing.TB) *ledger.Store { return OpenAt(t, time.Now) }

// OpenAt is like Open. The store uses now as its clock.
func OpenAt(t testing.TB, now func() time.Time) *ledger.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "rooms.db"), now, ledger.Options{})
}

// OpenFile opens the store in a file.
func OpenFile(t testing.TB, path string, now func() time.Time, o ledger.Options) *ledger.Store {
	t.Helper()
	db, err := boltdb.Open(path, boltdb.WithClock(now))
	if err != nil {
		t.Fatal(err)
	}
	return open(t, db, o)
}

// OpenRedis opens the store at a Redis address.
func OpenRedis(t testing.TB, address string, opts ...redisdb.Option) *ledger.Store {
	t.Helper()
	db, err := redisdb.Open(t.Context(), address, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return open(t, db, ledger.Options{})
}

func open(t testing.TB, db ledger.Database, o ledger.Options) *ledger.Store {
	t.Helper()
	store, err := ledger.New(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// Backlog returns the number of jobs, waiting or leased.
func Backlog(ctx context.Context, s storage.Queue) (int, error) {
	p, err := s.Pending(ctx)
	return p.Waiting.Jobs + p.Running.Jobs, err
}
