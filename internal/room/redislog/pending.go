package redislog

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
)

var (
	//go:embed lua/pending.lua
	luaPending string

	scriptPending = redis.NewScript(luaPending)
)

// Pending implements room.Queue. Ages are counted by Redis' clock, which has given
// the jobs their ids.
func (s *Store) Pending(ctx context.Context) (room.Pending, error) {
	var all room.Pending
	if err := ctx.Err(); err != nil {
		return all, err
	}
	groups := [][]string{s.streams()}
	if s.cluster { // a script has one slot
		groups = groups[:0]
		for _, key := range s.streams() {
			groups = append(groups, []string{key})
		}
	}
	for _, keys := range groups {
		reply, err := scriptPending.Run(ctx, s.client, keys, group, nobody).Int64Slice()
		if err != nil {
			return room.Pending{}, wrap(ctx, err)
		}
		if len(reply) != 4 {
			return room.Pending{}, fmt.Errorf("redislog: malformed state of the queue %v", reply)
		}
		add(&all.Waiting, reply[0], reply[1])
		add(&all.Running, reply[2], reply[3])
	}
	return all, nil
}

// add adds jobs of which the oldest was queued ms milliseconds ago.
func add(l *room.Load, jobs, ms int64) {
	l.Jobs += int(jobs)
	l.Age = max(l.Age, time.Duration(ms)*time.Millisecond)
}
