// Package filelog keeps rooms in one file, for one process. It needs no other program.
//
// It keeps the promises of package storage, and these:
//
//   - Durable. After Append, Touch, Delete or Done returns, the change is on the disk
//     (fsync). It survives a crash of the process or of the machine, if the disk obeys
//     fsync.
//   - Atomic. An entry and its effects are one transaction of bbolt.
//   - One process. If a second one opens the file, Open fails after LockTimeout and
//     changes nothing.
//   - Jobs survive. Jobs that were queued or leased when the file was closed are free to
//     take after it is opened again.
//
// The file must not be on a network file system without locks. To copy an open file, use
// Backup.
//
// Watchers, presence, waiting calls of Take, questions and partial answers are in memory,
// since only this process uses them. Answers that are done are in the file.
//
// # How it works
//
// One goroutine writes (commit.go). It gathers the changes that arrive during a commit,
// and commits them in one transaction, in their order. A single change does not wait;
// many changes share an fsync. Readers use read transactions and do not wait. Each
// watcher has a mailbox, so that the writer does not wait for it (watch.go).
//
// Most moves change nothing but the log of their room. Such entries go to the journal, a
// bucket that all rooms share, in the same transaction as all else. The writing goroutine moves
// them to the logs many at a time (journal.go).
//
// # Damage
//
// Open refuses a file that was cut, or whose first pages or journal cannot be read. Open does not
// find other damage. A call that meets such damage fails with storage.ErrDamaged. Other calls go
// on as before. Check finds all damage that bbolt can find. KeepCopies makes a copy every hour, so
// that damage costs at most an hour.
//
// # Buckets
//
//	meta                format → "1"; closed → Unix milliseconds as 8 bytes, see downtime.go;
//	                    name-key → the key
//	log/ROOM            N → the entry's Raw bytes
//	journal             SEQUENCE ROOM → N and the entry's Raw bytes. The entry counts unless
//	                    the room's log has it. The bucket exists while it has entries
//	state               ROOM → JSON: its deadline, list, origin and last job
//	due                 MS ROOM → nothing
//	list/LIST           SEQUENCE ROOM → nothing; each room that enters gets the next number
//	jobs                SEQUENCE → JSON: room, n, lane, owner and origin
//	games               ROOM/k → the record as JSON
//	ended               MS ROOM/k → nothing; games between two players that were played here
//	open                MS ROOM/k → nothing; games that are listed for everybody
//	player/PLAYER       MS ROOM/k → nothing; games that are listed for a player
//	imported            MS ROOM/k → nothing; games that are not in ended. MS is the time when
//	                    DateImports found an imported game, or the end of a game that one
//	                    player played on both seats
//	dates               ROOM/k → MS: the MS of the game in imported
//	snapshots           ROOM → N and the snapshot of the room after entry N
//	answers             KEY → JSON: the answer, and when it expires; the bucket's sequence is
//	                    the number of answers
//	expiry              MS KEY → nothing; answers by when they expire
//
// N, MS (Unix milliseconds) and SEQUENCE are 8 bytes, big-endian, so that keys are in
// numerical order. KEY is an analysis.QuestionKey.
package filelog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// LockTimeout is how long Open waits for another process to close the file.
const LockTimeout = 2 * time.Second

// format is the version of the buckets that the package comment lists.
var format = []byte("1")

// Store implements storage.Store.
type Store struct {
	db       *bolt.DB
	path     string
	readOnly bool
	clock    func() time.Time

	changes  chan *change
	quit     chan struct{} // closed when Close begins
	stopped  chan struct{} // closed when the writing goroutine has ended
	closing  sync.Once
	closeErr error // what Close returns; set by the first call

	watches       watches[room.ID, storage.Notice]
	answerWatches watches[analysis.QuestionKey, *analysis.Answer]
	journal       journal
	queue         queue
	analyses      analyses
	presence      presence
	watched       watchedRooms
}

var _ storage.Store = (*Store)(nil)

// Option changes how a store is opened.
type Option func(*settings)

type settings struct {
	clock       func() time.Time
	jobLease    time.Duration
	sleepAfter  time.Duration
	lockTimeout time.Duration
	readOnly    bool
}

// WithClock sets the clock that decides when heartbeats and leases end. The default is
// time.Now.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.clock = now }
}

// WithJobLease replaces storage.JobLease.
func WithJobLease(d time.Duration) Option {
	return func(s *settings) { s.jobLease = d }
}

// WithSleepAfter replaces room.SleepAfter.
func WithSleepAfter(d time.Duration) Option {
	return func(s *settings) { s.sleepAfter = d }
}

// WithLockTimeout replaces LockTimeout.
func WithLockTimeout(d time.Duration) Option {
	return func(s *settings) { s.lockTimeout = d }
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.closing.Do(func() {
		close(s.quit)
		<-s.stopped
		s.watches.close()
		s.answerWatches.close()
		s.closeErr = errors.Join(s.noteClosing(), s.db.Close())
	})
	return s.closeErr
}

// errClosed is the error of a call that Close has interrupted.
var errClosed = fmt.Errorf("filelog: the store is closed: %w", storage.ErrUnavailable)

// view runs a read transaction.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return wrap(s.readTx(fn))
}

// wrap wraps an error of the file into storage.ErrUnavailable. It does not change refusals
// and errors that wrap storage.ErrDamaged.
func wrap(err error) error {
	if err == nil || isRefusal(err) || errors.Is(err, storage.ErrUnavailable) || errors.Is(err, storage.ErrDamaged) {
		return err
	}
	return fmt.Errorf("filelog: %w: %w", storage.ErrUnavailable, err)
}
