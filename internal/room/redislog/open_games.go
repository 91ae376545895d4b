package redislog

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"sync"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
)

//go:embed lua/open_game.lua
var luaOpenGame string

var scriptOpenGame = redis.NewScript(luaOpenGame)

// fieldOpenGames is a field of keyMeta. It exists when ListOpenGames is done.
const fieldOpenGames = "open-games"

// openGamesBatch is how many games ListOpenGames reads in one step. With a pause of datePause
// after each step it limits the walk to 10,000 games a second.
const openGamesBatch = 500

// ListOpenGames implements storage.OpenGames. It walks slowly, since nobody waits for it.
func (s *Store) ListOpenGames(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	done, err := s.client.HExists(ctx, keyMeta, fieldOpenGames).Result()
	if err != nil || done {
		return wrap(ctx, err)
	}
	for _, p := range s.shards {
		if err := s.listOpenGamesIn(ctx, p); err != nil {
			return err
		}
	}
	return wrap(ctx, s.client.HSet(ctx, keyMeta, fieldOpenGames, 1).Err())
}

func (s *Store) listOpenGamesIn(ctx context.Context, p shard) error {
	for cursor := uint64(0); ; {
		page, next, err := s.client.ZScan(ctx, p.played(), cursor, "", openGamesBatch).Result()
		if err != nil {
			return wrap(ctx, err)
		}
		var names []string
		for i := 0; i < len(page); i += 2 { // each name is followed by its score
			names = append(names, page[i])
		}
		if err := s.listIfOpen(ctx, p, names); err != nil {
			return err
		}
		if cursor = next; cursor == 0 {
			return nil
		}
		if err := sleep(ctx, datePause); err != nil {
			return err
		}
	}
}

// listIfOpen lists, of the named games of a shard, those that were played in open rooms.
func (s *Store) listIfOpen(ctx context.Context, p shard, names []string) error {
	if len(names) == 0 {
		return nil
	}
	pipe := s.client.Pipeline()
	games, firsts := make([]*redis.StringCmd, len(names)), make([]*redis.XMessageSliceCmd, len(names))
	for i, name := range names {
		games[i] = pipe.Get(ctx, p.game(name))
		if id, err := room.ParseGameID(name); err == nil {
			firsts[i] = pipe.XRange(ctx, p.log(id.Room), "1-0", "1-0")
		}
	}
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return wrap(ctx, err)
	}
	errs := make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		var r room.Record
		data, err := games[i].Bytes()
		if err != nil || firsts[i] == nil || decodeRecord(data, &r) != nil || r.Open || !createsOpenRoom(firsts[i].Val()) {
			continue
		}
		r.Open = true
		open, err := json.Marshal(r)
		if err != nil {
			return err
		}
		wg.Go(func() {
			keys := []string{p.game(name), p.games("")}
			_, errs[i] = s.batches.run(ctx, scriptOpenGame, keys, name, data, open, r.Ended.UnixMilli())
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// createsOpenRoom reports whether the first entry of a log creates a room that is listed for everybody.
func createsOpenRoom(first []redis.XMessage) bool {
	if len(first) == 0 {
		return false
	}
	raw, _ := first[0].Values["e"].(string)
	e, err := room.DecodeEntry([]byte(raw))
	created, ok := e.Event.(room.Created)
	return err == nil && ok && created.Open
}
