package rooms

import (
	"testing"
	"testing/synctest"

	"github.com/quatre/quatre/internal/hub/wire"
)

// While commands wait for the store, the hub reads their socket until the inbox is full, and
// reads on when a command has left the inbox.
func TestInboxIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const frame = 4096
		b := newInbox()
		put := 0
		go func() {
			for range inboxBytes/frame + 2 {
				b.put(queuedCommand{wire.Request{}, frame})
				put++
			}
		}()
		for want := inboxBytes / frame; want <= inboxBytes/frame+2; want++ {
			synctest.Wait()
			if put != want {
				t.Errorf("%d frames were read, want %d", put, want)
			}
			b.next()
		}
	})
}
