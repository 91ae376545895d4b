package rooms

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// errTooMuchHistory says that the hub has read too many entries for this client for now.
var errTooMuchHistory = errors.New("hub: too many entries were read for this client")

// readHistory makes the replica hold the entries after the cursor of a client, or all
// entries if the log does not hold the cursor. For a client that accepts a snapshot it reads
// nothing.
func (r *Room) readHistory(ctx context.Context, visit Visit) error {
	if visit.Snapshot {
		return nil
	}
	if n := visit.After.N; n > 0 && n <= r.replica.N() {
		if err := r.reachBack(ctx, n-1, visit.Charge); err != nil {
			return err
		}
		if _, held := r.replica.Since(n, visit.After.Digest); held {
			return nil
		}
	}
	return r.reachBack(ctx, 0, visit.Charge)
}

// reachBack makes the replica hold all entries after entry n. charge is called only if more
// than room.CommandWindow entries must be read. Any command may make the replica read up to this
// many entries, and is not charged for them.
func (r *Room) reachBack(ctx context.Context, n uint64, charge func(int) bool) error {
	before := r.replica.Before()
	if before <= n {
		return nil
	}
	entries := int(before - n)
	if entries > room.CommandWindow && charge != nil && !charge(entries) {
		return errTooMuchHistory
	}
	if err := r.rooms.history.Acquire(ctx, 1); err != nil {
		return err
	}
	defer r.rooms.history.Release(1)
	err := r.replica.ReachBack(ctx, r.rooms.cfg.Store, n)
	if errors.Is(err, play.ErrRewound) {
		r.handleReplicaErr(err)
		return nil
	}
	return err
}
