package storage

import (
	"context"
	"math"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// All is the limit of Read for everything.
const All = math.MaxInt

// Log holds the log of each room.
type Log interface {
	// Append stores e, made by room.Seal, as the last entry of the room, and carries
	// out fx, both in one atomic step. Append does not call watchers; a goroutine of the
	// store does, after the entry is stored.
	//
	// Append fails with ErrConflict unless the log ends at e.N-1 with an entry whose raw
	// form ends with e.PrevTail(). If an answer of the database was lost, Append may fail with
	// ErrUnavailable or ErrConflict although e is stored; the log shows it. The same holds for
	// Restore, Delete and AddGame.
	//
	// A job in room.LaneMachine is queued only if the room is awake: somebody is present
	// (Presence), or somebody left, or the log was begun or restored, less than room.SleepAfter
	// ago. In a room that is asleep, fx.DueAsleep is the deadline.
	//
	// The fx.Origin of the first entry is the origin of all jobs of the room. The store keeps it
	// until the log is deleted.
	Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error

	// Touch carries out fx without an entry if the log ends at n; otherwise it fails with
	// ErrConflict. Touch uses the Due, List and Job of fx, as Append does. But it queues a job
	// only if the last job of the room is no longer in the queue.
	Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error

	// Read returns at most limit entries after n, in order. limit must be positive. A room that
	// does not exist has an empty log; that is not an error.
	Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error)

	// Tail returns what a reader needs for the present state of a room: the snapshot that
	// KeepSnapshot stored last, and the entries from the snapshot's own entry on. Without a
	// snapshot it returns nil and all entries.
	//
	// The log may have been rewound since the snapshot was made. The snapshot fits the log if
	// the first of the entries has the number and digest that the snapshot names.
	Tail(ctx context.Context, id room.ID) (snapshot []byte, entries []room.Entry, err error)

	// KeepSnapshot stores the snapshot of the room after entry n, in place of an earlier one.
	// A Tail soon afterwards may still return the earlier one. A snapshot may be lost at
	// any time: it is a cache of what the log says. Delete removes it.
	KeepSnapshot(ctx context.Context, id room.ID, n uint64, snapshot []byte) error

	// Delete removes the log of the room, its deadline, its place in a list and its
	// queued job, and notifies the watchers. It fails with ErrConflict unless the log ends
	// at n. Records of finished games stay.
	Delete(ctx context.Context, id room.ID, n uint64) error
}

// Watcher tells what happens in rooms.
type Watcher interface {
	// Watch calls tell with every entry that is appended to the room and every change
	// of presence, from before Watch returns until stop is called or the store is
	// closed. One goroutine at a time calls tell, which must neither block nor call
	// the store. After stop has returned tell is not called again.
	//
	// A goroutine of the store calls tell: a slow tell delays neither calls of the store
	// nor other watchers. If more than about a thousand notices wait for one tell, a Lost notice
	// replaces them.
	//
	// Entries may arrive late, twice or, after a Lost notice, never: a watcher reads on from its
	// last entry. Redis with wait=1 publishes an entry only when a replica has it. It may
	// never publish the entry if the writer dies, or if Append has failed with ErrUnavailable.
	// So a watcher also compares Lengths now and then.
	Watch(ctx context.Context, id room.ID, tell func(Notice)) (stop func(), err error)

	// Lengths returns the number of the last entry of each room, in the order of ids; 0
	// for a room without a log. The rooms must be in one shard. Lengths costs far less than
	// Read, so a process can call it for all its open rooms.
	Lengths(ctx context.Context, ids []room.ID) ([]uint64, error)
}

// Notice is one message of a watch. Exactly one field is set.
type Notice struct {
	Entry    *room.Entry   // appended
	Presence *RoomPresence // the new presence, after a change
	Gone     bool          // the room was deleted
	Lost     bool          // notices may be missing: read on
}

// Deadlines lists rooms whose deadline has passed.
type Deadlines interface {
	// Due returns up to limit rooms whose deadline is not after now, the most overdue
	// first. It may fail with ErrPartial.
	Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error)

	// ClaimDue is Due in one shard, for a process that sweeps the rooms. Of several processes that
	// call it, one gets a room. ClaimDue returns the room again after SweepLease, in case that
	// process has died, or as soon as the room has another deadline.
	ClaimDue(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error)
}

// SweepLease is how long a room that is due belongs to the process that claimed it. If the
// process dies, another one sweeps the room after SweepLease.
const SweepLease = 2 * time.Second

// Lists lists rooms by their state.
type Lists interface {
	// Rooms returns up to limit rooms of a list, in reverse order of entering it. It may fail
	// with ErrPartial.
	Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error)
}

// Shards tells which rooms fail together. A store may be spread over several servers;
// each shard is the set of rooms on one of them.
type Shards interface {
	// Shards returns the number of shards, at least 1. It does not change while the
	// store is open.
	Shards() int

	// Shard returns the shard of a room, counted from 0. It is the same in all processes
	// that use the store.
	Shard(id room.ID) int
}
