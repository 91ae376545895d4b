package redislog

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// openPresence opens a store with one shard. move changes the store's clock by a duration.
func openPresence(t *testing.T) (s *Store, move func(time.Duration)) {
	t.Helper()
	var past atomic.Int64
	begin := time.Now()
	s, err := Open(t.Context(), redistest.New(t).URL(), WithShards(1),
		WithClock(func() time.Time { return begin.Add(time.Duration(past.Load())) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, func(d time.Duration) { past.Add(int64(d)) }
}

func announceIn(t *testing.T, s *Store, holder string, ids ...room.ID) {
	t.Helper()
	for _, id := range ids {
		if err := s.Announce(t.Context(), id, holder, storage.RoomPresence{Spectators: 1}); err != nil {
			t.Fatal(err)
		}
	}
}

func wantHeartbeat(t *testing.T, s *Store, holder string, begins bool) {
	t.Helper()
	if began, err := s.Heartbeat(t.Context(), holder); err != nil || began != begins {
		t.Fatalf("Heartbeat of %s: began %v, %v; want %v", holder, began, err, begins)
	}
}

// TestDeadHolderLeavesNoKeys: the keys of a dead holder expire. Before that a living holder
// removes its announcements.
func TestDeadHolderLeavesNoKeys(t *testing.T) {
	s, move := openPresence(t)
	p := s.shards[0]
	wantHeartbeat(t, s, "dead", true)
	announceIn(t, s, "dead", "a", "b")
	for _, key := range []string{p.holders(), p.held("dead")} {
		if left, err := s.client.PTTL(t.Context(), key).Result(); err != nil || left <= 0 || left > 2*storage.PresenceTTL {
			t.Errorf("%s expires in %v, %v", key, left, err)
		}
	}
	move(storage.PresenceTTL)
	wantHeartbeat(t, s, "living", true)
	names, err := s.client.ZRange(t.Context(), p.holders(), 0, -1).Result()
	if err != nil || len(names) != 1 || names[0] != "living" {
		t.Errorf("holders %v, %v", names, err)
	}
	if n, err := s.client.Exists(t.Context(), p.held("dead")).Result(); err != nil || n != 0 {
		t.Errorf("the announcements of the dead holder still exist: %d, %v", n, err)
	}
}

// TestHolderReturnsWhileItIsReaped: a holder whose clock is behind sends a heartbeat when only
// some of its announcements have been removed.
func TestHolderReturnsWhileItIsReaped(t *testing.T) {
	s, move := openPresence(t)
	wantHeartbeat(t, s, "slow", true)
	announceIn(t, s, "slow", "a", "b", "c")
	move(storage.PresenceTTL)
	left, err := s.runWithHolders(context.Background(), scriptReapHolder, 0, "slow", "slow", 1, s.shards[0].channel(""))
	if err != nil || left != int64(2) {
		t.Fatalf("%v rooms are left, %v", left, err)
	}
	move(-time.Second)
	wantHeartbeat(t, s, "slow", true)
	for _, id := range []room.ID{"a", "b", "c"} {
		if here, err := s.Present(t.Context(), id); err != nil || here != (storage.RoomPresence{}) {
			t.Errorf("%s: %+v, %v", id, here, err)
		}
	}
}

// TestEvictedPresence deletes the announcements of a hub, as Redis may with volatile-lru.
func TestEvictedPresence(t *testing.T) {
	s, _ := openPresence(t)
	wantHeartbeat(t, s, "hub", true)
	announceIn(t, s, "hub", "a")
	wantHeartbeat(t, s, "hub", false)
	if err := s.client.Del(t.Context(), s.shards[0].held("hub")).Err(); err != nil {
		t.Fatal(err)
	}
	announceIn(t, s, "hub", "b") // makes the key again
	wantHeartbeat(t, s, "hub", true)
}

// TestLivingHolderIsNotReaped tries to reap a holder whose heartbeat has begun again.
func TestLivingHolderIsNotReaped(t *testing.T) {
	s, move := openPresence(t)
	wantHeartbeat(t, s, "slow", true)
	move(storage.PresenceTTL)
	wantHeartbeat(t, s, "slow", true)
	announceIn(t, s, "slow", "a")
	s.reapHolder(t.Context(), 0, "slow")
	if here, err := s.Present(t.Context(), "a"); err != nil || here.Spectators != 1 {
		t.Errorf("%+v, %v", here, err)
	}
}
