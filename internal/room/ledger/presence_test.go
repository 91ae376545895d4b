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
	beat(t, s, "slow")
	must(t, s.Announce(ctx, "room", "slow", storage.RoomPresence{Spectators: 1}))
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
			beat(t, s, "slow")
			must(t, s.Announce(ctx, "room", "slow", storage.RoomPresence{Spectators: 2}))
		}
	})
	beat(t, s, "other")
	s.Observe(func(string, time.Time, bool, error) {})
	beat(t, s, "other")
	if here, err := s.Present(ctx, "room"); err != nil || here.Spectators != 2 {
		t.Errorf("in the room: %+v, %v", here, err)
	}
}
