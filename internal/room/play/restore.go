package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Target is a store that takes whole logs.
type Target interface {
	storage.Log
	storage.Restorer
}

// Restore stores the log of a room that was read from another store. The room goes on
// where the log ends: deadline, list and the AI's turn follow from it. The records of its
// games are not stored; AddGame does that.
//
// known reports that the store has this log already, or a longer one that begins with it;
// then nothing was changed. It fails with storage.ErrConflict if the store has another
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
	stored, err := to.Read(ctx, id, 0)
	if err != nil {
		return false, err
	}
	if len(stored) < len(entries) || stored[len(entries)-1].Digest != s.Digest {
		return false, fmt.Errorf("%w: the store has another history of room %s, of %d entries", storage.ErrConflict, id, len(stored))
	}
	return true, nil
}
