package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// TestDowntime: a downtime is a time in which no holder has a heartbeat. If only some holders
// have none, there is no downtime.
func TestDowntime(t *testing.T) {
	s, move := openPresence(t)
	last := func() (since, until time.Time) {
		t.Helper()
		o, err := s.LastDowntime(t.Context(), 0)
		if err != nil || o.NoHubAlive == o.Since.IsZero() {
			t.Fatalf("%+v, %v", o, err)
		}
		return o.Since, o.Until
	}
	wantHeartbeat(t, s, "one", true)
	move(storage.MinDowntime - time.Millisecond)
	wantHeartbeat(t, s, "two", true)
	move(storage.MinDowntime - time.Millisecond)
	wantHeartbeat(t, s, "one", false)
	if since, until := last(); !since.IsZero() {
		t.Errorf("got a downtime from %v to %v, want none", since, until)
	}
	for _, lasts := range []time.Duration{storage.MinDowntime, 30 * 24 * time.Hour} {
		began := s.set.clock().UnixMilli()
		move(lasts)
		for _, holder := range []string{"three", "four"} {
			wantHeartbeat(t, s, holder, true)
			if since, until := last(); since.UnixMilli() != began || until.Sub(since) != lasts {
				t.Errorf("got a downtime from %v to %v, want one from %v for %v", since, until, time.UnixMilli(began), lasts)
			}
		}
	}
}
