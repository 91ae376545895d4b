package boltdb

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

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

var (
	bucketMeta = []byte("meta")
	bucketKeys = []byte("keys")
	keyFormat  = []byte("format")

	bucketJournal = []byte("journal")

	// format is the version of the form that the package comment describes.
	format = []byte("3")
)

// Open opens the file at path. If there is no file, and no copy of one, Open creates it, but not its
// folder. The errors are sentences for the operator.
func Open(path string, opts ...Option) (*DB, error) {
	d := &DB{path: path, clock: time.Now, lockTimeout: 2 * time.Second, maxJournal: maxJournal, watches: ledger.NewWatches()}
	for _, o := range opts {
		o(d)
	}
	d.emptyAt = d.maxJournal
	var err error
	if _, missing := os.Stat(path); d.readOnly || !errors.Is(missing, fs.ErrNotExist) {
		err = d.openRead() // first, because bbolt panics with the file locked if it opens a cut one for writing
	} else if last := latestCopy(path); last != "" { // a new file would look well, and its copies would replace these
		err = fmt.Errorf("boltdb: there is no %s, but there are copies of it. Put the latest in its place, %s, "+
			"with the same owner, or move them away to begin a new one", path, last)
	}
	if err == nil && !d.readOnly {
		err = d.openWrite()
	}
	if err == nil {
		err = d.readJournal()
	}
	if err == nil {
		d.groups = ledger.NewGroups(d.commit)
		return d, nil
	}
	if d.bolt != nil {
		err = errors.Join(err, d.bolt.Close())
	}
	if errors.Is(err, storage.ErrDamaged) {
		err = fmt.Errorf("boltdb: %s: %w. %s", path, err, advice(path))
	}
	return nil, err
}

// open opens the file with bbolt.
func (d *DB) open(options *bolt.Options) error {
	options.Timeout = d.lockTimeout
	err := guard(func() (err error) {
		d.bolt, err = bolt.Open(d.path, 0o600, options)
		return err
	})
	var system *fs.PathError
	switch {
	case err == nil || errors.Is(err, storage.ErrDamaged):
		return err
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("boltdb: %s is in use by another process; "+
			"a file serves one process at a time, several need a redis:// store: %w", d.path, storage.ErrUnavailable)
	case errors.As(err, &system):
		return fmt.Errorf("boltdb: cannot open the store: %w", err)
	default:
		return fmt.Errorf("boltdb: %s is no store of rooms, or its first pages are damaged (%w). %s", d.path, err, advice(d.path))
	}
}

// openRead opens the file for reading, and checks its length and its format. For a database that
// will write, it closes the file again.
func (d *DB) openRead() error {
	info, err := os.Stat(d.path)
	switch {
	case err != nil:
		return fmt.Errorf("boltdb: cannot open the store: %w", err)
	case info.IsDir():
		return fmt.Errorf("boltdb: cannot open the store: %s is a folder", d.path)
	case info.Size() == 0: // bbolt would make a new database in it, and nobody would learn that the rooms are gone
		return damaged("the file has 0 bytes, and a store never has")
	}
	if err := d.open(&bolt.Options{ReadOnly: true}); err != nil {
		return err
	}
	if err := d.readTx(d.checkFile); err != nil || d.readOnly {
		return err
	}
	return d.bolt.Close()
}

// openWrite opens the file for writing, and creates the buckets.
func (d *DB) openWrite() error {
	if err := d.open(&bolt.Options{FreelistType: bolt.FreelistMapType}); err != nil {
		return err
	}
	err := d.writeTx(func(tx *bolt.Tx) error {
		if tx.Bucket(bucketMeta) != nil {
			return errUnchanged
		}
		for _, name := range [][]byte{bucketKeys, bucketJournal, bucketMeta} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketMeta).Put(keyFormat, format)
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return wrap(err)
}

// checkFile returns an error if the file was cut, or is not a store in the format of this program.
func (d *DB) checkFile(tx *bolt.Tx) error {
	info, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	if info.Size() < tx.Size() {
		return damaged("the file was cut: it has %d of %d bytes", info.Size(), tx.Size())
	}
	meta := tx.Bucket(bucketMeta)
	switch first, _ := tx.Cursor().First(); {
	case first == nil && d.readOnly:
		return fmt.Errorf("boltdb: %s has no rooms yet", d.path)
	case first == nil:
		return nil // the process was killed before it could create the buckets
	case meta == nil:
		return fmt.Errorf("boltdb: %s is a bbolt file of another program; choose another name", d.path)
	case !bytes.Equal(meta.Get(keyFormat), format):
		return fmt.Errorf("boltdb: %s has the format %q, and this program reads %q: use the version of the program that wrote it",
			d.path, meta.Get(keyFormat), format)
	}
	for _, name := range [][]byte{bucketKeys, bucketJournal} {
		if tx.Bucket(name) == nil {
			return damaged("the bucket %s is missing", name)
		}
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
func (d *DB) readTx(fn func(*bolt.Tx) error) error {
	return guard(func() error { return d.bolt.View(fn) })
}

// writeTx runs a transaction that may change the file through guard.
func (d *DB) writeTx(fn func(*bolt.Tx) error) error {
	return guard(func() error { return d.bolt.Update(fn) })
}
