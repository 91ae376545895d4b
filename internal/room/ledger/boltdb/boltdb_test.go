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
	// A check waits for the disk some dozen times. The command line overrides this.
	_ = flag.Set("rapid.checks", "40")
	goleak.VerifyTestMain(m)
}

// TestDriver and TestModel run with a journal that is emptied after each group, one that is emptied
// now and then, and one that is not emptied while the test runs.
func TestDriver(t *testing.T) { withJournals(t, drivertest.Run) }

func TestModel(t *testing.T) { withJournals(t, drivertest.RunModel) }

func withJournals(t *testing.T, run func(*testing.T, drivertest.Open)) {
	for _, size := range []int{1, 500, 1 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			run(t, func(t testing.TB) ledger.Database {
				return openAt(t, filepath.Join(t.TempDir(), "rooms.db"), boltdb.WithMaxJournal(size))
			})
		})
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
