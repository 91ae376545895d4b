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

// When the disk of Redis is full, Redis refuses writes with appendfsync everysec, and ends with
// appendfsync always. /readyz reports that the hub is not ready, until there is space again.
func TestDiskOfRedisIsFull(t *testing.T) {
	for _, fsync := range []string{"everysec", "always"} {
		t.Run(fsync, func(t *testing.T) {
			t.Parallel()
			disk := redistest.NewOnDisk(t, smallDisk, "--appendfsync", fsync)
			url, _, _ := startHub(t, "-store", disk.Server.URL(), "-workers", "0")
			ready := func() int { status, _ := get(t, url+"/readyz"); return status }
			waitUntil(t, "the hub to be ready", func() bool { return ready() == http.StatusOK })

			disk.Fill(t)
			waitUntil(t, "Redis to refuse a write", func() bool { // it accepts writes that fit into the file's last block
				reply, err := disk.Server.Do("SET", "fill", strings.Repeat("x", 500))
				return err != nil || strings.HasPrefix(reply, "-MISCONF")
			})
			refused := time.Now()
			waitUntil(t, "the hub not to be ready", func() bool { return ready() == http.StatusServiceUnavailable })
			if took := time.Since(refused); took > 2*fullLimit {
				t.Errorf("/readyz reports the full disk %v after Redis has refused a write", took)
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
