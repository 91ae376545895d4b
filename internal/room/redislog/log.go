package redislog

import (
	"context"
	"fmt"
	"strconv"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Restore implements storage.Restorer.
func (s *Store) Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error {
	if err := room.CheckLog(entries); err != nil {
		return err
	}
	p := s.shardOf(id)
	args, err := s.effects(id, uint64(len(entries)), fx)
	if err != nil {
		return err
	}
	keys, record, err := p.withRecord(p.roomKeys(id), fx.Record)
	if err != nil {
		return err
	}
	channel := &countedArg{text: p.channel(id)}
	args = append(append(args, channel), record...)
	for _, e := range entries {
		args = append(args, e.Raw())
	}
	return channel.replyError(s.batches.run(ctx, scriptRestore, keys, args...))
}

// Touch implements storage.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	args, err := s.effects(id, n, fx)
	if err != nil {
		return err
	}
	return replyError(s.batches.run(ctx, scriptTouch, s.shardOf(id).roomKeys(id), args...))
}

// Delete implements storage.Log.
func (s *Store) Delete(ctx context.Context, id room.ID, n uint64) error {
	p := s.shardOf(id)
	channel := &countedArg{text: p.channel(id)}
	return channel.replyError(s.batches.run(ctx, scriptDelete, p.roomKeys(id), string(id), n, channel, group))
}

// Read implements storage.Log.
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
			return nil, fmt.Errorf("redislog: %w: room %s: %w", storage.ErrDamaged, id, err)
		}
	}
	return entries, nil
}
