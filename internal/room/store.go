package room

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// What every method of a Store may return, besides the errors of its context.
var (
	// ErrConflict: the log does not end where the caller believes. Nothing was
	// stored; read on and decide again.
	ErrConflict = errors.New("room: the log has moved on")

	// ErrNotFound: there is no such room or game.
	ErrNotFound = errors.New("room: not found")

	// ErrUnavailable: the store could not be asked, or did not answer. An append
	// may or may not have been stored; sending the same command again is safe.
	ErrUnavailable = errors.New("room: the store is not available")
)

// IsAway reports whether err shows a store that does not answer, or not in time:
// what was asked may work later.
func IsAway(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
}

// Store is everything that rooms need from the world. An implementation is
// safe for concurrent use. Its errors wrap those above, and it passes logtest.
type Store interface {
	Shards
	Log
	Presence
	Queue
	Analyses
	Archive
	Whole

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
	Append(ctx context.Context, id ID, e Entry, fx Effects) error

	// Restore stores a whole log, as Read gave it of another store or as Seal has
	// made it, and carries out fx, all in one atomic step. It fails with ErrConflict
	// if the room has a log. Entries that are no log by CheckLog are refused, and
	// so is a log longer than any that Play writes. Watchers are told the last
	// entry: they read on from what they have.
	Restore(ctx context.Context, id ID, entries []Entry, fx Effects) error

	// Touch carries out fx alone, if the log ends at n: otherwise ErrConflict.
	// Of fx it uses Due, List and Job; a Job is queued only if the one that the
	// room queued last is no longer in the queue.
	Touch(ctx context.Context, id ID, n uint64, fx Effects) error

	// Read returns the entries after n, in order; none if there are none. A room
	// that does not exist is an empty log, and no error.
	Read(ctx context.Context, id ID, after uint64) ([]Entry, error)

	// Delete removes the room's log, its deadline, its place in the lists and its
	// queued job, if the log ends at n (ErrConflict otherwise), and tells the
	// watchers. The records of finished games stay.
	Delete(ctx context.Context, id ID, n uint64) error

	// Watch calls tell with everything that is appended to the room and every
	// change of who is there, from before Watch returns until stop is called or
	// the store is closed. tell is called by one goroutine at a time and must
	// neither block nor call the store. Entries may arrive late, twice or, after
	// a Notice that says Lost, not at all: whoever watches reads on from what it
	// has. After stop has returned tell is not called again.
	Watch(ctx context.Context, id ID, tell func(Notice)) (stop func(), err error)

	// Due returns up to limit rooms whose deadline is not after now, the most
	// overdue first. Its error may be a *Partly.
	Due(ctx context.Context, now time.Time, limit int) ([]ID, error)

	// DueIn returns the same of one shard, and does not wait for the others.
	DueIn(ctx context.Context, shard int, now time.Time, limit int) ([]ID, error)

	// Rooms returns up to limit rooms that stand in a list, those that entered it last
	// first. Its error may be a *Partly.
	Rooms(ctx context.Context, list List, limit int) ([]ID, error)
}

// MaxRestored bounds the log that Restore takes, in entries. Play writes few beyond
// MaxEntries: the game that is on then is played to its end.
const MaxRestored = 2 * MaxEntries

// CheckLog reports whether entries are a whole log: 1 to MaxRestored of them,
// numbered from 1, each with a digest that follows from the one before. The error wraps
// ErrDamaged.
func CheckLog(entries []Entry) error {
	if len(entries) == 0 || len(entries) > MaxRestored {
		return fmt.Errorf("%w: it has %d entries, not 1 to %d", ErrDamaged, len(entries), MaxRestored)
	}
	prev := ""
	for i, e := range entries {
		if e.N != uint64(i+1) || !e.Follows(prev) {
			return fmt.Errorf("%w: entry %d in place %d does not follow", ErrDamaged, e.N, i+1)
		}
		prev = e.Digest
	}
	return nil
}

// Notice is what a watcher is told: exactly one field is set.
type Notice struct {
	Entry *Entry // appended
	Here  *Here  // who is there has changed
	Gone  bool   // the room was deleted
	Lost  bool   // notices may have been missed: read on
}

// Effects is what an append stores beside its entry. All of it describes the
// room after the entry, so that carrying it out twice changes nothing.
type Effects struct {
	Due    time.Time // the next moment at which Sweep must look; zero: never
	List   List      // the list in which the room stands
	Job    bool      // queue the AI's turn {room, n}
	Record *Record   // the game that this entry has ended

	// What the entry before has stored may stay, so that a store need not write it
	// again with every move.
	ListKept bool // the room stands in List already
	DueKept  bool // the deadline that it has is far off, and not after Due
}

// List is a list of rooms. A room stands in one at most.
type List string

// The lists.
const (
	Unlisted List = ""
	Waiting  List = "waiting" // for a second player, who has the link
	Playing  List = "playing" // a game is on

	// The same of rooms that everybody may see.
	OpenWaiting List = "open-waiting"
	OpenPlaying List = "open-playing"
)

// Presence knows who is in a room. It is no part of the log. What a holder (one
// process in one life, by a name of its own) says of its rooms counts as long as
// its heart beats: to keep it costs the same for one room and for thousands.
type Presence interface {
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
	Announce(ctx context.Context, id ID, holder string, here Here) error

	// Silence returns the last time in which no heart beat in a shard, whole and from
	// one beat to the next: since before SilenceLimit, or in a store for one process
	// from when it was closed. The zero Outage: none is known.
	Silence(ctx context.Context, shard int) (Outage, error)

	// Here returns who is in the room: what all who have a heartbeat have
	// announced, merged.
	Here(ctx context.Context, id ID) (Here, error)
}

// PresenceTTL is for how long a heartbeat counts. With a beat every
// PresenceRenewal, what a dead process announced has vanished everywhere within
// 15 s.
const (
	PresenceTTL     = 10 * time.Second
	PresenceRenewal = 4 * time.Second

	// SilenceLimit is how long no heart must have beaten for that to be a silence: it
	// shows that none was alive for MinCredit.
	SilenceLimit = PresenceRenewal + MinCredit
)

// Here is who is in a room now.
type Here struct {
	Seats      [2]Presentee `json:"seats"` // by seat
	Spectators int          `json:"spectators"`

	// Left is when each seat's player last said goodbye, in Unix microseconds; 0:
	// not lately. It is announced by the process that heard it.
	Left [2]int64 `json:"left,omitzero"`
}

// Presentee is the connection through which a seat's player is present. Of two
// connections to one seat the one with the later Since counts.
type Presentee struct {
	Conn  string `json:"conn,omitempty"`  // empty: nobody is there
	Since int64  `json:"since,omitempty"` // Unix microseconds
}

// Merge adds up what two holders have.
func (h Here) Merge(o Here) Here {
	for i, p := range o.Seats {
		if p.Conn != "" && (h.Seats[i].Conn == "" || p.Since > h.Seats[i].Since ||
			p.Since == h.Seats[i].Since && p.Conn > h.Seats[i].Conn) {
			h.Seats[i] = p
		}
	}
	for i, left := range o.Left {
		h.Left[i] = max(h.Left[i], left)
	}
	h.Spectators += o.Spectators
	return h
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

// Time limits of the queue. An answer to a job whose worker died waits
// JobIdleLimit, at most another JobKeepAlive until it is noticed, and its
// level's budget.
const (
	JobIdleLimit = 1200 * time.Millisecond
	JobKeepAlive = 400 * time.Millisecond
)

// Job asks for an AI's move in a room whose log ended at N when it was queued.
type Job struct {
	Room  ID
	N     uint64
	Token string // the store's own handle
}

// Archive holds the finished games.
type Archive interface {
	// Game returns one record, or ErrNotFound.
	Game(ctx context.Context, id GameID) (Record, error)

	// Games returns the records that q asks for, those that ended last first, and
	// the cursor for the next page. The cursor is empty exactly if no further
	// record matches, with one exception: a call that has looked at GamesScanLimit
	// records stops there, however few of them match, and its cursor leads on. A
	// cursor that Games did not return is treated as an empty one.
	Games(ctx context.Context, q GamesQuery) ([]Record, string, error)

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

// GamesQuery says which finished games are wanted.
type GamesQuery struct {
	// Player restricts them to those that Record.Listed lists under this id. Empty:
	// those that it lists for everybody.
	Player PlayerID

	// Cursor is where the page before ended; empty: begin with the latest game.
	Cursor string

	// Limit is how many records are wanted at most; none if it is not positive.
	Limit int

	// Match reports whether a record is wanted; nil: all are. It must neither
	// keep the record nor call the store.
	Match func(*Record) bool
}

// GamesScanLimit is how many records one call of Games looks at. It bounds what
// a filter that hardly anything passes can cost.
const GamesScanLimit = 2000
