package redislog

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"github.com/quatre/quatre/internal/room"
)

var (
	//go:embed lua/lengths.lua
	luaLengths string

	scriptLengths = redis.NewScript(luaLengths)
)

// maxLengths is how many logs one script measures at most, so that other commands do not wait long.
const maxLengths = 256

// Lengths implements storage.Lengths.
func (s *Store) Lengths(ctx context.Context, ids []room.ID) ([]uint64, error) {
	lengths := make([]uint64, len(ids))
	byShard := make([][]int, len(s.shards)) // by shard: indexes into ids
	for i, id := range ids {
		k := s.indexOf(id)
		byShard[k] = append(byShard[k], i)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, places := range byShard {
		for some := range slices.Chunk(places, maxLengths) {
			group.Go(func() error { return s.lengthsOf(ctx, ids, some, lengths) })
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return lengths, nil
}

// lengthsOf sets lengths[i] to the length of the log of ids[i], for each i in places. These rooms
// must be in one shard.
func (s *Store) lengthsOf(ctx context.Context, ids []room.ID, places []int, lengths []uint64) error {
	keys := make([]string, len(places))
	for i, place := range places {
		keys[i] = s.shardOf(ids[place]).log(ids[place])
	}
	reply, err := s.batches.run(ctx, scriptLengths, keys)
	if err != nil {
		return err
	}
	numbers, _ := reply.([]any)
	if len(numbers) != len(places) {
		return fmt.Errorf("redislog: Redis returned %d lengths for %d logs", len(numbers), len(places))
	}
	for i, place := range places {
		n, _ := numbers[i].(int64)
		lengths[place] = uint64(n)
	}
	return nil
}
