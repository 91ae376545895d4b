package filelog

import (
	"bytes"
	"context"
	"iter"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// walkBatch is how many keys of a walk one transaction reads. A read transaction keeps writers
// from reusing pages and from growing the file, so the transaction must be short.
const walkBatch = 256

// AllRooms implements storage.Bulk.
func (s *Store) AllRooms(ctx context.Context) iter.Seq2[room.ID, error] {
	return func(yield func(room.ID, error) bool) {
		for key, err := range s.allKeys(ctx, bucketLog) {
			id := room.ID(key)
			if err == nil && !id.Valid() {
				id, err = "", damaged("bucket log: %q is no room", key)
			}
			if !yield(id, err) {
				return
			}
		}
	}
}

// AllGames implements storage.Bulk.
func (s *Store) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	return func(yield func(room.Record, error) bool) {
		for key, err := range s.allKeys(ctx, bucketGames) {
			var r room.Record
			var value []byte
			if err == nil {
				err = s.view(ctx, func(tx *bolt.Tx) error {
					value = bytes.Clone(tx.Bucket(bucketGames).Get(key))
					return nil
				})
			}
			switch {
			case err == nil && value == nil:
				continue // forgotten meanwhile
			case err == nil:
				r, err = decodeRecord(string(key), value)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// allKeys yields the keys of a bucket in order. After an error it ends.
func (s *Store) allKeys(ctx context.Context, bucket []byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var last []byte
		for {
			keys, err := s.keysAfter(ctx, bucket, last)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, key := range keys {
				if !yield(key, nil) {
					return
				}
			}
			if len(keys) < walkBatch {
				return
			}
			last = keys[len(keys)-1]
		}
	}
}

// keysAfter returns up to walkBatch keys of a bucket after last.
func (s *Store) keysAfter(ctx context.Context, bucket, last []byte) (keys [][]byte, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		c := tx.Bucket(bucket).Cursor()
		k, _ := c.Seek(last)
		if last != nil && bytes.Equal(k, last) {
			k, _ = c.Next()
		}
		for ; k != nil && len(keys) < walkBatch; k, _ = c.Next() {
			keys = append(keys, bytes.Clone(k))
		}
		return nil
	})
	return keys, err
}

// AddGame implements storage.Bulk.
func (s *Store) AddGame(ctx context.Context, r room.Record) error {
	return s.submit(ctx, &change{apply: func(tx *bolt.Tx) error {
		if tx.Bucket(bucketGames).Get([]byte(r.ID().String())) != nil {
			return storage.ErrConflict
		}
		return putRecord(tx, &r)
	}})
}
