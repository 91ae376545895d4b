//go:build !(linux || darwin || freebsd)

package filelog

import "github.com/quatre/quatre/internal/room/storage"

// volumeOf returns nil, because this system has no call that package filelog knows.
func volumeOf(string) *storage.Volume { return nil }
