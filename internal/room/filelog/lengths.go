package filelog

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// Lengths implements storage.Lengths.
func (s *Store) Lengths(ctx context.Context, ids []room.ID) ([]uint64, error) {
	lengths := make([]uint64, len(ids))
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for i, id := range ids {
			lengths[i] = lastN(tx, id)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return lengths, nil
}
