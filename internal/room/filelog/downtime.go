package filelog

import (
	"context"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// keyClosed is a key of the bucket meta. Its value is the time at which the file was closed,
// in Unix milliseconds. Close stores the key if the process had a heartbeat. The first
// heartbeat of a later process removes the key. A process that is killed does not store it.
var keyClosed = []byte("closed")

// LastDowntime implements storage.Presence. A downtime lasts from the time when the file was
// closed to the first heartbeat after the file was opened again.
func (s *Store) LastDowntime(ctx context.Context, _ int) (room.Outage, error) {
	if err := ctx.Err(); err != nil {
		return room.Outage{}, err
	}
	s.presence.mu.Lock()
	defer s.presence.mu.Unlock()
	return s.presence.downtime, nil
}

// noteFirstHeartbeat ends a downtime. It is called at the first heartbeat since the file
// was opened. The caller holds presence.mu.
func (s *Store) noteFirstHeartbeat(now time.Time) error {
	var closed []byte
	err := wrap(s.writeTx(func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		closed = append(closed, meta.Get(keyClosed)...)
		return meta.Delete(keyClosed)
	}))
	if err != nil {
		return err
	}
	if len(closed) == 8 {
		since := time.UnixMilli(int64(binary.BigEndian.Uint64(closed))).UTC()
		s.presence.downtime = room.Outage{Since: since, Until: now, NoHubAlive: true}
	}
	return nil
}

// noteClosing begins a downtime, if this process had a heartbeat.
func (s *Store) noteClosing() error {
	s.presence.mu.Lock()
	defer s.presence.mu.Unlock()
	if s.presence.holders == nil {
		return nil
	}
	return wrap(s.writeTx(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketMeta).Put(keyClosed, binary.BigEndian.AppendUint64(nil, uint64(s.clock().UnixMilli())))
	}))
}
