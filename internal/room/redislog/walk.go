package redislog

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

//go:embed lua/add_game.lua
var luaAddGame string

var scriptAddGame = redis.NewScript(luaAddGame)

// scanCount is how many keys Redis looks at in one step of a walk. During a step, which takes
// less than a millisecond, Redis does nothing else.
const scanCount = 1000

// AllRooms implements storage.Bulk. It looks at every key, so that a damaged index hides
// no room. On a Cluster slots must not move meanwhile.
func (s *Store) AllRooms(ctx context.Context) iter.Seq2[room.ID, error] {
	return func(yield func(room.ID, error) bool) {
		for names, err := range s.scan(ctx, "log:", "stream", 0) {
			if err != nil {
				yield("", err)
				return
			}
			for _, name := range names {
				if id := room.ID(name); id.Valid() && !yield(id, nil) {
					return
				}
			}
		}
	}
}

// AllGames implements storage.Bulk in the same way as AllRooms.
func (s *Store) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	return func(yield func(room.Record, error) bool) {
		for names, err := range s.scan(ctx, "game:", "string", 0) {
			var places []place
			for _, name := range names {
				if _, invalid := room.ParseGameID(name); invalid == nil {
					places = append(places, place{name: name})
				}
			}
			var records []*room.Record
			if err == nil && len(places) > 0 {
				records, err = s.records(ctx, places)
			}
			if errors.Is(err, storage.ErrDamaged) {
				if !s.yieldEach(ctx, places, yield) {
					return
				}
				continue
			}
			if err != nil {
				yield(room.Record{}, err)
				return
			}
			for _, r := range records {
				if r != nil && !yield(*r, nil) {
					return
				}
			}
		}
	}
}

// yieldEach reads and yields records one by one, because one of them is damaged. It returns false
// if the walk must end.
func (s *Store) yieldEach(ctx context.Context, places []place, yield func(room.Record, error) bool) bool {
	for _, p := range places {
		records, err := s.records(ctx, []place{p})
		switch {
		case errors.Is(err, storage.ErrDamaged):
			if !yield(room.Record{}, fmt.Errorf("game %s: %w", p.name, err)) {
				return false
			}
		case err != nil:
			yield(room.Record{}, err)
			return false
		case records[0] != nil && !yield(*records[0], nil):
			return false
		}
	}
	return true
}

// scan yields, in batches, the names of the keys of one kind and type in all shards. A name
// is the part of a key after its kind. scan pauses after each batch.
func (s *Store) scan(ctx context.Context, kind, keyType string, pause time.Duration) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		masters, err := s.masters(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, master := range masters {
			for cursor := uint64(0); ; {
				var keys []string
				keys, cursor, err = master.ScanType(ctx, cursor, "quatre:{s[0-9][0-9]}:"+kind+"*", scanCount, keyType).Result()
				if err != nil {
					yield(nil, wrap(ctx, err))
					return
				}
				for i, key := range keys {
					_, keys[i], _ = strings.Cut(key, "}:"+kind)
				}
				if len(keys) > 0 && !yield(keys, nil) {
					return
				}
				if cursor == 0 {
					break
				}
				if err := sleep(ctx, pause); err != nil {
					yield(nil, err)
					return
				}
			}
		}
	}
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// masters returns the servers that hold the shards.
func (s *Store) masters(ctx context.Context) (all []redis.Cmdable, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cluster, ok := s.client.(*redis.ClusterClient)
	if !ok {
		return []redis.Cmdable{s.client}, nil
	}
	var mu sync.Mutex // ForEachMaster calls the function for all masters at once
	err = cluster.ForEachMaster(ctx, func(_ context.Context, master *redis.Client) error {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, master)
		return nil
	})
	return all, wrap(ctx, err)
}

// AddGame implements storage.Bulk.
func (s *Store) AddGame(ctx context.Context, r room.Record) error {
	keys, args, err := s.shardOf(r.Room).withRecord(nil, &r)
	if err != nil {
		return err
	}
	name := &countedArg{text: r.ID().String()}
	args[1] = name
	return name.replyError(s.appends.run(ctx, scriptAddGame, keys, args...))
}
