package play

import (
	"context"
	"errors"
	"fmt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file reads rooms from the log.

// Refresh reads the entries after the last entry of the replica. If the log no longer has that
// last entry, Refresh reads the room again and fails with ErrRewound. If this program is too old
// for an entry, Refresh stops before this entry and fails with room.ErrTooNew. Then no command
// can be carried out on the replica, because it does not reach the end of the log.
func (r *Replica) Refresh(ctx context.Context, log storage.Log) error {
	n := r.N()
	if n == 0 {
		return r.readTail(ctx, log)
	}
	entries, err := log.Read(ctx, r.id, n-1, storage.All)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		if err := r.takeAll(entries...); err == nil || errors.Is(err, room.ErrTooNew) {
			return err
		}
	}
	return r.reread(ctx, log)
}

// readTail reads the room into a replica that has read nothing.
func (r *Replica) readTail(ctx context.Context, log storage.Log) error {
	fresh, err := load(ctx, log, r.id)
	if err != nil && !errors.Is(err, room.ErrTooNew) {
		return err
	}
	r.mu.Lock()
	if r.state.N > 0 { // another goroutine has read the room at the same time
		r.mu.Unlock()
		return r.Refresh(ctx, log)
	}
	defer r.mu.Unlock()
	r.replace(fresh)
	return err
}

// load returns a replica of a room, made from the room's snapshot and the entries after the
// snapshot. If the log does not continue the snapshot, load reads all entries. If this program
// is too old for an entry, load returns the replica with the entries before it.
func load(ctx context.Context, log storage.Log, id room.ID) (*Replica, error) {
	snapshot, entries, err := log.Tail(ctx, id)
	if err != nil {
		return nil, err
	}
	r := NewReplica(id)
	if snapshot != nil {
		if s := fitting(snapshot, entries); s != nil {
			r.publish(s, entries[:1])
			if err = r.takeAll(entries...); err == nil {
				return r, nil
			}
		}
		// The log was rewound, or another version has written the snapshot.
		r = NewReplica(id)
		if entries, err = log.Read(ctx, id, 0, storage.All); err != nil {
			return nil, err
		}
	}
	err = r.takeAll(entries...)
	if err == nil && len(entries) > 2*room.SnapshotInterval {
		keepSnapshot(ctx, log, id, r.state) // the room had no snapshot that can be used
	}
	return r, err
}

// fitting returns the state of a snapshot. It returns nil if the snapshot cannot be used, or is
// not the state after the first of entries.
func fitting(snapshot []byte, entries []room.Entry) *room.State {
	s, err := room.RestoreState(snapshot)
	if err != nil || len(entries) == 0 || entries[0].N != s.N || entries[0].Digest != s.Digest {
		return nil
	}
	return s
}

// keepSnapshot stores a snapshot of a state. It ignores a failure, because readers only have to
// read more.
func keepSnapshot(ctx context.Context, log storage.Log, id room.ID, s *room.State) {
	if snapshot := s.Snapshot(); snapshot != nil {
		_ = log.KeepSnapshot(ctx, id, s.N, snapshot)
	}
}

// reread reads the room again and replaces the contents of the replica. It then fails with
// ErrRewound. If the log is damaged or cannot be read, it changes nothing and returns that error.
func (r *Replica) reread(ctx context.Context, log storage.Log) error {
	fresh, err := load(ctx, log, r.id)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replace(fresh)
	return fmt.Errorf("%w: room %s", ErrRewound, r.id)
}
