// Package filelog keeps rooms in one file, for one process: nothing to
// install, nothing to run beside the program.
//
// It promises what room.Store asks for, and:
//
//   - Durable. What Append, Touch, Delete and Done have acknowledged is on the
//     disk (fsync). A crash of the process or of the machine loses nothing of
//     it, as far as the disk keeps its word.
//   - All or nothing. An entry and its effects are one transaction of bbolt.
//   - One process. A second one that opens the file is told so after
//     LockTimeout and has changed nothing.
//   - Jobs survive: those that were queued or being worked on when the file was
//     closed are free to take after it is opened again.
//
// Its users owe it the only copy: the file must not be copied while it is
// open, and not lie on a network file system without locks.
//
// Watchers, presence, waiting Takes and questions live in memory: all who could
// be told are in this process. Of answers those that are done are in the file.
//
// # How it works
//
// One goroutine writes (commit.go). It gathers the changes that arrive while
// the disk is busy with the last ones, and commits them in one transaction, in
// their order: one change alone never waits, many share an fsync. Readers use
// read transactions and wait for nobody.
//
// # Buckets
//
//	meta                format → "1"; dated → MS, when DateImports began last
//	log/ROOM            N → the entry's Raw bytes
//	state               ROOM → JSON: its deadline, list and latest job
//	due                 MS ROOM → nothing
//	list/LIST           SEQUENCE ROOM → nothing; the sequence counts entrances
//	jobs                SEQUENCE → JSON: room and n
//	games               ROOM/k → the record as JSON
//	ended               MS ROOM/k → nothing; of the games that are listed for everybody
//	player/PLAYER       MS ROOM/k → nothing; of those that are listed for a player
//	imported            MS ROOM/k → nothing; of imported games, by when DateImports found them
//	dates               ROOM/k → MS, the same by name
//	answers             KEY → JSON: until when it is kept, and the answer; the sequence counts them
//	expiry              MS KEY → nothing; of the answers
//
// N, MS (Unix milliseconds) and SEQUENCE are 8 bytes, big-endian, so that the
// order of the keys is the order of what they count. KEY is a room.QuestionKey.
package filelog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// LockTimeout is how long Open waits for another process to let go of the
// file.
const LockTimeout = 2 * time.Second

// format is the version of the layout above.
const format = "1"

// Store implements room.Store.
type Store struct {
	db    *bolt.DB
	path  string
	clock func() time.Time

	changes chan *change
	quit    chan struct{} // closed when Close begins
	stopped chan struct{} // closed when the writing goroutine is over
	closing sync.Once
	closed  error // of the file; set once

	watches  watches[room.ID, storage.Notice]
	answered watches[analysis.QuestionKey, *analysis.Answer]
	queue    queue
	analyses analyses
	presence presence
}

var _ storage.Store = (*Store)(nil)

// Option changes how a store is opened.
type Option func(*settings)

type settings struct {
	clock       func() time.Time
	idleLimit   time.Duration
	lockTimeout time.Duration
}

// WithClock replaces time.Now, by which heartbeats end and the work on jobs
// expires.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.clock = now }
}

// WithJobIdleLimit replaces room.JobIdleLimit.
func WithJobIdleLimit(d time.Duration) Option {
	return func(s *settings) { s.idleLimit = d }
}

// WithLockTimeout replaces LockTimeout.
func WithLockTimeout(d time.Duration) Option {
	return func(s *settings) { s.lockTimeout = d }
}

// Open opens the file at path, and creates it if there is none; its folder
// must exist. The errors are sentences for whoever started the program.
func Open(path string, opts ...Option) (*Store, error) {
	set := settings{clock: time.Now, idleLimit: storage.JobLease, lockTimeout: LockTimeout}
	for _, o := range opts {
		o(&set)
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: set.lockTimeout, FreelistType: bolt.FreelistMapType})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("filelog: %s is in use by another process; "+
			"a file serves one process at a time, several need a redis:// store: %w", path, storage.ErrUnavailable)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return nil, fmt.Errorf("filelog: %s is no store of rooms, or damaged (%w); move it away to start a new one", path, err)
	case err != nil:
		return nil, fmt.Errorf("filelog: cannot open the store: %w", err)
	}
	s := &Store{
		db:      db,
		path:    path,
		clock:   set.clock,
		changes: make(chan *change, maxGroup),
		quit:    make(chan struct{}),
		stopped: make(chan struct{}),
	}
	s.watches.lost = storage.Notice{Lost: true}
	s.queue.init(set.idleLimit)
	s.analyses.init()
	if err := s.prepare(path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	go s.write()
	return s, nil
}

// prepare checks the format, makes the buckets and loads the queue.
func (s *Store) prepare(path string) error {
	return s.db.Update(func(tx *bolt.Tx) error {
		if err := checkFormat(tx, path); err != nil {
			return err
		}
		for _, name := range buckets {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return fmt.Errorf("filelog: %w", err)
			}
		}
		return s.queue.load(tx, s.clock())
	})
}

func checkFormat(tx *bolt.Tx, path string) error {
	if meta := tx.Bucket(bucketMeta); meta != nil {
		if got := string(meta.Get(keyFormat)); got != format {
			return fmt.Errorf("filelog: %s has the format %q, and this program reads %q: "+
				"use the version of the program that wrote it", path, got, format)
		}
		return nil
	}
	if first, _ := tx.Cursor().First(); first != nil {
		return fmt.Errorf("filelog: %s is a bbolt file of some other program; choose another name", path)
	}
	meta, err := tx.CreateBucket(bucketMeta)
	if err != nil {
		return fmt.Errorf("filelog: %w", err)
	}
	return meta.Put(keyFormat, []byte(format))
}

// Close implements room.Store.
func (s *Store) Close() error {
	s.closing.Do(func() {
		close(s.quit)
		<-s.stopped
		s.watches.close()
		s.answered.close()
		s.closed = errors.Join(s.beginSilence(), s.db.Close())
	})
	return s.closed
}

// errClosed is what a method returns that was under way when Close was called.
var errClosed = fmt.Errorf("filelog: the store is closed: %w", storage.ErrUnavailable)

// view runs a read transaction.
func (s *Store) view(ctx context.Context, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return wrap(s.db.View(fn))
}

// wrap says of an error of the file that it is one, and leaves refusals alone.
func wrap(err error) error {
	if err == nil || refused(err) || errors.Is(err, storage.ErrUnavailable) {
		return err
	}
	return fmt.Errorf("filelog: %w: %w", storage.ErrUnavailable, err)
}
