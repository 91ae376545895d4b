//go:build linux || darwin || freebsd

package boltdb

import (
	"syscall"

	"github.com/quatre/quatre/internal/room/storage"
)

// volumeOf returns the volume of a folder, or nil if statfs fails.
func volumeOf(folder string) *storage.Volume {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return nil
	}
	block := int64(fs.Bsize) // the type of Bsize depends on the system
	return &storage.Volume{Free: int64(fs.Bavail) * block, Size: int64(fs.Blocks) * block}
}
