package rooms

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// errTooMuchHistory: the client has had too many entries read for now.
var errTooMuchHistory = errors.New("hub: too many entries were read for this client")

// readHistory makes the replica hold the entries after the cursor of a client, or all
// entries if the log does not hold the cursor. A client that accepts a snapshot needs
// none.
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

// reachBack makes the replica hold all entries after entry n. The first
// room.CommandWindow of them are free: a replica may read them for a command too.
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
