package filelog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// ReadOnly opens an existing file for reading only. A damaged file can be opened if its first
// pages lead to the other pages. AllRooms, AllGames, Read and Rooms read around damage. Calls
// that write fail. Several processes may read one file at the same time.
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
	if s.readOnly {
		s.cache = &pageCache{}
	}
	_, err := os.Stat(path)
	if exists := !errors.Is(err, fs.ErrNotExist); exists || s.readOnly {
		if err := s.openRead(set.lockTimeout); err != nil {
			return nil, err
		}
	}
	if !s.readOnly {
		if err := s.openWrite(set.lockTimeout); err != nil {
			return nil, err
		}
	}
	go s.write()
	return s, nil
}

// openRead opens the file for reading. For a store that will write, openRead only checks the
// file and closes it again. openWrite opens it afterwards.
func (s *Store) openRead(timeout time.Duration) error {
	if err := openable(s.path); err != nil {
		return err
	}
	if err := s.open(&bolt.Options{Timeout: timeout, ReadOnly: true}); err != nil {
		return err
	}
	if s.readOnly {
		if s.faults = s.trust(); errors.Is(errors.Join(s.faults...), errForeign) {
			return errors.Join(append(s.faults, s.db.Close())...)
		}
		if err := s.readJournal(); err != nil {
			return errors.Join(err, s.db.Close())
		}
		return nil
	}
	err := errors.Join(s.trust()...)
	if errors.Is(err, storage.ErrDamaged) {
		err = fmt.Errorf("filelog: %s: %w. %s", s.path, err, advice(s.path))
	}
	return errors.Join(err, s.db.Close())
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
		return fmt.Errorf("filelog: %s has 0 bytes, and a store never has: %w. Restore a copy; remove the file to start a new store",
			path, storage.ErrDamaged)
	}
	return nil
}

// open opens the file with bbolt.
func (s *Store) open(options *bolt.Options) (err error) {
	options.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag, mode)
		s.file = f
		return f, err
	}
	options.FreelistType = bolt.FreelistMapType
	s.db, err = bolt.Open(s.path, 0o600, options)
	var system *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("filelog: %s is in use by another process; "+
			"a file serves one process at a time, several need a redis:// store: %w", s.path, storage.ErrUnavailable)
	case errors.As(err, &system):
		return fmt.Errorf("filelog: cannot open the store: %w", err)
	default:
		return fmt.Errorf("filelog: %s is no store of rooms, or its first pages are damaged (%w). Nothing can be read from it. "+
			"Restore a copy; move the file away to start a new store", s.path, err)
	}
}

// trust checks the length of the file, its list of free pages and its format, and returns an
// error for each fault.
func (s *Store) trust() (faults []error) {
	err := s.readTx(func(tx *bolt.Tx) error {
		info, err := s.file.Stat()
		if err != nil {
			return err
		}
		p, _ := s.pagesOf(tx)
		if want := int64(p.end) * int64(p.size); info.Size() < want {
			faults = append(faults, errCut(info.Size(), want))
		}
		if s.base, err = p.base(); err != nil {
			faults = append(faults, err)
		}
		if _, err = p.freePages(s.base.freelist); err != nil {
			faults = append(faults, err)
		}
		return p.checkFormat(bucket{root: s.base.root}, s.path)
	})
	if err != nil {
		faults = append(faults, err)
	}
	return faults
}

// errForeign is wrapped by the errors for files of other programs and formats.
var errForeign = errors.New("not a file of this program")

// checkFormat returns an error if the file is not a store in the format of this program.
func (p pages) checkFormat(root bucket, path string) error {
	meta, found, err := p.sub(root, bucketMeta)
	if err != nil {
		return err
	}
	if !found {
		empty := true
		w := walk{pages: p, visit: func(element) bool { empty = false; return false }, damage: func(error) bool { return true }}
		if w.all(root); empty {
			return nil
		}
		return fmt.Errorf("filelog: %s is a bbolt file of another program; choose another name (%w)", path, errForeign)
	}
	got, _, err := p.get(meta, keyFormat)
	if err == nil && string(got.value) != format && !bytes.Equal(got.value, formatJournal) {
		err = fmt.Errorf("filelog: %s has the format %q, and this program reads %q: "+
			"use the version of the program that wrote it (%w)", path, got.value, format, errForeign)
	}
	return err
}

// openWrite opens the file for writing, creates the buckets and loads the queue.
func (s *Store) openWrite(timeout time.Duration) error {
	if err := s.open(&bolt.Options{Timeout: timeout}); err != nil {
		return err
	}
	err := s.writeTx(func(tx *bolt.Tx) error {
		meta, err := tx.CreateBucketIfNotExists(bucketMeta)
		if err == nil && meta.Get(keyFormat) == nil {
			err = meta.Put(keyFormat, []byte(format))
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
	if errors.Is(err, storage.ErrDamaged) {
		err = fmt.Errorf("filelog: %s: %w. %s", s.path, err, advice(s.path))
	}
	if err != nil {
		return errors.Join(err, s.db.Close())
	}
	return nil
}
