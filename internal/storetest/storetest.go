// Package storetest opens real stores for tests. Open opens the embedded store, which needs no
// other program, in a folder that is removed after the test. OpenRedis opens a store on a
// running Redis.
package storetest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/filelog"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// Open opens an empty store and closes it when the test is over.
func Open(t testing.TB) storage.Store { return OpenAt(t, time.Now) }

// OpenAt is like Open. The store uses now as its clock.
func OpenAt(t testing.TB, now func() time.Time) storage.Store {
	t.Helper()
	store, err := filelog.Open(filepath.Join(t.TempDir(), "rooms.db"), filelog.WithClock(now))
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

// OpenRedis opens the store at a Redis address and closes it when the test is over.
func OpenRedis(t testing.TB, address string) *redislog.Store {
	t.Helper()
	store, err := redislog.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}
