// Package hubtest has helpers for tests of a hub and of its parts: a client of the protocol,
// and stores that a test makes fail.
package hubtest

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Patience is how long a test waits for something that must happen. Then it fails.
const Patience = 30 * time.Second

// Context returns a context that ends after Patience, and with the test.
func Context(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	t.Cleanup(cancel)
	return ctx
}

// Await calls ok until it returns true. The test fails after Patience.
func Await(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for ctx := Context(t); !ok(); time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Python returns a Python that has the packages. A test fails without one: scripts/setup.sh installs them.
func Python(t *testing.T, packages ...string) string {
	t.Helper()
	imports := "import " + strings.Join(packages, ", ")
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(t.Context(), name, "-c", imports).Run() == nil {
			return name
		}
	}
	t.Fatalf("there is no python3 with %s: scripts/setup.sh installs it", strings.Join(packages, " and "))
	return ""
}
