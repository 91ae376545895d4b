package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestDowntime: a downtime is a time without any heartbeat. It is no downtime if one of
// several holders has no heartbeat.
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
		t.Errorf("a downtime from %v to %v", since, until)
	}
	for _, lasts := range []time.Duration{storage.MinDowntime, 30 * 24 * time.Hour} {
		began := s.set.clock().UnixMilli()
		move(lasts)
		for _, holder := range []string{"three", "four"} {
			wantHeartbeat(t, s, holder, true)
			if since, until := last(); since.UnixMilli() != began || until.Sub(since) != lasts {
				t.Errorf("the downtime lasted from %v to %v, and began at %v", since, until, time.UnixMilli(began))
			}
		}
	}
}

// TestOlderProgramsCountForDowntime: hubs of an earlier version do not store their
// heartbeats in silence. A time in which only they were alive is not a downtime.
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
		t.Errorf("a downtime from %v to %v", o.Since, o.Until)
	}

	move(storage.PresenceRenewal)
	older()
	last := s.set.clock().UnixMilli()
	move(storage.MinDowntime)
	wantHeartbeat(t, s, "newest", true)
	if o := downtime(); o.Since.UnixMilli() != last || o.Until.Sub(o.Since) != storage.MinDowntime {
		t.Errorf("a downtime from %v to %v, after a heartbeat at %v", o.Since, o.Until, time.UnixMilli(last))
	}
}
