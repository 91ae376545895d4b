package redislog

import (
	"context"

	"github.com/quatre/quatre/internal/room"
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
	keys, record, err := p.withRecord(s.roomKeys(id), fx.Record)
	if err != nil {
		return err
	}
	channel := s.scriptChannel(id)
	args = append(append(args, channel), record...)
	for _, e := range entries {
		args = append(args, e.Raw())
	}
	if err := channel.replyError(s.appends.run(ctx, scriptRestore, keys, args...)); err != nil {
		return err
	}
	s.tellReplicated(id, entries[len(entries)-1])
	return nil
}

// Touch implements storage.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	args, err := s.effects(id, n, fx)
	if err != nil {
		return err
	}
	return replyError(s.batches.run(ctx, scriptTouch, s.roomKeys(id), args...))
}

// Delete implements storage.Log.
func (s *Store) Delete(ctx context.Context, id room.ID, n uint64) error {
	p := s.shardOf(id)
	channel := &countedArg{text: p.channel(id)}
	keys := append(s.roomKeys(id), p.snapshot(id))
	return channel.replyError(s.batches.run(ctx, scriptDelete, keys, string(id), n, channel))
}
