package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
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

// TestOlderProgramsCountForDowntime: hubs of an earlier version do not write their heartbeats to
// the key silence. A time in which only such hubs were alive is not a downtime.
func TestOlderProgramsCountForDowntime(t *testing.T) {
	s, move := openPresence(t)
	p := s.shards[0]
	older := func() {
		t.Helper()
		if _, err := s.batches.run(t.Context(), scriptHeartbeat, []string{p.holders(), p.held("older")},
			s.set.clock().UnixMilli(), storage.PresenceTTL.Milliseconds(), "older", storage.MinDowntime.Milliseconds()); err != nil {
			t.Fatal(err)
		}
	}
	downtime := func() room.Outage {
		t.Helper()
		o, err := s.LastDowntime(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	wantHeartbeat(t, s, "new", true)
	for range 10 {
		move(storage.PresenceRenewal)
		older()
	}
	move(storage.PresenceRenewal)
	wantHeartbeat(t, s, "newer", true)
	if o := downtime(); !o.Since.IsZero() {
		t.Errorf("got a downtime from %v to %v, want none", o.Since, o.Until)
	}

	move(storage.PresenceRenewal)
	older()
	last := s.set.clock().UnixMilli()
	move(storage.MinDowntime)
	wantHeartbeat(t, s, "newest", true)
	if o := downtime(); o.Since.UnixMilli() != last || o.Until.Sub(o.Since) != storage.MinDowntime {
		t.Errorf("got a downtime from %v to %v, want one from the last heartbeat %v", o.Since, o.Until, time.UnixMilli(last))
	}
}
