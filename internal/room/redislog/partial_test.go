package redislog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// splitCluster is a store on three masters without replicas. Each of its rooms is due, is listed,
// and has a job in the queue. The test makes the last master fail.
type splitCluster struct {
	*redislog.Store
	t            *testing.T
	cluster      *redistest.Cluster
	living, lost []room.ID    // rooms on the first two masters, and rooms on the last one
	away         []int        // the shards of the lost rooms
	shards       map[int]bool // shards that have a room
}

func newSplitCluster(t *testing.T) *splitCluster {
	c := redistest.NewClusterOf(t, 3, 0)
	s := &splitCluster{Store: open(t, c.URL()), t: t, cluster: c, shards: map[int]bool{}}
	t.Cleanup(func() { closeStore(t, s.Store) })
	for i := 0; len(s.shards) < s.Shards(); i++ {
		id := room.ID(fmt.Sprintf("r%d", i))
		e, err := room.Seal("", 1, time.UnixMilli(1), "p", "x", room.Named{Seat: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), id, e, room.Effects{Due: time.UnixMilli(5), List: room.Playing, Job: true}); err != nil {
			t.Fatal(err)
		}
		shard := s.Shard(id)
		switch {
		case c.Owner(slotOf(t, c, id)) != c.Masters[2]:
			s.living = append(s.living, id)
		case s.shards[shard]:
			s.lost = append(s.lost, id)
		default:
			s.lost, s.away = append(s.lost, id), append(s.away, shard)
		}
		s.shards[shard] = true
	}
	slices.Sort(s.away)
	if len(s.away) == 0 || len(s.away) == s.Shards() {
		t.Fatalf("the last master has the shards %v of %d, want some but not all", s.away, s.Shards())
	}
	return s
}

// wantPartial checks the error of a call that only some shards answered.
func (s *splitCluster) wantPartial(method string, err error) {
	s.t.Helper()
	var partialError *storage.PartialError
	if !errors.As(err, &partialError) || !storage.IsAway(err) || !slices.Equal(partialError.Away, s.away) {
		s.t.Errorf("%s: got error %v, want a partial error of the shards %v", method, err, s.away)
	}
}

func (s *splitCluster) wantRooms(method string, got, want []room.ID) {
	s.t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		s.t.Errorf("%s: rooms %v, want %v", method, got, want)
	}
}

// checkReachableRooms checks the results of calls while the last master is away.
func (s *splitCluster) checkReachableRooms() {
	s.t.Helper()
	ctx := s.t.Context()
	due, err := s.Due(ctx, time.UnixMilli(5), 1000)
	s.wantPartial("Due", err)
	s.wantRooms("Due", due, s.living)
	listed, err := s.Rooms(ctx, room.Playing, 1000)
	s.wantPartial("Rooms", err)
	s.wantRooms("Rooms", listed, s.living)
	n, err := s.Backlog(ctx)
	s.wantPartial("Backlog", err)
	p, err := s.Pending(ctx)
	s.wantPartial("Pending", err)
	if n != len(s.living) || p.Waiting.Jobs != n {
		s.t.Errorf("the backlog is %d and pending %+v, want %d jobs", n, p, len(s.living))
	}
	began, err := s.Heartbeat(ctx, "hub")
	s.wantPartial("Heartbeat", err)
	if !began {
		s.t.Error("the first heartbeat did not begin in any shard")
	}
	if err := s.Announce(ctx, s.living[0], "hub", storage.RoomPresence{Spectators: 1}); err != nil {
		s.t.Errorf("Announce: %v", err)
	}
	s.wantRooms("DueIn", s.dueIn(), s.living)
	for range s.living {
		if job, err := s.Take(ctx, "w", storage.Want{}); err != nil || !slices.Contains(s.living, job.Room) {
			s.t.Errorf("Take: %+v, %v", job, err)
		}
	}
}

// dueIn calls DueIn for every shard at the same time, and returns all rooms.
func (s *splitCluster) dueIn() (all []room.ID) {
	s.t.Helper()
	var mu sync.Mutex
	var asking sync.WaitGroup
	for shard := range s.shards {
		asking.Go(func() {
			ids, err := s.DueIn(s.t.Context(), shard, time.UnixMilli(5), 1000)
			if slices.Contains(s.away, shard) != storage.IsAway(err) {
				s.t.Errorf("DueIn shard %d: %v", shard, err)
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, ids...)
		})
	}
	asking.Wait()
	return all
}

// checkAllRooms waits until all shards answer, and checks that the store lists all rooms.
func (s *splitCluster) checkAllRooms() {
	s.t.Helper()
	redistest.Await(s.t, "all shards to answer", func() bool {
		_, err := s.Backlog(s.t.Context())
		return err == nil
	})
	ids, err := s.Rooms(s.t.Context(), room.Playing, 1000)
	if err != nil {
		s.t.Error(err)
	}
	s.wantRooms("Rooms", ids, slices.Concat(s.living, s.lost))
	redistest.Await(s.t, "a heartbeat in all shards", func() bool {
		_, err := s.Heartbeat(s.t.Context(), "hub")
		return err == nil
	})
}

// TestClusterGoesOnWithoutAMaster makes calls that span shards while one master is dead.
func TestClusterGoesOnWithoutAMaster(t *testing.T) {
	t.Parallel()
	s := newSplitCluster(t)
	s.cluster.Masters[2].Stop(t)
	s.checkReachableRooms()
	s.cluster.Masters[2].Restart(t)
	s.checkAllRooms()

	for _, master := range s.cluster.Masters {
		master.Stop(t)
	}
	ids, err := s.Rooms(t.Context(), room.Playing, 1000)
	if !storage.IsAway(err) || storage.IgnorePartial(err) == nil || len(ids) > 0 {
		t.Errorf("without any master: %v, %v", ids, err)
	}
}

// TestClusterGoesOnWhileAMasterHangs makes the same calls while a master accepts
// connections and does not answer. Writes to that master are under way.
func TestClusterGoesOnWhileAMasterHangs(t *testing.T) {
	t.Parallel()
	s := newSplitCluster(t)
	s.cluster.Masters[2].Freeze(t)
	hung := make(chan error)
	for _, id := range s.lost {
		go func() { hung <- s.Touch(t.Context(), id, 1, room.Effects{}) }()
	}
	for _, id := range s.living {
		if err := s.Touch(t.Context(), id, 1, room.Effects{Due: time.UnixMilli(5), List: room.Playing}); err != nil {
			t.Errorf("Touch: %v", err)
		}
	}
	select {
	case err := <-hung:
		t.Errorf("the call to the hung master has returned: %v", err)
	default:
	}
	s.checkReachableRooms()
	s.cluster.Masters[2].Thaw(t)
	for range s.lost {
		if err := <-hung; err != nil && !storage.IsAway(err) {
			t.Errorf("Touch: %v", err)
		}
	}
	for _, id := range s.lost { // the Touch above may have had no effect
		redistest.Await(t, "the shard to be back", func() bool {
			return s.Touch(t.Context(), id, 1, room.Effects{Due: time.UnixMilli(5), List: room.Playing}) == nil
		})
	}
	s.checkAllRooms()
}

// TestDowntimeOfAShard: a downtime of one shard is not a downtime of the others.
func TestDowntimeOfAShard(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	clock := time.Now()
	s := open(t, c.URL(), redislog.WithClock(func() time.Time { return clock }))
	defer closeStore(t, s)
	if _, err := s.Heartbeat(t.Context(), "hub"); err != nil {
		t.Fatal(err)
	}
	began := clock
	c.Masters[2].Stop(t)
	var partialError *storage.PartialError
	for range 2 {
		clock = clock.Add(storage.MinDowntime - time.Millisecond)
		if _, err := s.Heartbeat(t.Context(), "hub"); !errors.As(err, &partialError) {
			t.Fatalf("Heartbeat without a master: %v", err)
		}
	}
	c.Masters[2].Restart(t)
	redistest.Await(t, "a heartbeat in all shards", func() bool {
		_, err := s.Heartbeat(t.Context(), "hub")
		return err == nil
	})
	for shard := range s.Shards() {
		downtime, err := s.LastDowntime(t.Context(), shard)
		if err != nil {
			t.Fatal(err)
		}
		want := room.Outage{}
		if slices.Contains(partialError.Away, shard) {
			want = room.Outage{Since: time.UnixMilli(began.UnixMilli()).UTC(), Until: time.UnixMilli(clock.UnixMilli()).UTC(), NoHubAlive: true}
		}
		if downtime != want {
			t.Errorf("shard %d: %+v, want %+v", shard, downtime, want)
		}
	}
}

// TestClusterReplacesHungMaster: when a replica has replaced a master that hangs, calls reach the
// replica.
func TestClusterReplacesHungMaster(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 1)
	s := open(t, c.URL())
	defer closeStore(t, s)
	var w *writer
	for i := 0; w == nil; i++ {
		next := &writer{id: room.ID(fmt.Sprintf("r%d", i))}
		if err := next.append(t, s); err != nil {
			t.Fatal(err)
		}
		if c.Owner(slotOf(t, c, next.id)) == c.Masters[0] {
			w = next
		}
	}
	offset := replicationOffset(t, c.Masters[0])
	redistest.Await(t, "the replica to catch up", func() bool { return replicationOffset(t, c.Replicas[0]) >= offset })
	c.Masters[0].Freeze(t)
	redistest.Await(t, "the replica to be promoted", func() bool {
		role, err := c.Replicas[0].Do("ROLE")
		return err == nil && strings.Contains(role, "master")
	})
	w.appendWhenBack(t, s)
	w.check(t, s)
}
