package redislog

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Due implements storage.Deadlines.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error) {
	return s.queryAll(ctx, limit, dueQuery(now))
}

// DueIn implements storage.Deadlines.
func (s *Store) DueIn(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	if err := ctx.Err(); err != nil || limit <= 0 {
		return nil, err
	}
	r := dueQuery(now)
	found, err := s.queryDomain(ctx, shard, limit, r)
	return r.merge(found, limit), err
}

// Rooms implements storage.Lists.
func (s *Store) Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error) {
	if !slices.Contains(lists, list) {
		return nil, ctx.Err()
	}
	return s.queryAll(ctx, limit, roomQuery{
		key:  func(p shard) string { return p.list(list) },
		args: redis.ZRangeArgs{ByScore: true, Start: "+inf", Stop: "-inf", Rev: true},
	})
}

// roomQuery asks for a range of a sorted set of rooms in each shard: the lowest score
// first or, with Rev, the highest.
type roomQuery struct {
	key  func(shard) string
	args redis.ZRangeArgs
}

func dueQuery(now time.Time) roomQuery {
	return roomQuery{shard.due, redis.ZRangeArgs{ByScore: true, Start: "-inf", Stop: now.UnixMilli()}}
}

// queryAll asks all shards, and merges the replies.
func (s *Store) queryAll(ctx context.Context, limit int, r roomQuery) ([]room.ID, error) {
	if err := ctx.Err(); err != nil || limit <= 0 {
		return nil, err
	}
	var (
		mu  sync.Mutex
		all []redis.Z
	)
	err := s.askReachable(ctx, func(ctx context.Context, i int) error {
		found, err := s.queryDomain(ctx, i, limit, r)
		mu.Lock()
		defer mu.Unlock()
		all = append(all, found...)
		return err
	})
	if storage.IgnorePartial(err) != nil {
		return nil, err
	}
	return r.merge(all, limit), err
}

// queryDomain asks the shards of one failure domain.
func (s *Store) queryDomain(ctx context.Context, failureDomain, limit int, r roomQuery) (all []redis.Z, err error) {
	r.args.Count = int64(limit)
	pipe := s.client.Pipeline()
	var replies []*redis.ZSliceCmd
	for _, k := range s.domains[failureDomain] {
		r.args.Key = r.key(s.shards[k])
		replies = append(replies, pipe.ZRangeArgsWithScores(ctx, r.args))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, wrap(ctx, err)
	}
	for _, reply := range replies {
		all = append(all, reply.Val()...)
	}
	return all, nil
}

// merge returns the first rooms of the replies of several shards.
func (r roomQuery) merge(all []redis.Z, limit int) []room.ID {
	slices.SortFunc(all, func(a, b redis.Z) int {
		if r.args.Rev {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(a.Member.(string), b.Member.(string)))
	})
	ids := make([]room.ID, min(limit, len(all)))
	for i := range ids {
		ids[i] = room.ID(all[i].Member.(string))
	}
	return ids
}
