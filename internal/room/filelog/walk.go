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

// walkBatch is about how many keys of a walk one transaction reads. A read transaction
// keeps writers from reusing pages and from growing the file, so the transaction must be short.
const walkBatch = 256

// AllRooms implements storage.Bulk.
func (s *Store) AllRooms(ctx context.Context) iter.Seq2[room.ID, error] {
	return func(yield func(room.ID, error) bool) {
		for _, fault := range s.faults {
			if !yield("", fault) {
				return
			}
		}
		more := true
		s.walkOver(ctx, bucketLog, func(e element, err error) bool {
			id := room.ID(e.key)
			if err == nil {
				_, err = asBucket("log/"+string(id), e)
			}
			if err == nil && !id.Valid() {
				err = damaged("bucket log: %q is no room", id)
			}
			if err != nil {
				_ = s.note(err)
				id = ""
			}
			more = yield(id, err)
			return more
		})
		if more {
			s.walkOver(ctx, bucketJournal, func(e element, err error) bool {
				if err == nil {
					err = s.checkJournaled(ctx, e)
				}
				return err == nil || yield("", s.note(fmt.Errorf("the latest entries of some rooms may be missing: %w", err)))
			})
		}
	}
}

// checkJournaled returns an error if an element of the journal cannot be read or, in a store
// that is read only, if no room has the entry.
func (s *Store) checkJournaled(ctx context.Context, e element) error {
	id, entry, err := decodeJournaled(e.key, e.value)
	if err == nil && s.readOnly {
		var found []room.Entry
		found, err = s.readAround(ctx, id, entry.N-1)
		if err == nil && len(found) == 0 {
			err = errNotNext(id, entry.N)
		}
	}
	if err != nil {
		return damaged("journal: %w", err)
	}
	return nil
}

// AllGames implements storage.Bulk.
func (s *Store) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	return func(yield func(room.Record, error) bool) {
		s.walkOver(ctx, bucketGames, func(e element, err error) bool {
			var r room.Record
			if err == nil {
				r, err = decodeRecord(string(e.key), e.value)
				_ = s.note(err)
			}
			return yield(r, err)
		})
	}
}

// found is an element that a walk has visited, or the error of damage.
type found struct {
	element
	err error
}

// walkOver calls yield with the elements of a bucket, and with an error for each damage, until
// yield returns false. The last error may have another cause. A store that is read only uses
// one transaction for the whole walk.
func (s *Store) walkOver(ctx context.Context, name []byte, yield func(element, error) bool) {
	told := map[string]bool{} // errors yielded already; two batches may read the same page
	for from := []byte(nil); ; {
		var batch []found
		var next []byte
		stopped := false
		take := func(f found) bool {
			if s.readOnly {
				stopped = ctx.Err() != nil || !yield(f.element, f.err)
				return !stopped
			}
			f.key, f.value = bytes.Clone(f.key), bytes.Clone(f.value)
			batch = append(batch, f)
			return true
		}
		err := s.view(ctx, func(tx *bolt.Tx) error {
			p, root := s.pagesOf(tx)
			b, exists, err := p.sub(root, name)
			if err != nil || !exists {
				return err
			}
			w := walk{
				pages: p, from: from,
				visit: func(e element) bool { return take(found{element: e}) },
				damage: func(err error) bool {
					_ = s.note(err)
					again := told[err.Error()]
					told[err.Error()] = true
					return again || take(found{err: err})
				},
				leave: func(after []byte) bool {
					next = bytes.Clone(after)
					return s.readOnly || len(batch) < walkBatch
				},
			}
			w.all(b)
			return nil
		})
		for _, f := range batch {
			if stopped = stopped || !yield(f.element, f.err); stopped {
				return
			}
		}
		switch {
		case stopped && ctx.Err() == nil:
			return
		case err == nil:
			err = ctx.Err()
		}
		if err != nil {
			yield(element{}, err)
			return
		}
		if next == nil || s.readOnly {
			return
		}
		from = next
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

// Backup writes a copy of the store, as it is at one moment, to a new file and flushes the
// file to the disk. It fails if path exists. The store can be used meanwhile. A change that
// must grow the store's file waits until the copy is done, so path should be on a disk that
// is as fast as the store's.
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

// contextWriter is a writer that fails once ctx has ended.
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
