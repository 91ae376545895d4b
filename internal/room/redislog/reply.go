package redislog

import (
	"context"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Reply implements storage.Queue. On a Cluster it takes no other job: the one that it could take
// is in the same shard, and the jobs of other shards would wait.
func (s *Store) Reply(ctx context.Context, e room.Entry, fx room.Effects, answered storage.Answered) (storage.Job, error) {
	a, err := s.newAppendWithEffects(scriptReply, answered.Job.Room, e, fx)
	if err != nil {
		return storage.Job{}, err
	}
	lanes, skip := "", []string(nil)
	if answered.Next != nil && !s.cluster {
		lanes, skip = letters(answered.Next.AllLanes()), answered.Next.Skip
	}
	a.more = append([]any{answered.Job.Token}, s.leaseArgs(answered.Worker, lanes, lastEntries, skip)...)
	news := s.queue.news(lanes)
	rest, err := s.runAppend(ctx, answered.Job.Room, e, a)
	if err != nil || lanes == "" || len(rest) == 0 {
		return storage.Job{}, err
	}
	if rest[0] == nil {
		news.foundNone(skip)
		return storage.Job{}, nil
	}
	// The entry is stored. If the job cannot be read, its lease ends and another worker takes it.
	next, _ := s.leased(rest[0], news)
	return next, nil
}
