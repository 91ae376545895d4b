package room_test

import (
	"os"
	"syscall"
	"testing"
)

// memoryNeeded is the memory that a store of TestRandomGames may need, with a margin.
const memoryNeeded = 1 << 30

// memoryDir returns a folder for a store that need not outlive the test. If enough memory is
// free, the folder is in memory, which is faster than the disk.
func memoryDir(t *testing.T) string {
	const memory = "/dev/shm"
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < memoryNeeded {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "quatre-random-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
