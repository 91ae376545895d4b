package room_test

import (
	"os"
	"syscall"
	"testing"
)

// memoryRoom is what a store of TestRandomGames may grow to, with a margin.
const memoryRoom = 1 << 30

// memoryDir is a folder for a store that need not outlive the test: in memory
// where there is room, for a disk takes twice the time and wears out.
func memoryDir(t *testing.T) string {
	const memory = "/dev/shm"
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < memoryRoom {
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
