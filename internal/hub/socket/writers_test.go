package socket

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/quatre/quatre/internal/hub/wire"
)

// A writer is used again, few are kept, and none outlives the hub.
func TestWriters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		w := newWriters(life)
		ended := &Conn{}
		ended.outbox.ended = true // nothing is to be sent, and no socket is to be closed
		ended.outbox.code = wire.CloseSlow
		for range 10 * maxIdleWriters {
			w.write(ended)
			synctest.Wait()
			if n := w.idle.Load(); n != 1 {
				t.Fatalf("%d writers wait after one at a time has written", n)
			}
		}
		// Many at once: each needs a writer of its own, since the lock holds all writers up.
		ended.outbox.mu.Lock()
		for range 2 * maxIdleWriters {
			w.write(ended)
		}
		ended.outbox.mu.Unlock()
		ended.tasks.Wait()
		synctest.Wait()
		if n := w.idle.Load(); n != maxIdleWriters {
			t.Errorf("%d writers wait, want %d", n, maxIdleWriters)
		}
		w.trim()
		synctest.Wait()
		if n := w.idle.Load(); n != 0 {
			t.Errorf("%d writers wait after all were ended", n)
		}
		w.write(ended)
		end() // a goroutine that is left fails the test
	})
}
