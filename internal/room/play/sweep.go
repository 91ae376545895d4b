package play

import (
	"context"
	"errors"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Sweep does what has fallen due in a room: it credits a turn the time that an
// outage has taken, ends a game whose clock has run out, closes a room that nobody
// came to or that everybody left, queues what an AI owes, and deletes a log that was
// kept long enough. Several processes may sweep the same room at once.
func (d Executor) Sweep(ctx context.Context, id room.ID) error {
	r, err := Open(ctx, d.Log, id)
	if errors.Is(err, storage.ErrNotFound) {
		// An append whose log was lost: only the deadline is left of it.
		return ignoreConflict(d.Log.Delete(ctx, id, 0))
	}
	if err != nil {
		return err
	}
	if err := d.creditFallen(ctx, r); err != nil {
		return err
	}
	now := d.now()
	var state *room.State
	var n uint64
	var expired bool
	var fx room.Effects
	r.View(func(s *room.State) {
		state, n, expired = s, s.N, s.Expired(now, d.retention())
		fx = s.Effects(id, now, d.retention())
	})
	if expired {
		return ignoreConflict(d.Log.Delete(ctx, id, n))
	}
	_, err = d.Play(ctx, r, room.Command{ID: room.ExpireID(n), Seen: n, Do: room.Expire{}})
	if !errors.Is(err, room.ErrNothingDue) && !errors.Is(err, room.ErrClosed) {
		return err
	}
	err = d.Log.Touch(ctx, id, n, fx)
	if err == nil {
		d.touched(id, state, fx, now)
	}
	return ignoreConflict(err)
}

// ignoreConflict forgives a lost race: whoever won has set the deadline anew, or left
// an early one, at which the next sweep does.
func ignoreConflict(err error) error {
	if errors.Is(err, storage.ErrConflict) {
		return nil
	}
	return err
}
