package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Target is a store to which Restore can write whole logs.
type Target interface {
	storage.Log
	storage.Bulk
}

// Restore stores the log of a room that was read from another store. The room goes on where the
// log ends: Restore also stores its deadline, its list and the AI's turn. It does not store the
// records of the games; AddGame does.
//
// If the store has this log already, or a longer log that begins with it, Restore changes
// nothing and known is true. Restore fails with storage.ErrConflict if the store has another
// log under this name, and with room.ErrDamaged if entries are not the log of a room.
func (x Executor) Restore(ctx context.Context, to Target, id room.ID, entries []room.Entry) (known bool, err error) {
	if err := room.CheckLog(entries); err != nil {
		return false, err
	}
	s := &room.State{}
	for _, e := range entries {
		if err := s.Apply(e); err != nil {
			return false, err
		}
	}
	fx := s.Effects(id, x.now(), x.retention())
	fx.Record = nil
	if err = to.Restore(ctx, id, entries, fx); !errors.Is(err, storage.ErrConflict) {
		return false, err
	}
	stored, err := to.Read(ctx, id, 0, storage.All)
	if err != nil {
		return false, err
	}
	if len(stored) < len(entries) || stored[len(entries)-1].Digest != s.Digest {
		return false, fmt.Errorf("%w: the store has another history of room %s, of %d entries", storage.ErrConflict, id, len(stored))
	}
	return true, nil
}
