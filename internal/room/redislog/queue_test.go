package redislog

import (
	"context"
	"errors"
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
				s.queue.mu.Lock()
				defer s.queue.mu.Unlock()
				return len(s.queue.kinds) > 0
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
