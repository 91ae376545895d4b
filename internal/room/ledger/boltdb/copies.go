package boltdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/storage"
)

// CopyInterval is the time between two copies that KeepCopies makes.
const CopyInterval = time.Hour

// copyName is the name of a copy: the time at which it was made, in UTC.
const copyName = "2006-01-02T15-04-05Z.db"

// KeepCopies makes a copy of the store every CopyInterval, and keeps the latest keep copies, until
// ctx ends. The copies are in the folder CopiesOf. If a copy fails, KeepCopies logs the reason
// and tries again after the interval.
func (d *DB) KeepCopies(ctx context.Context, keep int, log *slog.Logger) {
	folder := CopiesOf(d.path)
	timer := time.NewTimer(d.untilNextCopy(folder))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := d.copyInto(ctx, folder, keep); err != nil && ctx.Err() == nil {
			log.Error("the store's file was not copied", "folder", folder, "error", err)
		}
		timer.Reset(CopyInterval)
	}
}

// CopiesOf returns the folder with the copies of the file at path.
func CopiesOf(path string) string { return path + "-copies" }

// untilNextCopy returns the time until the latest copy is CopyInterval old. It is short after a
// restart, and 0 if there is no copy.
func (d *DB) untilNextCopy(folder string) time.Duration {
	names, err := copiesIn(folder)
	if err != nil || len(names) == 0 {
		return 0
	}
	latest, err := time.Parse(copyName, names[len(names)-1])
	if err != nil {
		return 0
	}
	return min(max(0, CopyInterval-d.clock().Sub(latest)), CopyInterval)
}

// copiesIn returns the names of the copies in a folder, the oldest first.
func copiesIn(folder string) (names []string, err error) {
	files, err := os.ReadDir(folder)
	for _, f := range files {
		if _, wrong := time.Parse(copyName, f.Name()); wrong == nil {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names)
	return names, err
}

// copyInto makes a copy in a folder and removes the oldest copies, so that keep are left. The copy
// has its name only when it is complete.
func (d *DB) copyInto(ctx context.Context, folder string, keep int) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	left, _ := filepath.Glob(filepath.Join(folder, "*.partial")) // of a process that was killed
	for _, name := range left {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	name := filepath.Join(folder, d.clock().UTC().Format(copyName))
	if err := d.Backup(ctx, name+".partial"); err != nil {
		return err
	}
	if err := os.Rename(name+".partial", name); err != nil {
		return err
	}
	names, err := copiesIn(folder)
	for len(names) > keep {
		err = errors.Join(err, os.Remove(filepath.Join(folder, names[0])))
		names = names[1:]
	}
	return err
}

// Backup writes a copy of the database, as it is at one moment, to a new file and flushes the
// file to the disk. It fails if path exists. The store can be used meanwhile. A change that
// must grow the store's file waits until the copy is done, so path should be on a disk that
// is as fast as the store's.
func (d *DB) Backup(ctx context.Context, path string) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("boltdb: no backup: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = errors.Join(fmt.Errorf("boltdb: no backup: %w", err), os.Remove(path))
		}
	}()
	defer context.AfterFunc(ctx, func() { _ = f.Close() })() // ends WriteTo
	err = d.readTx(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(f)
		return err
	})
	if err != nil {
		return err
	}
	return f.Sync()
}

// advice returns a sentence that tells the operator what to do with a damaged file.
func advice(path string) string {
	last := "a copy"
	if latest := latestCopy(path); latest != "" {
		last = "the latest copy, " + latest + ","
	}
	return fmt.Sprintf("Move %s away, and put %s in its place, with the same owner", path, last)
}

// latestCopy returns the path of the latest copy of the file at path, or "".
func latestCopy(path string) string {
	names, _ := copiesIn(CopiesOf(path))
	if len(names) == 0 {
		return ""
	}
	return filepath.Join(CopiesOf(path), names[len(names)-1])
}

// CheckPages reads all pages of the file, and calls tell for each damage that bbolt finds, with an
// error that wraps storage.ErrDamaged. It cannot find a wrong byte in a value, because a value has
// no checksum.
func (d *DB) CheckPages(ctx context.Context, tell func(error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := d.readTx(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			tell(damaged("%w", err))
		}
		return nil
	})
	if errors.Is(err, storage.ErrDamaged) {
		tell(err)
		return nil
	}
	return wrap(err)
}
