package rooms

import (
	"context"
	"errors"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// A replica holds the latest entries of its room only. A client that accepts a snapshot needs no
// earlier entries. This file reads them for other clients, before they join the room: so the
// goroutine that will read the socket can wait until the client has taken what it was sent.

// entriesRead is how many entries are read at a time. So a log of any length needs little memory.
const entriesRead = 64

// errTooMuchHistory says that the hub has read too many entries for this client for now.
var errTooMuchHistory = errors.New("hub: too many entries were read for this client")

// startOf returns the cursor from which a client is sent entries: its own if the log holds it,
// otherwise the zero Cursor. For a client that accepts a snapshot of s it is the last entry of s if
// the replica does not hold the client's cursor, and in place of many entries. startOf charges the
// client for the entries that must be read from the store.
func (r *Room) startOf(ctx context.Context, visit Visit, s *room.State) (Cursor, error) {
	from := visit.After
	_, held := r.replica.Since(from.N, from.Digest)
	if visit.Snapshot {
		if !held || s.N > from.N+room.SnapshotInterval {
			from = Cursor{s.N, s.Digest}
		}
		return from, nil
	}
	if from.N > 0 && from.N <= r.replica.Before() {
		entries, err := r.rooms.cfg.Store.Read(ctx, r.replica.ID(), from.N-1, 1)
		if err != nil {
			return Cursor{}, err
		}
		held = len(entries) > 0 && entries[0].Digest == from.Digest
	}
	if !held {
		from = Cursor{}
	}
	if before := r.replica.Before(); before > from.N && visit.Charge != nil && !visit.Charge(int(before-from.N)) {
		return Cursor{}, errTooMuchHistory
	}
	return from, nil
}

// joinLate sends the entries after v's cursor that the replica does not hold, waits until the client
// has taken them, and adds v to the room. Frames about the store and who is there may have been sent
// to the room since v's welcome.
func (r *Room) joinLate(v *visitor) error {
	for !v.socket.Closed() {
		if _, held := r.replica.Since(v.cursor.N, v.cursor.Digest); held {
			break
		}
		entries, err := r.readAfter(v.cursor)
		if err != nil {
			return err
		}
		last := entries[len(entries)-1]
		v.cursor = Cursor{last.N, last.Digest}
		v.socket.Send(r.encode(entries, new(sharedFrames))...)
		v.socket.Flush()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(v, wire.EncodeStore(r.shard.up.Load()), wire.EncodePresence(r.presence.lastSent))
	return nil
}

// readAfter returns the next entries after a cursor. It fails with play.ErrRewound if the log does
// not continue the cursor.
func (r *Room) readAfter(from Cursor) ([]room.Entry, error) {
	ctx, cancel := context.WithTimeout(r.rooms.cfg.Tasks.Context(), openTimeout)
	defer cancel()
	entries, err := r.rooms.cfg.Store.Read(ctx, r.replica.ID(), from.N, entriesRead)
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
