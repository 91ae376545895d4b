package upgrade

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

var (
	from = flag.String("from", "", "the earlier `version`, as git names it; empty: the last tag, or the commit before HEAD")
	load = flag.Duration("load", 8*time.Second, "how long the load lasts while processes are replaced")
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if err := built.remove(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	}))
}

// patience is how long a test waits for something that must happen.
const patience = 30 * time.Second

// await calls ok again and again until it returns true.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}
