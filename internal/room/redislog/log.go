package redislog

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
)

// Append implements room.Log.
func (s *Store) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	a, err := s.appending(id, e, fx)
	if err != nil {
		return err
	}
	held := s.subs[s.indexOf(id)].hold(a.channel.text)
	defer held.release()
	s.own.note(e)
	reply, err := s.batches.run(ctx, a.script, a.keys, append(a.args, held.line)...)
	held.appended(e, reply, err)
	return a.channel.outcome(reply, err)
}

// appending is a script that appends, with its keys and its arguments but the last.
type appending struct {
	script  *redis.Script
	keys    []string
	args    []any
	channel *sent // among them
}

// appending returns how e is stored. Most moves of a game without a clock change
// nothing but the log: follow.lua costs Redis half of what append.lua does.
func (s *Store) appending(id room.ID, e room.Entry, fx room.Effects) (appending, error) {
	p := s.shardOf(id)
	channel := &sent{text: p.channel(id)}
	if fx.ListUnchanged && fx.DueUnchanged && !fx.Job && fx.Record == nil {
		args := append(make([]any, 0, 5), e.N, e.Raw(), e.PrevTail(), channel)
		return appending{scriptFollow, []string{p.log(id)}, args, channel}, nil
	}
	args, err := s.effects(id, e.N, fx)
	if err != nil {
		return appending{}, err
	}
	keys, record, err := p.withRecord(p.ofRoom(id), fx.Record)
	if err != nil {
		return appending{}, err
	}
	args = append(append(append(args, channel), record...), e.Raw(), e.PrevTail())
	return appending{scriptAppend, keys, args, channel}, nil
}

// withRecord adds to keys those of a record, and returns ARGV[8] to ARGV[10] of
// effects.lua.
func (p shard) withRecord(keys []string, r *room.Record) ([]string, []any, error) {
	if r == nil {
		return keys, []any{"", "", ""}, nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return nil, nil, fmt.Errorf("redislog: record: %w", err)
	}
	name := r.ID().String()
	keys = append(keys, p.game(name))
	for _, player := range r.Listed() {
		keys = append(keys, p.games(player))
	}
	return keys, []any{data, name, r.Ended.UnixMilli()}, nil
}

// Restore implements room.Log.
func (s *Store) Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error {
	if err := room.CheckLog(entries); err != nil {
		return err
	}
	p := s.shardOf(id)
	args, err := s.effects(id, uint64(len(entries)), fx)
	if err != nil {
		return err
	}
	keys, record, err := p.withRecord(p.ofRoom(id), fx.Record)
	if err != nil {
		return err
	}
	channel := &sent{text: p.channel(id)}
	args = append(append(args, channel), record...)
	for _, e := range entries {
		args = append(args, e.Raw())
	}
	return channel.outcome(s.batches.run(ctx, scriptRestore, keys, args...))
}

// Touch implements room.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	args, err := s.effects(id, n, fx)
	if err != nil {
		return err
	}
	return compared(s.batches.run(ctx, scriptTouch, s.shardOf(id).ofRoom(id), args...))
}

// Delete implements room.Log.
func (s *Store) Delete(ctx context.Context, id room.ID, n uint64) error {
	p := s.shardOf(id)
	channel := &sent{text: p.channel(id)}
	return channel.outcome(s.batches.run(ctx, scriptDelete, p.ofRoom(id), string(id), n, channel, group))
}

// effects returns ARGV[1] to ARGV[6] of effects.lua.
func (s *Store) effects(id room.ID, n uint64, fx room.Effects) ([]any, error) {
	var list any = 0
	if fx.ListUnchanged {
		list = ""
	} else if fx.List != room.Unlisted {
		i := slices.Index(lists, fx.List)
		if i < 0 {
			return nil, fmt.Errorf("redislog: unknown list %q", fx.List)
		}
		list = firstList + i
	}
	job := "0"
	if fx.Job {
		job = "1"
	}
	return append(make([]any, 0, 13), string(id), n, deadline(fx.Due), list, s.stamp(), job), nil
}

// Read implements room.Log.
func (s *Store) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if after == ^uint64(0) {
		return nil, nil
	}
	start := strconv.FormatUint(after+1, 10) + "-0"
	messages, err := s.client.XRange(ctx, s.shardOf(id).log(id), start, "+").Result()
	if err != nil {
		return nil, wrap(ctx, err)
	}
	entries := make([]room.Entry, len(messages))
	for i, m := range messages {
		raw, _ := m.Values["e"].(string)
		if entries[i], err = room.DecodeEntry([]byte(raw)); err != nil {
			return nil, fmt.Errorf("redislog: room %s: %w", id, err)
		}
	}
	return entries, nil
}
