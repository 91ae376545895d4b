package filelog

import (
	"context"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// keyClosed is in the bucket meta while nobody whose heart beats has the file open:
// when the last one closed it, in Unix milliseconds. One that was killed left no word.
var keyClosed = []byte("closed")

// Silence implements room.Presence: the time from when the file was closed to the
// first heartbeat after it was opened.
func (s *Store) LastDowntime(ctx context.Context, _ int) (room.Outage, error) {
	if err := ctx.Err(); err != nil {
		return room.Outage{}, err
	}
	s.presence.mu.Lock()
	defer s.presence.mu.Unlock()
	return s.presence.silence, nil
}

// endSilence notes when the first heart since the file was opened beats. The caller
// holds presence.mu.
func (s *Store) endSilence(now time.Time) error {
	var closed []byte
	err := wrap(s.db.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		closed = append(closed, meta.Get(keyClosed)...)
		return meta.Delete(keyClosed)
	}))
	if err != nil {
		return err
	}
	if len(closed) == 8 {
		since := time.UnixMilli(int64(binary.BigEndian.Uint64(closed))).UTC()
		s.presence.silence = room.Outage{Since: since, Until: now, NoHubAlive: true}
	}
	return nil
}

// beginSilence notes that the file is being closed, if a heart has beaten.
func (s *Store) beginSilence() error {
	s.presence.mu.Lock()
	defer s.presence.mu.Unlock()
	if s.presence.holders == nil {
		return nil
	}
	return wrap(s.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketMeta).Put(keyClosed, binary.BigEndian.AppendUint64(nil, uint64(s.clock().UnixMilli())))
	}))
}
