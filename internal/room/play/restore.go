package play

import (
	"context"
	"errors"
	"fmt"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Restore stores the log of a room as it was read elsewhere, and has the room go on
// where it ends: its deadline, its place in the lists and the AI's turn follow from
// the log. The records of its games are for AddGame. If the store has the log
// already, or has gone on from it, nothing is changed, and known is true.
// ErrConflict: there is another log under this name. ErrDamaged: it is no room's.
func (d Executor) Restore(ctx context.Context, id room.ID, entries []room.Entry) (known bool, err error) {
	if err := room.CheckLog(entries); err != nil {
		return false, err
	}
	s := &room.State{}
	for _, e := range entries {
		if err := s.Apply(e); err != nil {
			return false, err
		}
	}
	fx := s.Effects(id, d.now(), d.retention())
	fx.Record = nil
	if err = d.Log.Restore(ctx, id, entries, fx); !errors.Is(err, storage.ErrConflict) {
		return false, err
	}
	there, err := d.Log.Read(ctx, id, 0)
	if err != nil {
		return false, err
	}
	if len(there) < len(entries) || there[len(entries)-1].Digest != s.Digest {
		return false, fmt.Errorf("%w: the store has another history of room %s, of %d entries", storage.ErrConflict, id, len(there))
	}
	return true, nil
}
