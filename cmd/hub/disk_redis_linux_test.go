package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

const (
	// fullLimit is how long after Redis has refused a write /readyz may still say that the
	// hub is ready. The test allows twice as much, for a busy machine.
	fullLimit = 2 * time.Second

	// smallDisk is the size of the disk of Redis.
	smallDisk = 4 << 20
)

// The disk of Redis is full. With appendfsync everysec Redis refuses writes, with always it
// ends. /readyz says so, and that the hub is ready again when there is space.
func TestDiskOfRedisIsFull(t *testing.T) {
	for _, fsync := range []string{"everysec", "always"} {
		t.Run(fsync, func(t *testing.T) {
			t.Parallel()
			disk := redistest.NewOnDisk(t, smallDisk, "--appendfsync", fsync)
			url, _, _ := startHub(t, "-store", disk.Server.URL(), "-workers", "0")
			ready := func() int { status, _ := get(t, url+"/readyz"); return status }
			waitUntil(t, "the hub to be ready", func() bool { return ready() == http.StatusOK })

			disk.Fill(t)
			waitUntil(t, "Redis to refuse a write", func() bool { // what fits into the file's last block is written
				reply, err := disk.Server.Do("SET", "fill", strings.Repeat("x", 500))
				return err != nil || strings.HasPrefix(reply, "-MISCONF")
			})
			refused := time.Now()
			waitUntil(t, "the hub not to be ready", func() bool { return ready() == http.StatusServiceUnavailable })
			if took := time.Since(refused); took > 2*fullLimit {
				t.Errorf("/readyz says it %v after Redis", took)
			}
			if fsync == "always" {
				disk.Server.Stop(t)
				disk.Server.Restart(t) // on an empty disk
			} else {
				disk.Free(t)
			}
			waitUntil(t, "the hub to be ready again", func() bool { return ready() == http.StatusOK })
		})
	}
}
