package boltdb_test

import (
	"flag"
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
	// A check waits for the disk some dozen times. The command line overrides this.
	_ = flag.Set("rapid.checks", "40")
	goleak.VerifyTestMain(m)
}

func TestDriver(t *testing.T) { drivertest.Run(t, open) }

func TestModel(t *testing.T) { drivertest.RunModel(t, open) }

func open(t testing.TB) ledger.Database { return openAt(t, filepath.Join(t.TempDir(), "rooms.db")) }

func openAt(t testing.TB, path string, opts ...boltdb.Option) *boltdb.DB {
	t.Helper()
	d, err := boltdb.Open(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
