package redisdb

import (
	"context"
	_ "embed"
	"math"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/ledger"
)

var (
	//go:embed first.lua
	luaFirst    string
	scriptFirst = redis.NewScript(luaFirst)
)

// shard implements ledger.Driver.
type shard struct {
	db      *DB
	prefix  string // of all keys
	sub     *subscriber
	groups  *ledger.Groups
	scratch scratch // of the goroutine that carries out a group
}

// Log implements ledger.Driver.
func (s *shard) Log(ctx context.Context, log string, n uint64, limit int) ([][]byte, error) {
	if n > math.MaxInt64 {
		return nil, ctx.Err() // no log is that long
	}
	key, last := s.prefix+log, min(n+uint64(limit)-1, math.MaxInt64)
	reply, err := s.do(ctx, "lrange", key, n, last)
	if err != nil {
		return nil, wrap(ctx, err)
	}
	found, _ := reply.([]any)
	entries := make([][]byte, len(found))
	for i, v := range found {
		entry, _ := v.(string)
		entries[i] = []byte(entry)
	}
	return entries, nil
}

// Lengths implements ledger.Driver.
func (s *shard) Lengths(ctx context.Context, logs []string) ([]uint64, error) {
	if len(logs) == 0 {
		return nil, ctx.Err()
	}
	pipe, lengths := s.db.client.Pipeline(), make([]uint64, len(logs))
	for _, log := range logs {
		pipe.LLen(ctx, s.prefix+log)
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, wrap(ctx, err)
	}
	for i, cmd := range cmds {
		lengths[i] = uint64(cmd.(*redis.IntCmd).Val())
	}
	return lengths, nil
}

// Fields implements ledger.Driver.
func (s *shard) Fields(ctx context.Context, hash string, fields ...string) ([]string, error) {
	values := make([]string, len(fields))
	if len(fields) == 0 {
		return values, ctx.Err()
	}
	found, err := s.db.client.HMGet(ctx, s.prefix+hash, fields...).Result()
	for i, v := range found {
		values[i], _ = v.(string)
	}
	return values, wrap(ctx, err)
}

// All implements ledger.Driver.
func (s *shard) All(ctx context.Context, hash string) (map[string]string, error) {
	all, err := s.db.client.HGetAll(ctx, s.prefix+hash).Result()
	return all, wrap(ctx, err)
}

// page is how many members of a set are read at once, apart from some that may have been read before.
const page, overlap = 1000, 16

// Members implements ledger.Driver. It reads pages. A page begins at the score of the last member
// so far, and not at a position, so that a member that is removed meanwhile hides no other. Only
// among more than a page of members with one score do positions count.
func (s *shard) Members(ctx context.Context, set string, r ledger.Range) (members []ledger.Member, err error) {
	args, direction := redis.ZRangeArgs{Key: s.prefix + set, ByScore: true, Start: "-inf", Stop: float64(r.Most)}, 1
	if r.Reverse {
		args.Rev, args.Start, args.Stop, direction = true, "+inf", "-inf", -1
	}
	last := r.After
	if last != nil {
		args.Start = float64(last.Score)
	}
	for len(members) < r.Limit {
		args.Count = int64(min(page, r.Limit-len(members)) + overlap)
		found, err := s.db.client.ZRangeArgsWithScores(ctx, args).Result()
		if err != nil {
			return nil, wrap(ctx, err)
		}
		for _, z := range found {
			name, _ := z.Member.(string)
			m := ledger.Member{Score: int64(z.Score), Name: name}
			if last != nil && m.Compare(*last) != direction {
				continue
			}
			if last = &m; len(members) < r.Limit {
				members = append(members, m)
			}
		}
		if int64(len(found)) < args.Count {
			break
		}
		args.Offset += args.Count
		if now := found[len(found)-1].Score; now != args.Start {
			args.Start, args.Offset = now, 0
		}
	}
	return members, nil
}

// First implements ledger.Driver.
func (s *shard) First(ctx context.Context, tree string, skip ...string) ([]ledger.Step, error) {
	words, err := scriptFirst.Run(ctx, s.db.client, []string{s.prefix, s.prefix + tree}, skip).Slice()
	steps := make([]ledger.Step, len(words)/2)
	for i := range steps {
		name, _ := words[2*i].(string)
		size, _ := words[2*i+1].(int64)
		steps[i] = ledger.Step{Name: name, Size: int(size)}
	}
	return steps, wrap(ctx, err)
}

// Watch implements ledger.Driver.
func (s *shard) Watch(ctx context.Context, channel string, tell func(payload string)) (stop func(), err error) {
	stop, err = s.sub.watch(ctx, s.prefix+channel, tell)
	return stop, wrap(ctx, err)
}
