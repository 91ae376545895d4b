// Package storetest gives tests a real store that costs them nothing: the
// embedded one, in a folder that is gone with the test.
package storetest

import (
	"path/filepath"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/filelog"
)

// Open opens an empty store and closes it when the test is over.
func Open(t testing.TB) room.Store {
	t.Helper()
	store, err := filelog.Open(filepath.Join(t.TempDir(), "rooms.db"))
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
