package ledger_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// A holder whose heartbeat has expired is back while another one withdraws what it had announced:
// what it announces now stays.
func TestHolderIsBackDuringReap(t *testing.T) {
	clock, ctx := clocktest.New(), t.Context()
	s := storetest.OpenAt(t, clock.Now)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	beat := func(holder string) {
		t.Helper()
		_, err := s.Heartbeat(ctx, 0, holder)
		must(err)
	}
	beat("slow")
	must(s.Announce(ctx, "room", "slow", storage.RoomPresence{Spectators: 1}))
	clock.Add(storage.PresenceTTL)

	reads := 0
	s.Observe(func(operation string, _ time.Time, _ bool, _ error) {
		// The first read of members finds the holders, the second one those that live, and the third
		// one the rooms of the holder that does not.
		if operation == "members" {
			reads++
		}
		if reads == 3 {
			reads++
			beat("slow")
			must(s.Announce(ctx, "room", "slow", storage.RoomPresence{Spectators: 2}))
		}
	})
	beat("other")
	s.Observe(func(string, time.Time, bool, error) {})
	beat("other")
	if here, err := s.Present(ctx, "room"); err != nil || here.Spectators != 2 {
		t.Errorf("in the room: %+v, %v", here, err)
	}
}
