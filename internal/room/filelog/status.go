package filelog

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/quatre/quatre/internal/room/storage"
)

// Status implements storage.StatusReporter. It reports no clock offset, because the store
// uses the clock of the process.
func (s *Store) Status(ctx context.Context) (storage.Status, error) {
	if err := ctx.Err(); err != nil {
		return storage.Status{}, err
	}
	file, err := os.Stat(s.path)
	if err != nil {
		return storage.Status{}, wrap(err)
	}
	return storage.Status{File: &storage.File{Size: file.Size(), Volume: volumeOf(filepath.Dir(s.path))}}, nil
}

// CheckSpace implements storage.StatusReporter.
func (s *Store) CheckSpace() error {
	folder := filepath.Dir(s.path)
	if v := volumeOf(folder); v != nil && v.Free < storage.MinFree {
		return fmt.Errorf("filelog: %d bytes are free on the volume of %s, and at least %d must be: %w",
			v.Free, folder, storage.MinFree, storage.ErrFull)
	}
	return nil
}
