package rooms

import (
	"errors"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// If another hub sweeps a postponed room, this hub forgets the room after its pause.
func TestPostponedRoomsAreForgotten(t *testing.T) {
	clock := clocktest.New()
	s := serveUnstarted(t, "hub", storetest.Open(t), withClock(clock)).rooms.shards[0]
	for _, id := range []room.ID{"a", "b"} {
		if err := s.afterSweep(id, errors.New("damaged")); err != nil {
			t.Fatal(err)
		}
	}
	for _, pause := range []struct {
		time.Duration
		left int
	}{{failedPause - time.Second, 2}, {2 * time.Second, 0}} {
		clock.Add(pause.Duration)
		if err := s.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := len(s.postponed); n != pause.left {
			t.Errorf("%d rooms are postponed, want %d", n, pause.left)
		}
	}
}
