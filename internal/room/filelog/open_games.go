package filelog

import (
	"bytes"
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// ListOpenGames implements storage.OpenGames.
func (s *Store) ListOpenGames(ctx context.Context) error {
	done := false
	err := s.view(ctx, func(tx *bolt.Tx) error {
		done = tx.Bucket(bucketMeta).Get(keyOpenGames) != nil
		return nil
	})
	if err != nil || done {
		return err
	}
	var last []byte
	for {
		keys, err := s.keysAfter(ctx, bucketEnded, last)
		if err != nil {
			return err
		}
		if err := s.openGames(ctx, keys); err != nil {
			return err
		}
		if len(keys) < walkBatch {
			break
		}
		last = keys[len(keys)-1]
	}
	return s.submit(ctx, &change{apply: func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Put(keyOpenGames, []byte("1")) }})
}

// openGames adds games to the list for everybody if they were played in open rooms. keys are
// the keys of the games in the bucket ended.
func (s *Store) openGames(ctx context.Context, keys [][]byte) error {
	var open [][]byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for _, key := range keys {
			if isOpenGame(tx, nameOf(key)) {
				open = append(open, key)
			}
		}
		return nil
	})
	if err != nil || len(open) == 0 {
		return err
	}
	return s.submit(ctx, &change{apply: func(tx *bolt.Tx) error {
		for _, key := range open {
			r, err := getRecord(tx, nameOf(key))
			if err != nil {
				continue // another call has forgotten the game meanwhile
			}
			r.Open = true
			if err := putRecord(tx, &r); err != nil {
				return err
			}
		}
		return nil
	}})
}

// isOpenGame reports whether the log of a game's room says that the room was open, although
// the game's record does not.
func isOpenGame(tx *bolt.Tx, name string) bool {
	r, err := getRecord(tx, name)
	if err != nil || r.Open {
		return false
	}
	log := tx.Bucket(bucketLog).Bucket([]byte(r.Room))
	if log == nil {
		return false
	}
	e, err := room.DecodeEntry(bytes.Clone(log.Get(sequenceKey(1))))
	created, ok := e.Event.(room.Created)
	return err == nil && ok && created.Open
}
