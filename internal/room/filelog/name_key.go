package filelog

import (
	"bytes"
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/storage"
)

// NameKey implements storage.NameKey.
func (s *Store) NameKey(ctx context.Context, proposal []byte) ([]byte, error) {
	var key []byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		if meta := tx.Bucket(bucketMeta); meta != nil { // a store that is read only may be empty
			key = bytes.Clone(meta.Get(keyNameKey))
		}
		return nil
	})
	switch {
	case err != nil || key != nil:
		return key, err
	case s.readOnly:
		return nil, fmt.Errorf("filelog: the key of the public names: %w", storage.ErrNotFound)
	}
	err = s.submit(ctx, &change{apply: func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		if key = bytes.Clone(meta.Get(keyNameKey)); key != nil {
			return nil
		}
		key = bytes.Clone(proposal)
		return meta.Put(keyNameKey, key)
	}})
	if err != nil {
		return nil, err // the change may still be written
	}
	return key, nil
}
