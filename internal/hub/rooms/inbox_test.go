package rooms

import (
	"testing"
	"testing/synctest"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room/mailbox"
)

// While commands wait for the store, the hub reads their socket until the inbox is full, and
// reads on when a command has been carried out. No command is lost, however short its frame is.
func TestInboxIsBounded(t *testing.T) {
	for _, test := range []struct{ bytes, fit int }{{4096, inboxBytes / 4096}, {1, mailbox.Limit}, {2 * inboxBytes, 1}} {
		synctest.Test(t, func(t *testing.T) {
			proceed := make(chan struct{})
			done, put := 0, 0
			b := newInbox(func(task func()) { go task() }, func(wire.Request) { <-proceed; done++ })
			go func() {
				for range test.fit + 2 {
					b.put(wire.Request{}, test.bytes)
					put++
				}
			}()
			for want := test.fit; want <= test.fit+2; want++ {
				synctest.Wait()
				if put != want {
					t.Errorf("%d frames of %d bytes were read, want %d", put, test.bytes, want)
				}
				proceed <- struct{}{}
			}
			close(proceed)
			if b.wait(); done != test.fit+2 {
				t.Errorf("%d commands were carried out, want %d", done, test.fit+2)
			}
		})
	}
}
