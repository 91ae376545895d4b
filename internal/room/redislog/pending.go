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

	scriptPending = redis.NewScript(luaPending)
)

// Pending implements storage.Backlog. Ages are by Redis' clock, from which the IDs of the
// jobs come.
func (s *Store) Pending(ctx context.Context) (storage.Pending, error) {
	var (
		mu  sync.Mutex
		all storage.Pending
	)
	err := s.askReachable(ctx, func(ctx context.Context, i int) error {
		var keys []string
		for _, k := range s.domains[i] {
			keys = append(keys, s.shards[k].jobs())
		}
		reply, err := scriptPending.Run(ctx, s.client, keys, group, returnedConsumer).Int64Slice()
		if err != nil {
			return wrap(ctx, err)
		}
		if len(reply) != 4 {
			return fmt.Errorf("redislog: malformed state of the queue %v", reply)
		}
		mu.Lock()
		defer mu.Unlock()
		add(&all.Waiting, reply[0], reply[1])
		add(&all.Running, reply[2], reply[3])
		return nil
	})
	return all, err
}

// add adds a number of jobs to l. ms is the age of the oldest, in milliseconds.
func add(l *storage.QueueLoad, jobs, ms int64) {
	l.Jobs += int(jobs)
	l.Age = max(l.Age, time.Duration(ms)*time.Millisecond)
}
