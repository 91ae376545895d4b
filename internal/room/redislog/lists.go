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

// ClaimDue looks at claimCandidates rooms for each room that it may return. Other processes may
// have claimed the most overdue rooms.
const claimCandidates = 4

// ClaimDue implements storage.Deadlines. A claim is a key that expires by Redis' clock.
// While Redis refuses writes, every process gets the rooms.
func (s *Store) ClaimDue(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	if err := ctx.Err(); err != nil || limit <= 0 {
		return nil, err
	}
	r := dueQuery(now)
	found, err := s.queryDomain(ctx, shard, claimCandidates*limit, r)
	if err != nil {
		return nil, err
	}
	found = r.first(found, claimCandidates*limit)
	var claimed []redis.Z
	for len(found) > 0 && len(claimed) < limit {
		n := min(len(found), limit-len(claimed))
		claimed = append(claimed, s.claim(ctx, found[:n])...)
		found = found[n:]
	}
	return roomIDs(claimed), nil
}

// claim claims rooms for their deadlines. It returns the rooms that no process had claimed, and
// those whose claim failed with an error.
func (s *Store) claim(ctx context.Context, due []redis.Z) (claimed []redis.Z) {
	pipe := s.client.Pipeline()
	claims := make([]*redis.BoolCmd, len(due))
	for i, z := range due {
		id := room.ID(z.Member.(string))
		claims[i] = pipe.SetNX(ctx, s.shardOf(id).sweep(id, int64(z.Score)), 1, storage.SweepLease)
	}
	_, _ = pipe.Exec(ctx) // each claim has its own error
	for i, z := range due {
		if ours, err := claims[i].Result(); ours || err != nil {
			claimed = append(claimed, z)
		}
	}
	return claimed
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

// merge sorts the rooms that several shards returned, and returns the IDs of the first ones.
func (r roomQuery) merge(all []redis.Z, limit int) []room.ID { return roomIDs(r.first(all, limit)) }

// first sorts the rooms that several shards returned, and returns the first ones.
func (r roomQuery) first(all []redis.Z, limit int) []redis.Z {
	slices.SortFunc(all, func(a, b redis.Z) int {
		if r.args.Rev {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(a.Member.(string), b.Member.(string)))
	})
	return all[:min(limit, len(all))]
}

// roomIDs returns the IDs of rooms from a sorted set.
func roomIDs(found []redis.Z) []room.ID {
	ids := make([]room.ID, len(found))
	for i, z := range found {
		ids[i] = room.ID(z.Member.(string))
	}
	return ids
}
