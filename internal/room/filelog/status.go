package filelog

import (
	"context"
	"os"
	"path/filepath"

	"github.com/quatre/quatre/internal/room"
)

// Status implements room.Store. The clock is the process's.
func (s *Store) Status(ctx context.Context) (room.Status, error) {
	if err := ctx.Err(); err != nil {
		return room.Status{}, err
	}
	file, err := os.Stat(s.path)
	if err != nil {
		return room.Status{}, wrap(err)
	}
	return room.Status{File: &room.File{Size: file.Size(), Volume: volumeOf(filepath.Dir(s.path))}}, nil
}
