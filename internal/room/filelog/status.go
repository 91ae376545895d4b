package filelog

import (
	"context"
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
	return storage.Status{File: &storage.File{Size: file.Size(), Damage: s.met(), Volume: volumeOf(filepath.Dir(s.path))}}, nil
}
