package storage

import (
	"context"
	"github.com/quatre/quatre/internal/room"
	"time"
)

// Store is everything that rooms need from the world. An implementation is
// safe for concurrent use. Its errors wrap those above, and it passes logtest.
type Store interface {
	Shards
	Log
	PresenceStore
	Queue
	Analyses
	Archive
	Bulk

	// Status returns how the store does. What does not answer is left out, as long
	// as something does.
	Status(ctx context.Context) (Status, error)

	// Close ends every watch and releases what the store holds. It blocks until
	// the store's goroutines are over. No other method may be called after it.
	Close() error
}

// Log holds the logs of all rooms, and what must happen in them when.
type Log interface {
	// Append stores e, which Seal has made, as the last entry of the room and
	// carries out fx, both in one atomic step, durably by the store's own standard.
	// It tells the room's watchers. It fails with ErrConflict unless the log ends
	// at e.N-1, with an entry whose raw form ends with e.Joint(). A store that has to
	// send it again, as its answer was lost on the way, recognises what it has stored; the
	// same holds of Restore, Delete and AddGame.
	Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error

	// Restore stores a whole log, as Read gave it of another store or as Seal has
	// made it, and carries out fx, all in one atomic step. It fails with ErrConflict
	// if the room has a log. Entries that are no log by CheckLog are refused, and
	// so is a log longer than any that Play writes. Watchers are told the last
	// entry: they read on from what they have.
	Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error

	// Touch carries out fx alone, if the log ends at n: otherwise ErrConflict.
	// Of fx it uses Due, List and Job; a Job is queued only if the one that the
	// room queued last is no longer in the queue.
	Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error

	// Read returns the entries after n, in order; none if there are none. A room
	// that does not exist is an empty log, and no error.
	Read(ctx context.Context, id room.ID, after uint64) ([]room.Entry, error)

	// Delete removes the room's log, its deadline, its place in the lists and its
	// queued job, if the log ends at n (ErrConflict otherwise), and tells the
	// watchers. The records of finished games stay.
	Delete(ctx context.Context, id room.ID, n uint64) error

	// Watch calls tell with everything that is appended to the room and every
	// change of who is there, from before Watch returns until stop is called or
	// the store is closed. tell is called by one goroutine at a time and must
	// neither block nor call the store. Entries may arrive late, twice or, after
	// a Notice that says Lost, not at all: whoever watches reads on from what it
	// has. After stop has returned tell is not called again.
	Watch(ctx context.Context, id room.ID, tell func(Notice)) (stop func(), err error)

	// Due returns up to limit rooms whose deadline is not after now, the most
	// overdue first. Its error may be a *Partly.
	Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error)

	// DueIn returns the same of one shard, and does not wait for the others.
	DueIn(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error)

	// Rooms returns up to limit rooms that stand in a list, those that entered it last
	// first. Its error may be a *Partly.
	Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error)
}

// Presence knows who is in a room. It is no part of the log. What a holder (one
// process in one life, by a name of its own) says of its rooms counts as long as
// its heart beats: to keep it costs the same for one room and for thousands.
type PresenceStore interface {
	// Beat says that holder is alive, for PresenceTTL; call it every
	// PresenceRenewal. It reports whether this is the beginning of a heartbeat:
	// the first, or the last one was over. Then nothing counts of what holder
	// has announced before, and it announces all its rooms. After an error a
	// heartbeat may have begun all the same: in the shards that are away, if the
	// error is a *Partly, and then began speaks of the others.
	//
	// It also takes back what others have announced whose heartbeat is over,
	// and tells the watchers of those rooms; what it does not get done within
	// ctx the next Beat does, of whichever holder.
	Beat(ctx context.Context, holder string) (began bool, err error)

	// Announce says that holder has these people in the room. It replaces what
	// holder said before; the zero Here takes it back. It tells the room's
	// watchers who is there, also if that has not changed: whoever announces
	// learns it from its watch, in order with what others announce.
	// ErrNotFound: holder has no heartbeat.
	Announce(ctx context.Context, id room.ID, holder string, here Presence) error

	// Silence returns the last time in which no heart beat in a shard, whole and from
	// one beat to the next: since before SilenceLimit, or in a store for one process
	// from when it was closed. The zero Outage: none is known.
	Silence(ctx context.Context, shard int) (room.Outage, error)

	// Here returns who is in the room: what all who have a heartbeat have
	// announced, merged.
	Here(ctx context.Context, id room.ID) (Presence, error)
}

// Queue holds the turns that AI workers owe. A job is delivered at least once:
// a reply that comes too late is refused by the log.
type Queue interface {
	// Take waits for a job and hands it to worker (a name of its own, per
	// process and life). Jobs that a worker has neither kept nor finished for
	// JobIdleLimit are taken away from it and handed to the next who asks. It
	// returns the context's error when that ends first.
	Take(ctx context.Context, worker string) (Job, error)

	// Keep says that the worker is alive and at it. Call it every JobKeepAlive.
	// ErrNotFound: the job is no longer this worker's.
	Keep(ctx context.Context, worker string, job Job) error

	// Done removes the job: answered, or no longer of interest.
	Done(ctx context.Context, job Job) error

	// Return hands the job back, for another worker to take at once.
	Return(ctx context.Context, worker string, job Job) error

	// Backlog returns how many jobs are queued or being worked on. Its error may be
	// a *Partly.
	Backlog(ctx context.Context) (int, error)

	// Pending returns the same in detail. Its error may be a *Partly.
	Pending(ctx context.Context) (Pending, error)
}

// Archive holds the finished games.
type Archive interface {
	// Game returns one record, or ErrNotFound.
	Game(ctx context.Context, id room.GameID) (room.Record, error)

	// Games returns the records that q asks for, those that ended last first, and
	// the cursor for the next page. The cursor is empty exactly if no further
	// record matches, with one exception: a call that has looked at GamesScanLimit
	// records stops there, however few of them match, and its cursor leads on. A
	// cursor that Games did not return is treated as an empty one.
	Games(ctx context.Context, q GamesQuery) ([]room.Record, string, error)

	// Forget removes records of games that are older than before, up to limit of them,
	// and their places in every list. A game is as old as its end; one that was
	// imported, which may have ended long ago, ages from when DateImports has found it. n is how
	// many this call has removed; more reports that there may be others. Several
	// processes may forget at once. A shard that is away keeps those of the others from
	// nothing: then n and more are of these, and IsAway holds of the error.
	Forget(ctx context.Context, before time.Time, limit int) (n int, more bool, err error)

	// DateImports notes that imported games that it has not met before begin to age now. It
	// walks over the whole store, and does nothing if anybody has begun to do so after
	// since. What it has not done when it fails, the next one does.
	DateImports(ctx context.Context, since time.Time) error
}
