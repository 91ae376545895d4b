package filelog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Forget implements storage.Forgetter. The file does not shrink. bbolt reuses its free
// pages.
func (s *Store) Forget(ctx context.Context, before time.Time, limit int) (n int, more bool, err error) {
	end := timeKey(before.UnixMilli(), "")
	var olds []oldGame
	err = s.view(ctx, func(tx *bolt.Tx) error {
		olds = findOld(tx, end, limit)
		return nil
	})
	if err != nil || len(olds) == 0 { // nothing to write
		return 0, err == nil && limit <= 0, err
	}
	err = s.submit(ctx, &change{apply: func(tx *bolt.Tx) error {
		olds = findOld(tx, end, limit)
		for _, o := range olds {
			if err := forget(tx, o); err != nil {
				return err
			}
		}
		return nil
	}})
	if err != nil {
		return 0, false, err
	}
	return len(olds), len(olds) == limit, nil
}

// ForgetGame implements storage.Forgetter.
func (s *Store) ForgetGame(ctx context.Context, id room.GameID) error {
	return s.submit(ctx, &change{apply: func(tx *bolt.Tx) error {
		r, err := getRecord(tx, id.String())
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return forget(tx, oldGame{bucketEnded, timeKey(r.Ended.UnixMilli(), id.String())})
	}})
}

// oldGame is a game to be removed. key is its key in bucket, which orders games by age.
type oldGame struct{ bucket, key []byte }

func findOld(tx *bolt.Tx, end []byte, limit int) (olds []oldGame) {
	for _, bucket := range [][]byte{bucketEnded, bucketImported} {
		c := tx.Bucket(bucket).Cursor()
		for k, _ := c.First(); k != nil && bytes.Compare(k, end) < 0 && len(olds) < limit; k, _ = c.Next() {
			olds = append(olds, oldGame{bucket, bytes.Clone(k)})
		}
	}
	return olds
}

// forget removes a game's record, and the game from all lists.
func forget(tx *bolt.Tx, o oldGame) error {
	if err := tx.Bucket(o.bucket).Delete(o.key); err != nil {
		return err
	}
	name := []byte(nameOf(o.key))
	games, dates := tx.Bucket(bucketGames), tx.Bucket(bucketDates)
	if date := dates.Get(name); date != nil {
		if err := tx.Bucket(bucketImported).Delete(append(bytes.Clone(date), name...)); err != nil {
			return err
		}
		if err := dates.Delete(name); err != nil {
			return err
		}
	}
	var r room.Record
	if data := games.Get(name); data != nil && json.Unmarshal(data, &r) == nil {
		if err := unlist(tx, &r); err != nil {
			return err
		}
	}
	return games.Delete(name)
}

// unlist removes a record from the list for everybody, from its players' lists, and from the
// bucket ended.
func unlist(tx *bolt.Tx, r *room.Record) error {
	key := timeKey(r.Ended.UnixMilli(), r.ID().String())
	if err := tx.Bucket(bucketEnded).Delete(key); err != nil {
		return err
	}
	for _, id := range r.Listed() {
		order := tx.Bucket(bucketOpen)
		if id != "" {
			order = tx.Bucket(bucketPlayer).Bucket([]byte(id))
		}
		if order == nil {
			continue
		}
		if err := order.Delete(key); err != nil {
			return err
		}
		if first, _ := order.Cursor().First(); first == nil && id != "" {
			if err := tx.Bucket(bucketPlayer).DeleteBucket([]byte(id)); err != nil {
				return err
			}
		}
	}
	return nil
}

// DateImports implements storage.Forgetter.
func (s *Store) DateImports(ctx context.Context, since time.Time) error {
	now := timeKey(s.clock().UnixMilli(), "")
	done := false
	err := s.view(ctx, func(tx *bolt.Tx) error {
		last := tx.Bucket(bucketMeta).Get(keyDated)
		done = bytes.Compare(last, timeKey(since.UnixMilli(), "")) > 0 && bytes.Compare(last, now) <= 0
		return nil
	})
	if err != nil || done {
		return err
	}
	var last []byte
	for {
		names, err := s.keysAfter(ctx, bucketGames, last)
		if err != nil {
			return err
		}
		if err := s.date(ctx, names, now); err != nil {
			return err
		}
		if len(names) < walkBatch {
			break
		}
		last = names[len(names)-1]
	}
	return s.submit(ctx, &change{apply: func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Put(keyDated, now) }})
}

// date stores the date of those games that need one.
func (s *Store) date(ctx context.Context, names [][]byte, now []byte) error {
	undated := 0
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for _, name := range names {
			if needsDate(tx, name) {
				undated++
			}
		}
		return nil
	})
	if err != nil || undated == 0 {
		return err
	}
	return s.submit(ctx, &change{apply: func(tx *bolt.Tx) error {
		for _, name := range names {
			if !needsDate(tx, name) {
				continue
			}
			if err := putDate(tx, name, now); err != nil {
				return err
			}
		}
		return nil
	}})
}

// putDate stores the date of a game that is not in bucketEnded.
func putDate(tx *bolt.Tx, name, date []byte) error {
	if err := tx.Bucket(bucketDates).Put(name, date); err != nil {
		return err
	}
	return tx.Bucket(bucketImported).Put(append(bytes.Clone(date), name...), nil)
}

// importedField occurs in the JSON of imported games only: JSON escapes quotes inside
// strings.
var importedField = []byte(`"imported":`)

// needsDate reports whether a game was imported and has no date. It does not decode the
// record, so that a walk is quick.
func needsDate(tx *bolt.Tx, name []byte) bool {
	return bytes.Contains(tx.Bucket(bucketGames).Get(name), importedField) && tx.Bucket(bucketDates).Get(name) == nil
}
