package filelog_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/filelog"
)

// TestDowntime: the first heartbeat after a restart finds when the file was closed. A
// process that opens the file in between, without a heartbeat, changes nothing.
func TestDowntime(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "rooms.db"), time.UnixMilli(1_700_000_000_000).UTC()
	use := func(heartbeats bool) (downtime room.Outage) {
		t.Helper()
		s := reopen(t, path, filelog.WithClock(func() time.Time { return now }))
		defer closeStore(t, s)
		if heartbeats {
			for range 2 {
				if _, err := s.Heartbeat(t.Context(), "hub"); err != nil {
					t.Fatal(err)
				}
			}
		}
		downtime, err := s.LastDowntime(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return downtime
	}
	use(false)
	if got := use(true); got != (room.Outage{}) {
		t.Errorf("a downtime before the first heartbeat: %v", got)
	}
	closed := now
	now = now.Add(time.Hour)
	use(false)
	now = now.Add(time.Hour)
	if got, want := use(true), (room.Outage{Since: closed, Until: now, NoHubAlive: true}); got != want {
		t.Errorf("the downtime was %v, want %v", got, want)
	}
}
