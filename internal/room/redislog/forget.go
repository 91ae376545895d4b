package redislog

import (
	"context"
	_ "embed"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var (
	//go:embed lua/forget.lua
	luaForget string
	//go:embed lua/forget_game.lua
	luaForgetGame string
	//go:embed lua/date.lua
	luaDate string
	//go:embed lua/drop.lua
	luaDrop string

	scriptForget     = redis.NewScript(luaForget)
	scriptForgetGame = redis.NewScript(luaForgetGame)
	scriptDate       = redis.NewScript(luaDate)
	scriptDrop       = redis.NewScript(luaDrop)
)

const (
	// datePause is the pause of DateImports between two batches of keys. Together with
	// scanCount it limits the walk to 20,000 keys a second.
	datePause = 50 * time.Millisecond

	// dateBatch is the greatest number of games for one run of date.lua.
	dateBatch = 100

	// fieldDated is the field of keyMeta with the time when DateImports last began, in Unix
	// milliseconds.
	fieldDated = "dated"

	// undoTimeout is how long DateImports tries to remove fieldDated after a failure.
	undoTimeout = time.Second
)

// Forget implements storage.Forgetter. It visits the shards in random order, so that two
// processes seldom choose the same games.
func (s *Store) Forget(ctx context.Context, before time.Time, limit int) (n int, more bool, err error) {
	if err := ctx.Err(); err != nil {
		return 0, false, err
	}
	for _, i := range rand.Perm(len(s.shards)) {
		if limit <= 0 {
			break
		}
		if s.awayShards.has(i) {
			err = errKnownAway
			continue
		}
		looked, removed, failed := s.forgetIn(ctx, s.shards[i], before, limit)
		limit -= looked
		n += removed
		if ended := ctx.Err(); ended != nil {
			return n, false, ended
		}
		switch {
		case storage.IsAway(failed):
			s.markAway(i)
			err = failed
		case failed != nil:
			return n, false, failed
		}
	}
	return n, limit <= 0, err
}

// forgetIn removes up to limit games of one shard. It returns how many games it has looked at,
// and how many of these it has removed. Another process may have removed some of them.
func (s *Store) forgetIn(ctx context.Context, p shard, before time.Time, limit int) (looked, removed int, err error) {
	olds, err := s.findOld(ctx, p, before, limit)
	if err != nil {
		return 0, 0, err
	}
	removed, err = s.forgetAll(ctx, olds)
	return len(olds), removed, err
}

// oldGame is a game to be removed.
type oldGame struct {
	name   string
	keys   []string // KEYS of forget.lua
	before int64    // ARGV[2] of forget.lua
}

// findOld returns up to limit games of a shard whose date is before a time. The date is the end
// of a game or, for an imported game, the time when DateImports found it.
func (s *Store) findOld(ctx context.Context, p shard, before time.Time, limit int) (olds []oldGame, err error) {
	ms := before.UnixMilli()
	orders := []string{p.played(), p.imported()}
	pipe := s.client.Pipeline()
	var names []*redis.StringSliceCmd
	for _, order := range orders {
		names = append(names, pipe.ZRangeArgs(ctx, redis.ZRangeArgs{
			Key: order, ByScore: true, Start: "-inf", Stop: "(" + strconv.FormatInt(ms, 10), Count: int64(limit),
		}))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, wrap(ctx, err)
	}
	for i, order := range orders {
		for _, name := range names[i].Val() {
			olds = append(olds, oldGame{name, []string{p.game(name), order, orders[1-i], p.games("")}, ms})
		}
	}
	olds = olds[:min(limit, len(olds))]
	return olds, s.findPlayers(ctx, p, olds)
}

// findPlayers adds the keys of the players' lists that have the games, according to the records.
// If a record is missing or cannot be decoded, its players are unknown. The method Games later
// removes such a game from their lists.
func (s *Store) findPlayers(ctx context.Context, p shard, olds []oldGame) error {
	if len(olds) == 0 {
		return nil
	}
	pipe := s.client.Pipeline()
	records := make([]*redis.StringCmd, len(olds))
	for i, o := range olds {
		records[i] = pipe.Get(ctx, p.game(o.name))
	}
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return wrap(ctx, err)
	}
	for i, reply := range records {
		var r room.Record
		data, err := reply.Bytes()
		if err != nil && !errors.Is(err, redis.Nil) {
			return wrap(ctx, err)
		}
		if err != nil || decodeRecord(data, &r) != nil {
			continue
		}
		for _, player := range r.Listed() {
			if player != "" {
				olds[i].keys = append(olds[i].keys, p.games(player))
			}
		}
	}
	return nil
}

// forgetAll removes games, each in one atomic step, and returns how many it has removed. Its
// scripts share pipelines with other writes.
func (s *Store) forgetAll(ctx context.Context, olds []oldGame) (int, error) {
	var n atomic.Int64
	errs := make([]error, len(olds))
	var wg sync.WaitGroup
	for i, o := range olds {
		wg.Go(func() {
			reply, err := s.batches.run(ctx, scriptForget, o.keys, o.name, o.before)
			if errs[i] = err; reply == int64(1) {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	return int(n.Load()), errors.Join(errs...)
}

// ForgetGame implements storage.Forgetter.
func (s *Store) ForgetGame(ctx context.Context, id room.GameID) error {
	r, err := s.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	p, name := s.shardOf(id.Room), id.String()
	keys := []string{p.game(name), p.played(), p.imported(), p.games("")}
	for _, player := range r.Listed() {
		keys = append(keys, p.games(player))
	}
	_, err = s.batches.run(ctx, scriptForgetGame, keys, name)
	return err
}

// DateImports implements storage.Forgetter. It walks slowly over all keys, because no sorted
// set has all games that are not listed for everybody. On a Cluster it may miss games in a slot
// that moves meanwhile. The next call finds these games.
func (s *Store) DateImports(ctx context.Context, since time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now := s.set.clock().UnixMilli()
	last, err := s.client.HGet(ctx, keyMeta, fieldDated).Int64()
	if err != nil && !errors.Is(err, redis.Nil) {
		return wrap(ctx, err)
	}
	if err == nil && last > since.UnixMilli() && last <= now {
		return nil
	}
	if err := s.client.HSet(ctx, keyMeta, fieldDated, now).Err(); err != nil {
		return wrap(ctx, err)
	}
	if err = s.dateAll(ctx, now); err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoTimeout)
		defer cancel()
		s.client.HDel(ctx, keyMeta, fieldDated) // so that the next call repeats the walk
	}
	return err
}

func (s *Store) dateAll(ctx context.Context, now int64) error {
	for names, err := range s.scan(ctx, "game:", "string", datePause) {
		if err != nil {
			return err
		}
		byShard := make(map[shard][]string)
		for _, name := range names {
			if id, invalid := room.ParseGameID(name); invalid == nil {
				p := s.shardOf(id.Room)
				byShard[p] = append(byShard[p], name)
			}
		}
		for p, names := range byShard {
			if err := s.date(ctx, p, names, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// date stores a date for each of the named games of a shard that has none.
func (s *Store) date(ctx context.Context, p shard, names []string, now int64) error {
	for len(names) > 0 {
		batch := names[:min(len(names), dateBatch)]
		names = names[len(batch):]
		keys, args := []string{p.played(), p.imported()}, []any{now}
		for _, name := range batch {
			keys, args = append(keys, p.game(name)), append(args, name)
		}
		if _, err := s.batches.run(ctx, scriptDate, keys, args...); err != nil {
			return err
		}
	}
	return nil
}

// drop removes places without a record from the list of one player or of everybody. An operator
// may have removed the record. If a removal fails, the next reader of the list tries it again.
func (s *Store) drop(ctx context.Context, player room.PlayerID, places []place) {
	var wg sync.WaitGroup
	for _, a := range places {
		id, err := room.ParseGameID(a.name)
		if err != nil {
			continue
		}
		p := s.shardOf(id.Room)
		wg.Go(func() { _, _ = s.batches.run(ctx, scriptDrop, []string{p.game(a.name), p.games(player)}, a.name) })
	}
	wg.Wait()
}
