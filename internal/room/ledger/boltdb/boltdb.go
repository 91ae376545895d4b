package boltdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// DB implements ledger.Database. It is its own and only shard.
type DB struct {
	bolt        *bolt.DB
	path        string
	readOnly    bool
	clock       func() time.Time
	lockTimeout time.Duration // how long Open waits for another process to close the file

	state  atomic.Pointer[state]
	groups *ledger.Groups

	// These are for the goroutine that commits.
	journal    int // the size of the journal in bytes
	emptyAt    int // the size at which it is emptied
	maxJournal int // emptyAt, unless it could not be emptied

	watches *ledger.Watches
}

var (
	_ ledger.Database = (*DB)(nil)
	_ ledger.Driver   = (*DB)(nil)
)

// Option changes how a file is opened.
type Option func(*DB)

// WithClock sets the clock of the database. The default is time.Now.
func WithClock(now func() time.Time) Option {
	return func(d *DB) { d.clock = now }
}

// ReadOnly opens an existing file for reading only. Commit fails. Several processes may read one
// file at the same time.
func ReadOnly() Option {
	return func(d *DB) { d.readOnly = true }
}

// Shards implements ledger.Database.
func (d *DB) Shards() []ledger.Driver { return []ledger.Driver{d} }

// Fresh implements ledger.Database. The memory of the process before is gone. A file that is open for
// reading only has no queues.
func (d *DB) Fresh() bool { return !d.readOnly }

// Now implements storage.Clock. It reads the clock of the process.
func (d *DB) Now() time.Time { return d.clock() }

// SyncClock implements storage.Clock.
func (d *DB) SyncClock(ctx context.Context) error { return ctx.Err() }

// ClockOffset implements storage.Clock.
func (d *DB) ClockOffset() (time.Duration, bool) { return 0, false }

// Status implements storage.StatusReporter.
func (d *DB) Status(ctx context.Context) (storage.Status, error) {
	if err := ctx.Err(); err != nil {
		return storage.Status{}, err
	}
	file, err := os.Stat(d.path)
	if err != nil {
		return storage.Status{}, wrap(err)
	}
	return storage.Status{File: &storage.File{Size: file.Size(), Volume: volumeOf(filepath.Dir(d.path))}}, nil
}

// CheckSpace implements storage.StatusReporter.
func (d *DB) CheckSpace() error {
	folder := filepath.Dir(d.path)
	if v := volumeOf(folder); v != nil && v.Free < storage.MinFree {
		return fmt.Errorf("boltdb: %d bytes are free on the volume of %s, and at least %d must be: %w",
			v.Free, folder, storage.MinFree, storage.ErrFull)
	}
	return nil
}

// Close implements ledger.Database.
func (d *DB) Close() error {
	d.groups.Close()
	d.watches.Close()
	if !d.readOnly {
		d.emptyJournal() // what is left is read from the journal when the file is opened again
	}
	return d.bolt.Close()
}

// wrap wraps an error of the file into one of package storage.
func wrap(err error) error {
	switch {
	case err == nil || errors.Is(err, storage.ErrDamaged):
		return err
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, bolterrors.ErrMaxSizeReached):
		return fmt.Errorf("boltdb: %w: %w", storage.ErrFull, err)
	default:
		return fmt.Errorf("boltdb: %w: %w", storage.ErrUnavailable, err)
	}
}
