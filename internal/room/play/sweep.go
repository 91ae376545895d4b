package play

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Sweep does what is due in a room:
//
//   - credits the present turn for an outage,
//   - ends a game whose clock has run out,
//   - closes a room that nobody joined, or that had no entry for too long,
//   - queues the turn of an AI that has not replied,
//   - deletes a log whose retention is over.
//
// Several processes may sweep the same room at once. The errors are those of Play. That there is nothing to
// do, or no room, is none.
func (x Executor) Sweep(ctx context.Context, id room.ID) error {
	r, err := Open(ctx, x.Log, id)
	if errors.Is(err, storage.ErrNotFound) {
		// The log was lost, but the store still has its deadline. Delete removes the deadline.
		return ignoreConflict(x.Log.Delete(ctx, id, 0))
	}
	if err != nil {
		return err
	}
	return x.sweep(ctx, r)
}

// SweepOpen is like Sweep, for a room of which this process has a replica. It reads only the
// entries that the replica lacks. If the replica changes, the caller must broadcast.
func (x Executor) SweepOpen(ctx context.Context, r *Replica) error {
	if err := r.Refresh(ctx, x.Log); err != nil {
		return err
	}
	return x.sweep(ctx, r)
}

// sweep sweeps a room whose replica has just been read.
func (x Executor) sweep(ctx context.Context, r *Replica) error {
	id := r.id
	if err := x.Credit(ctx, r); err != nil {
		return err
	}
	now, state := x.now(), r.State()
	if state.Expired(now, x.retention()) {
		return ignoreConflict(x.Log.Delete(ctx, id, state.N))
	}
	_, err := x.Play(ctx, r, room.Command{ID: room.ExpireID(state.N), Seen: state.N, Do: room.Expire{}})
	if !errors.Is(err, room.ErrNothingDue) && !errors.Is(err, room.ErrClosed) {
		return err
	}
	fx := state.Effects(id, now, x.retention())
	err = x.Log.Touch(ctx, id, state.N, fx)
	if err == nil && x.Observer != nil {
		x.Observer.Touched(id, state, fx, now)
	}
	return ignoreConflict(err)
}

// Wake must be called when somebody is in the room: see room.State.Visited. The caller must have
// announced somebody's presence before, so that a writer who appends at the same time queues the next
// turn of a room that was asleep. It fails with room.ErrBusy if others append again and again, or with
// an error of the store.
func (x Executor) Wake(ctx context.Context, r *Replica) error {
	for range maxRaces {
		state := r.State()
		fx, changes := state.Visited(r.id, x.now(), x.retention())
		if !changes {
			return nil
		}
		err := x.Log.Touch(ctx, r.id, state.N, fx)
		if !errors.Is(err, storage.ErrConflict) {
			return err
		}
		if err := r.Refresh(ctx, x.Log); err != nil {
			return err
		}
	}
	return room.ErrBusy
}

// ignoreConflict returns nil for a conflict. The other writer has stored a new deadline or left
// the old one, so a later sweep finds the room.
func ignoreConflict(err error) error {
	if errors.Is(err, storage.ErrConflict) {
		return nil
	}
	return err
}
