package boltdb_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
	"github.com/quatre/quatre/internal/room/ledger/drivertest"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		commitUntilKilled(path)
	}
	// A check waits for the disk some dozen times. With -short there is a fifth of them.
	_ = flag.Set("rapid.checks", "200")
	goleak.VerifyTestMain(m)
}

// The journal is emptied after each group, now and then, or not while a test runs.
var journals = []int{1, 500, 1 << 20}

func TestDriver(t *testing.T) {
	for _, size := range journals {
		t.Run(fmt.Sprint(size), func(t *testing.T) { drivertest.Run(t, withJournal(size)) })
	}
}

func TestModel(t *testing.T) {
	for _, size := range journals {
		t.Run(fmt.Sprint(size), func(t *testing.T) { drivertest.RunModel(t, withJournal(size)) })
	}
}

func withJournal(size int) drivertest.Open {
	return func(t testing.TB) ledger.Database {
		return openAt(t, filepath.Join(t.TempDir(), "rooms.db"), boltdb.WithMaxJournal(size))
	}
}

func openAt(t testing.TB, path string, opts ...boltdb.Option) *boltdb.DB {
	t.Helper()
	d, err := boltdb.Open(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
