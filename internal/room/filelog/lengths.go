package filelog

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
)

// Lengths implements storage.Lengths.
func (s *Store) Lengths(ctx context.Context, ids []room.ID) ([]uint64, error) {
	lengths := make([]uint64, len(ids))
	journaled := make(map[room.ID]uint64) // the last number in the journal
	for _, id := range ids {
		if s.journal.has(id) {
			journaled[id] = 0
		}
	}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		if len(journaled) > 0 {
			for k, v := range journalOf(tx) {
				if id := room.ID(nameOf(k)); len(v) > keyNumberLength {
					journaled[id] = parseSequence(v)
				}
			}
		}
		for i, id := range ids {
			n, _ := lastInLog(tx, id)
			lengths[i] = max(n, journaled[id])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return lengths, nil
}
