package filelog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// ReadOnly opens an existing file for reading only. Calls that write fail. Several processes may
// read one file at the same time.
func ReadOnly() Option {
	return func(s *settings) { s.readOnly = true }
}

// Open opens the file at path. If there is no file, Open creates it, but not its folder. The
// errors are sentences for the operator.
func Open(path string, opts ...Option) (*Store, error) {
	set := settings{clock: time.Now, jobLease: storage.JobLease, sleepAfter: room.SleepAfter, lockTimeout: LockTimeout}
	for _, o := range opts {
		o(&set)
	}
	s := &Store{
		path:     path,
		readOnly: set.readOnly,
		clock:    set.clock,
		changes:  make(chan *change, maxGroup),
		quit:     make(chan struct{}),
		stopped:  make(chan struct{}),
	}
	s.watches.lost = storage.Notice{Lost: true}
	s.journal.clear()
	s.queue.init(set.jobLease, set.sleepAfter)
	s.watched.last = map[room.ID]time.Time{}
	s.analyses.init()
	var err error
	if _, missing := os.Stat(path); s.readOnly || !errors.Is(missing, fs.ErrNotExist) {
		err = s.openRead(set.lockTimeout) // first, because bbolt panics with the file locked if it opens a cut one for writing
	}
	if err == nil && !s.readOnly {
		err = s.openWrite(set.lockTimeout)
	}
	if errors.Is(err, storage.ErrDamaged) {
		err = fmt.Errorf("filelog: %s: %w. %s", path, err, advice(path))
	}
	if err != nil {
		return nil, err
	}
	go s.write()
	return s, nil
}

// openable returns an error if there is a folder or an empty file at path. bbolt would make a
// new store in an empty file, and nobody would learn that the rooms are gone.
func openable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("filelog: cannot open the store: %w", err)
	case info.IsDir():
		return fmt.Errorf("filelog: cannot open the store: %s is a folder", path)
	case info.Size() == 0:
		return damaged("the file has 0 bytes, and a store never has")
	}
	return nil
}

// open opens the file with bbolt.
func (s *Store) open(options *bolt.Options) error {
	var err error
	damage := guard(func() error {
		s.db, err = bolt.Open(s.path, 0o600, options)
		return nil
	})
	var system *fs.PathError
	switch {
	case damage != nil:
		return damage
	case err == nil:
		return nil
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("filelog: %s is in use by another process; "+
			"a file serves one process at a time, several need a redis:// store: %w", s.path, storage.ErrUnavailable)
	case errors.As(err, &system):
		return fmt.Errorf("filelog: cannot open the store: %w", err)
	default:
		return fmt.Errorf("filelog: %s is no store of rooms, or its first pages are damaged (%w). %s", s.path, err, advice(s.path))
	}
}

// openRead opens the file for reading, and checks its length and its format. For a store that will
// write, it closes the file again.
func (s *Store) openRead(timeout time.Duration) error {
	if err := openable(s.path); err != nil {
		return err
	}
	if err := s.open(&bolt.Options{Timeout: timeout, ReadOnly: true}); err != nil {
		return err
	}
	err := s.readTx(s.checkFile)
	if err == nil && s.readOnly {
		err = s.readTx(s.journal.load)
	}
	if err != nil || !s.readOnly {
		return errors.Join(err, s.db.Close())
	}
	return nil
}

// openWrite opens the file for writing, creates the buckets, loads the queue, and moves the
// journal to the logs.
func (s *Store) openWrite(timeout time.Duration) error {
	if err := s.open(&bolt.Options{Timeout: timeout, FreelistType: bolt.FreelistMapType}); err != nil {
		return err
	}
	err := s.writeTx(func(tx *bolt.Tx) error {
		meta, err := tx.CreateBucketIfNotExists(bucketMeta)
		if err == nil && meta.Get(keyFormat) == nil {
			err = meta.Put(keyFormat, format)
		}
		for _, name := range buckets {
			if err == nil {
				_, err = tx.CreateBucketIfNotExists(name)
			}
		}
		if err != nil {
			return fmt.Errorf("filelog: %w", err)
		}
		return errors.Join(s.queue.load(tx, s.clock()), s.journal.load(tx), s.journal.moveAll(tx))
	})
	s.journal.clear()
	if err != nil {
		return errors.Join(err, s.db.Close())
	}
	return nil
}

// checkFile returns an error if the file was cut, or is not a store in the format of this program.
func (s *Store) checkFile(tx *bolt.Tx) error {
	info, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if info.Size() < tx.Size() {
		return damaged("the file was cut: it has %d of %d bytes", info.Size(), tx.Size())
	}
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		if first, _ := tx.Cursor().First(); first == nil {
			return nil
		}
		return fmt.Errorf("filelog: %s is a bbolt file of another program; choose another name", s.path)
	}
	if got := meta.Get(keyFormat); !bytes.Equal(got, format) {
		return fmt.Errorf("filelog: %s has the format %q, and this program reads %q: use the version of the program that wrote it",
			s.path, got, format)
	}
	return nil
}

// damaged returns an error that wraps storage.ErrDamaged.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", storage.ErrDamaged, fmt.Errorf(format, args...))
}

// guard calls do. bbolt checks little of what it reads: on a damaged page it panics, or reads
// memory to which no part of the file is mapped. guard returns each of these faults as
// storage.ErrDamaged. bbolt has then rolled the transaction back, and can still use the file.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = damaged("%v", p)
		}
	}()
	return do()
}

// readTx runs a read transaction through guard.
func (s *Store) readTx(fn func(*bolt.Tx) error) error {
	return guard(func() error { return s.db.View(fn) })
}

// writeTx runs a write transaction through guard. If fn returns an error, the transaction is
// undone.
func (s *Store) writeTx(fn func(*bolt.Tx) error) error {
	return guard(func() error { return s.db.Update(fn) })
}
