package boltdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/quatre/quatre/internal/room/storage"
)

// Status implements ledger.Database. It reports no clock offset, because the store
// uses the clock of the process.
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

// CheckSpace implements ledger.Database.
func (d *DB) CheckSpace() error {
	folder := filepath.Dir(d.path)
	if v := volumeOf(folder); v != nil && v.Free < storage.MinFree {
		return fmt.Errorf("boltdb: %d bytes are free on the volume of %s, and at least %d must be: %w",
			v.Free, folder, storage.MinFree, storage.ErrFull)
	}
	return nil
}
