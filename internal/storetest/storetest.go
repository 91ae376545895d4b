// Package storetest gives tests a real store: the embedded one, in a folder that is
// removed with the test.
package storetest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/filelog"
	"github.com/quatre/quatre/internal/room/storage"
)

// Open opens an empty store and closes it when the test is over.
func Open(t testing.TB) storage.Store { return OpenAt(t, time.Now) }

// OpenAt is Open with a clock of the test's own.
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
