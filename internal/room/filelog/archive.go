package filelog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// putRecord stores the record of a finished game and lists the game. It does nothing if r
// is nil.
func putRecord(tx *bolt.Tx, r *room.Record) error {
	if r == nil {
		return nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	name := r.ID().String()
	if err := tx.Bucket(bucketGames).Put([]byte(name), data); err != nil {
		return err
	}
	key := timeKey(r.Ended.UnixMilli(), name)
	switch {
	case r.SelfPlay():
		if err := putDate(tx, []byte(name), key[:keyNumberLength]); err != nil {
			return err
		}
	case r.Imported == "":
		if err := tx.Bucket(bucketEnded).Put(key, nil); err != nil {
			return err
		}
	}
	for _, id := range r.Listed() {
		order := tx.Bucket(bucketOpen)
		if id != "" {
			if order, err = tx.Bucket(bucketPlayer).CreateBucketIfNotExists([]byte(id)); err != nil {
				return err
			}
		}
		if err := order.Put(key, nil); err != nil {
			return err
		}
	}
	return nil
}

// Game implements storage.Archive.
func (s *Store) Game(ctx context.Context, id room.GameID) (room.Record, error) {
	var r room.Record
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		r, err = getRecord(tx, id.String())
		return err
	})
	return r, err
}

func getRecord(tx *bolt.Tx, name string) (room.Record, error) {
	data := tx.Bucket(bucketGames).Get([]byte(name))
	if data == nil {
		return room.Record{}, fmt.Errorf("filelog: game %s: %w", name, storage.ErrNotFound)
	}
	return decodeRecord(name, data)
}

// decodeRecord decodes the record of the named game.
func decodeRecord(name string, data []byte) (r room.Record, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, damaged("game %s: %w", name, err)
	}
	if got := r.ID().String(); got != name {
		return r, damaged("game %s: its record is that of %s", name, got)
	}
	return r, nil
}

// Games implements storage.Archive.
func (s *Store) Games(ctx context.Context, q storage.GamesQuery) (records []room.Record, next string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		order := tx.Bucket(bucketOpen)
		if q.Player != "" {
			order = tx.Bucket(bucketPlayer).Bucket([]byte(q.Player))
		}
		if order == nil || q.Limit <= 0 {
			return nil
		}
		c := order.Cursor()
		var seen []byte // the last key that the loop has read
		looked := 0
		// The loop leaves out games that one player played on both seats, if an older version
		// listed them for everybody.
		for k := before(c, parseCursor(q.Cursor)); k != nil; k, _ = c.Prev() {
			if looked == storage.GamesScanLimit {
				next = cursor(seen)
				return nil
			}
			looked++
			r, err := getRecord(tx, nameOf(k))
			if err != nil {
				continue // leave out a record that is damaged or missing
			}
			if slices.Contains(r.Listed(), q.Player) && (q.Match == nil || q.Match(&r)) {
				if len(records) == q.Limit {
					next = cursor(seen)
					return nil
				}
				records = append(records, r)
			}
			seen = bytes.Clone(k)
		}
		return nil
	})
	return records, next, err
}

// before moves c to the last key before key, or to the last of all keys if key is nil.
func before(c *bolt.Cursor, key []byte) []byte {
	if key == nil {
		k, _ := c.Last()
		return k
	}
	if k, _ := c.Seek(key); k == nil {
		k, _ = c.Last()
		return k
	}
	k, _ := c.Prev()
	return k
}
