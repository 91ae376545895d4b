package redislog

import (
	"context"
	_ "embed"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/storage"
)

var (
	//go:embed lua/pending.lua
	luaPending string

	scriptPending = redis.NewScript(luaJobs + luaPending)
)

// Pending implements storage.Backlog. Ages are by Redis' clock.
func (s *Store) Pending(ctx context.Context) (storage.Pending, error) {
	var (
		mu  sync.Mutex
		all storage.Pending
	)
	err := s.askReachable(ctx, func(ctx context.Context, i int) error {
		p := s.shards[s.domains[i][0]]
		reply, err := scriptPending.Run(ctx, s.client, []string{p.order(), p.leases()}).Int64Slice()
		if err != nil {
			return wrap(ctx, err)
		}
		if len(reply) != 2+2*len(all.Lanes) {
			return fmt.Errorf("redislog: malformed state of the queue %v", reply)
		}
		mu.Lock()
		defer mu.Unlock()
		add(&all.Running, reply[0], reply[1])
		for l := range all.Lanes {
			jobs, ms := reply[2+2*l], reply[3+2*l]
			add(&all.Lanes[l], jobs, ms)
			add(&all.Waiting, jobs, ms)
		}
		return nil
	})
	return all, err
}

// Backlog implements storage.Backlog.
func (s *Store) Backlog(ctx context.Context) (int, error) {
	p, err := s.Pending(ctx)
	return p.Waiting.Jobs + p.Running.Jobs, err
}

// add adds a number of jobs to l. ms is the age of the oldest of them, in milliseconds.
func add(l *storage.QueueLoad, jobs, ms int64) {
	l.Jobs += int(jobs)
	l.Age = max(l.Age, time.Duration(ms)*time.Millisecond)
}
