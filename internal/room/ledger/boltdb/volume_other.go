//go:build !(linux || darwin || freebsd)

package boltdb

import "github.com/quatre/quatre/internal/room/storage"

// volumeOf returns nil: there is no portable call that returns the free space of a volume.
func volumeOf(string) *storage.Volume { return nil }
