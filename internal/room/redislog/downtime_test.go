package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Whoever asks is told the last time in which no heart beat; one that beats among
// others breaks none.
func TestDowntime(t *testing.T) {
	s, move := openPresence(t)
	last := func() (since, until time.Time) {
		t.Helper()
		silence, err := s.LastDowntime(t.Context(), 0)
		if err != nil || silence.NoHubAlive == silence.Since.IsZero() {
			t.Fatalf("%+v, %v", silence, err)
		}
		return silence.Since, silence.Until
	}
	wantHeartbeat(t, s, "one", true)
	move(storage.MinDowntime - time.Millisecond)
	wantHeartbeat(t, s, "two", true)
	move(storage.MinDowntime - time.Millisecond)
	wantHeartbeat(t, s, "one", false)
	if since, until := last(); !since.IsZero() {
		t.Errorf("a silence from %v to %v", since, until)
	}
	for _, lasts := range []time.Duration{storage.MinDowntime, 30 * 24 * time.Hour} {
		began := s.set.clock().UnixMilli()
		move(lasts)
		for _, holder := range []string{"three", "four"} {
			wantHeartbeat(t, s, holder, true)
			if since, until := last(); since.UnixMilli() != began || until.Sub(since) != lasts {
				t.Errorf("the silence lasted from %v to %v, and began at %v", since, until, time.UnixMilli(began))
			}
		}
	}
}

// Hubs from before note their heartbeats in a Cluster's first shard only. The time in which
// they alone were there, after an upgrade that was taken back, is no silence of the others.
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
	silence := func() room.Outage {
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
	if o := silence(); !o.Since.IsZero() {
		t.Errorf("a silence from %v to %v", o.Since, o.Until)
	}

	move(storage.PresenceRenewal)
	older()
	last := s.set.clock().UnixMilli()
	move(storage.MinDowntime)
	wantHeartbeat(t, s, "newest", true)
	if o := silence(); o.Since.UnixMilli() != last || o.Until.Sub(o.Since) != storage.MinDowntime {
		t.Errorf("a silence from %v to %v, after a heartbeat at %v", o.Since, o.Until, time.UnixMilli(last))
	}
}
