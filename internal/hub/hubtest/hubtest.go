// Package hubtest has helpers for tests of a hub and of its parts: a client of the protocol,
// and stores that a test makes fail.
package hubtest

import (
	"context"
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
