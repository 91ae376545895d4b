package rooms

import (
	"context"
	"errors"
	"fmt"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// A replica holds the latest entries of its room only. This file reads earlier entries for one
// socket, which are forgotten when they are sent.

// entriesRead is how many entries are read at a time for a socket, about as many as a part has.
const entriesRead = 64

// errTooMuchHistory says that the hub has read too many entries for this client for now.
var errTooMuchHistory = errors.New("hub: too many entries were read for this client")

// startOf returns the cursor from which a client is sent entries: its own cursor if the log holds
// it, otherwise the zero Cursor. It charges the client for the entries that must be read from the
// store. A client that accepts a snapshot needs no cursor that the replica does not hold.
func (r *Room) startOf(ctx context.Context, visit Visit) (Cursor, error) {
	from := visit.After
	if visit.Snapshot {
		return from, nil
	}
	if from.N > 0 && from.N <= r.replica.Before() {
		entries, err := r.rooms.cfg.Store.ReadSome(ctx, r.replica.ID(), from.N-1, 1)
		if err != nil {
			return Cursor{}, err
		}
		if len(entries) == 0 || entries[0].Digest != from.Digest {
			from = Cursor{}
		}
	} else if _, held := r.replica.Since(from.N, from.Digest); !held {
		from = Cursor{}
	}
	if before := r.replica.Before(); before > from.N && visit.Charge != nil && !visit.Charge(int(before-from.N)) {
		return Cursor{}, errTooMuchHistory
	}
	return from, nil
}

// readEarlier sends v a part that the replica does not hold, in a goroutine that reads it from the
// store. The caller holds mu.
func (r *Room) readEarlier(v *visitor) {
	v.catchingUp = true
	tasks, from := r.rooms.cfg.Tasks, v.cursor
	if !tasks.Admit() {
		return // the hub ends, and closes the socket
	}
	go func() {
		defer tasks.Done()
		defer r.rooms.surviveServing(v.socket)
		entries, err := r.readAfter(tasks.Context(), from)
		switch {
		case errors.Is(err, play.ErrRewound):
			v.socket.Close(wire.CloseServiceRestart, "the room was rewound")
			r.repair()
		case err != nil:
			r.rooms.refuse(v, r.replica.ID(), err)
		default:
			r.mu.Lock()
			defer r.mu.Unlock()
			r.sendPart(v, entries, new(sharedFrames))
		}
	}()
}

// readAfter returns the next entries after a cursor. It fails with play.ErrRewound if the log does
// not continue the cursor.
func (r *Room) readAfter(ctx context.Context, from Cursor) ([]room.Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	if err := r.rooms.history.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
	}
	defer r.rooms.history.Release(1)
	entries, err := r.rooms.cfg.Store.ReadSome(ctx, r.replica.ID(), from.N, entriesRead)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.N != from.N+1 || !e.Follows(from.Digest) {
			return nil, play.ErrRewound
		}
		from = Cursor{e.N, e.Digest}
	}
	if len(entries) == 0 {
		return nil, play.ErrRewound
	}
	return entries, nil
}
