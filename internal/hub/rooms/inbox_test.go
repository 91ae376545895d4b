package rooms

import (
	"testing"
	"testing/synctest"

	"github.com/quatre/quatre/internal/hub/wire"
)

// A socket whose commands wait for the store is read until inboxBytes of them wait, and again
// when one has been taken.
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
