package filelog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// walkBatch is how many keys of a walk one transaction reads. A read transaction
// keeps writers from reusing pages and from growing the file, so it must be short.
const walkBatch = 256

// AllRooms implements storage.Bulk.
func (s *Store) AllRooms(ctx context.Context) iter.Seq2[room.ID, error] {
	return func(yield func(room.ID, error) bool) {
		for k, err := range s.keys(ctx, bucketLog) {
			if !yield(room.ID(k), err) {
				return
			}
		}
	}
}

// AllGames implements storage.Bulk.
func (s *Store) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	return func(yield func(room.Record, error) bool) {
		for name, err := range s.keys(ctx, bucketGames) {
			var r room.Record
			if err == nil {
				err = s.view(ctx, func(tx *bolt.Tx) (err error) {
					r, err = getRecord(tx, name)
					return err
				})
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// keys yields the keys of a bucket, in order.
func (s *Store) keys(ctx context.Context, bucket []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		var last []byte
		for {
			batch, err := s.keysAfter(ctx, bucket, last)
			if err != nil {
				yield("", err)
				return
			}
			for _, k := range batch {
				if !yield(string(k), nil) {
					return
				}
			}
			if len(batch) < walkBatch {
				return
			}
			last = batch[len(batch)-1]
		}
	}
}

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

// Backup writes a copy of the store, as it is at one moment, to a file that must not
// exist yet, and flushes it to the disk. The store can be used meanwhile. A change that
// must grow the file waits until the copy is done, so path should be on a disk that is as
// fast as the store's.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("filelog: no backup: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = errors.Join(fmt.Errorf("filelog: no backup: %w", err), os.Remove(path))
		}
	}()
	err = s.db.View(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(contextWriter{ctx, f})
		return err
	})
	if err != nil {
		return err
	}
	return f.Sync()
}

// contextWriter writes until ctx ends.
type contextWriter struct {
	ctx context.Context
	io.Writer
}

func (w contextWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}
