package redislog

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// snapshotLife is how long Redis keeps a snapshot that no newer one replaces. It is longer
	// than room.AbandonedLimit, within which a room in play gets an entry. It also removes the
	// snapshots of rooms that versions before snapshots have deleted.
	snapshotLife = 8 * 24 * time.Hour

	// shortLog is how many entries Tail reads together with the snapshot. Most logs are
	// shorter, so that one round trip suffices.
	shortLog = room.SnapshotInterval
)

// Read implements storage.Log.
func (s *Store) Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error) {
	return s.ReadSome(ctx, id, after, math.MaxInt)
}

// ReadSome implements storage.Log.
func (s *Store) ReadSome(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if after == ^uint64(0) {
		return nil, nil
	}
	log, first := s.shardOf(id).log(id), streamID(after+1)
	var found *redis.XMessageSliceCmd
	if !s.sender.replicated {
		found = s.client.XRangeN(ctx, log, first, "+", int64(limit))
	} else if err := s.read(ctx, log, func(pipe redis.Pipeliner) {
		found = pipe.XRangeN(ctx, log, first, "+", int64(limit))
	}); err != nil {
		return nil, err
	}
	if err := found.Err(); err != nil {
		return nil, wrap(ctx, err)
	}
	return decodeEntries(id, found.Val())
}

// Tail implements storage.Log.
func (s *Store) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	p := s.shardOf(id)
	var kept *redis.StringCmd
	var first *redis.XMessageSliceCmd
	if err := s.read(ctx, p.log(id), func(pipe redis.Pipeliner) {
		kept = pipe.Get(ctx, p.snapshot(id))
		first = pipe.XRangeN(ctx, p.log(id), "-", "+", shortLog)
	}); err != nil {
		return nil, nil, err
	}
	if err := first.Err(); err != nil {
		return nil, nil, wrap(ctx, err)
	}
	data, _ := kept.Bytes() // the error redis.Nil: there is no snapshot
	number, snapshot, _ := bytes.Cut(data, []byte(" "))
	n, err := strconv.ParseUint(string(number), 10, 64)
	if err == nil && n > 0 {
		entries, err := s.Read(ctx, id, n-1)
		return snapshot, entries, err
	}
	entries, err := decodeEntries(id, first.Val())
	if err != nil || len(entries) < shortLog {
		return nil, entries, err
	}
	more, err := s.Read(ctx, id, shortLog)
	return nil, append(entries, more...), err
}

// KeepSnapshot implements storage.Log.
func (s *Store) KeepSnapshot(ctx context.Context, id room.ID, n uint64, snapshot []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	data := append(strconv.AppendUint(nil, n, 10), ' ')
	return wrap(ctx, s.client.Set(ctx, s.shardOf(id).snapshot(id), append(data, snapshot...), snapshotLife).Err())
}

// streamID returns the stream ID of entry n.
func streamID(n uint64) string { return strconv.FormatUint(n, 10) + "-0" }

func decodeEntries(id room.ID, messages []redis.XMessage) (entries []room.Entry, err error) {
	entries = make([]room.Entry, len(messages))
	for i, m := range messages {
		raw, _ := m.Values["e"].(string)
		if entries[i], err = room.DecodeEntry([]byte(raw)); err != nil {
			return nil, fmt.Errorf("redislog: %w: room %s: %w", storage.ErrDamaged, id, err)
		}
	}
	return entries, nil
}
