package redislog

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestShardGoesAwayDuringTake: a shard goes away while a worker waits for a job. The worker
// gets no error before its own deadline.
func TestShardGoesAwayDuringTake(t *testing.T) {
	for name, begin := range map[string]func(*redistest.Server, testing.TB){
		"dead": (*redistest.Server).Stop,
		"hung": (*redistest.Server).Freeze,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := redistest.NewClusterOf(t, 3, 0)
			s, err := Open(t.Context(), c.URL())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			ctx, cancel := context.WithTimeout(t.Context(), 2*shardTimeout+time.Second)
			defer cancel()
			taken := make(chan error, 1)
			go func() {
				_, err := s.Take(ctx, "w", storage.Want{})
				taken <- err
			}()
			redistest.Await(t, "Take to look for jobs", func() bool {
				n, err := s.client.Exists(ctx, s.shards[0].takers()).Result()
				return err == nil && n == 1
			})
			begin(c.Masters[1], t)
			if err := <-taken; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Take: %v", err)
			}
		})
	}
}

// TestRenewProlongsLease looks at the end of a job's lease at the server.
func TestRenewProlongsLease(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	if err := s.Touch(ctx, "a", 0, room.Effects{Job: true}); err != nil {
		t.Fatal(err)
	}
	job, err := s.Take(ctx, "w", storage.Want{})
	if err != nil {
		t.Fatal(err)
	}
	leases := s.queueOf("a").leases()
	s.client.ZAdd(ctx, leases, redis.Z{Score: 1, Member: job.Token})
	if err := s.Renew(ctx, "w", job); err != nil {
		t.Fatal(err)
	}
	if end, err := s.client.ZScore(ctx, leases, job.Token).Result(); err != nil || end <= 1 {
		t.Errorf("the lease ends at %v, %v", end, err)
	}
}

func openNew(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), redistest.New(t).URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestAdoptsJobsOfStreams: workers get jobs that hubs of an earlier version have queued, or that
// a worker of an earlier version has not finished, once and oldest first.
func TestAdoptsJobsOfStreams(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	stream := s.shardOf("r0").jobs()
	for i := range 4 {
		s.client.XAdd(ctx, &redis.XAddArgs{Stream: stream, ID: fmt.Sprintf("%d-0", i+1), Values: []any{"room", fmt.Sprint("r", i), "n", 7}})
	}
	if err := s.client.XGroupCreate(ctx, stream, group, "0").Err(); err != nil {
		t.Fatal(err)
	}
	// A worker of an earlier version has returned the job of r0. Another one works on that of r1.
	for _, consumer := range []string{"returned", "busy"} {
		s.client.XReadGroup(ctx, &redis.XReadGroupArgs{Group: group, Consumer: consumer, Streams: []string{stream, ">"}, Count: 1})
	}
	s.client.Do(ctx, "XCLAIM", stream, group, "returned", 0, "1-0", "IDLE", 86_400_000)
	if n, err := s.Backlog(ctx); n != 4 || err != nil {
		t.Fatalf("%d jobs, %v", n, err)
	}
	for _, want := range []room.ID{"r0", "r2", "r3"} {
		job, err := s.Take(ctx, "w", storage.Want{})
		if err != nil || job.Room != want || job.N != 7 || job.Lane != room.LaneSlow || job.Origin != "" {
			t.Fatalf("took %+v, %v, want the job of %s", job, err, want)
		}
		if err := s.Done(ctx, job); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.Backlog(ctx); n != 1 || err != nil { // the job of r1
		t.Fatalf("%d jobs, %v", n, err)
	}
}

// TestJobsForWorkersOfAnEarlierVersion: while no worker takes jobs from the queue, new jobs go to
// the stream, in the form that workers of an earlier version read. If only such workers are left,
// a sweep also puts a job of the queue into the stream.
func TestJobsForWorkersOfAnEarlierVersion(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	stream := s.shardOf("a").jobs()
	inStream := func() int64 { return s.client.XLen(ctx, stream).Val() }
	fx := room.Effects{Job: true, Lane: room.LaneQuick, Owner: "ann"}
	touch := func() {
		t.Helper()
		if err := s.Touch(ctx, "a", 0, fx); err != nil {
			t.Fatal(err)
		}
	}
	touch()
	touch()
	if n := inStream(); n != 1 {
		t.Fatalf("%d jobs in the stream, want 1", n)
	}
	fields := s.client.XRange(ctx, stream, "-", "+").Val()[0].Values
	if fields["room"] != "a" || fields["n"] != "0" {
		t.Errorf("the job is %v", fields)
	}
	job, err := s.Take(ctx, "w", storage.Want{})
	if err != nil || job.Lane != room.LaneQuick || inStream() != 0 {
		t.Fatalf("took %+v, %v; %d left in the stream", job, err, inStream())
	}
	touch() // a worker has the job
	if n := inStream(); n != 0 {
		t.Fatalf("%d jobs in the stream, want 0", n)
	}
	if err := s.Return(ctx, "w", job); err != nil {
		t.Fatal(err)
	}
	s.client.Del(ctx, s.queueOf("a").takers()) // all workers are now of an earlier version
	touch()
	if n := inStream(); n != 1 {
		t.Fatalf("%d jobs in the stream, want 1", n)
	}
	again, err := s.Take(ctx, "w", storage.Want{})
	if err != nil || again.Room != "a" {
		t.Fatal(again, err)
	}
	if err := s.Done(ctx, again); err != nil {
		t.Fatal(err)
	}
	redistest.Await(t, "the second copy of the job to be gone or taken", func() bool {
		n, err := s.Backlog(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return true
		}
		if job, err := s.Take(ctx, "w", storage.Want{}); err == nil {
			_ = s.Done(ctx, job)
		}
		return false
	})
}
