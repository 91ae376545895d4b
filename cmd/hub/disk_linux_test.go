package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

// diskLimit is the time in which /readyz must say that the disk is full. The test allows
// three times as much, for a busy machine.
const diskLimit = 2 * time.Second

// When the disk of a file store is full, /readyz reports that the hub is not ready, on -admin
// with the reason, and the hub logs it once. When there is space again the hub is ready.
func TestDiskIsFull(t *testing.T) {
	disk := t.TempDir()
	addr, admin := redistest.FreeAddr(t), redistest.FreeAddr(t)
	// The hub runs on a small private file system, which ends with the hub's process.
	cmd := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
		`mount -t tmpfs -o size=8m tmpfs "$1" && shift && exec "$@"`, "sh", disk,
		os.Args[0], "-addr", addr, "-admin", admin, "-workers", "0", "-store", "file:"+filepath.Join(disk, "quatre.db"))
	cmd.Env = append(os.Environ(), runMain+"=1")
	log := &lockedBuffer{}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Skipf("unshare is needed for this test: %v", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		http.DefaultClient.CloseIdleConnections()
	})
	ready := func(addr string) (status int, body string) {
		resp, err := http.Get("http://" + addr + "/readyz")
		if err != nil {
			return 0, err.Error()
		}
		_ = resp.Body.Close()
		return get(t, "http://"+addr+"/readyz")
	}
	waitUntil(t, "the hub to be ready", func() bool {
		if strings.Contains(log.String(), "unshare:") || strings.Contains(log.String(), "mount:") {
			t.Skipf("this machine allows no mounts: %s", log)
		}
		status, _ := ready(addr)
		return status == http.StatusOK
	})

	// The path of the hub's private file system for other processes.
	fill := fmt.Sprintf("/proc/%d/root%s", cmd.Process.Pid, filepath.Join(disk, "fill"))
	if err := os.WriteFile(fill, make([]byte, 16<<20), 0o600); err == nil {
		t.Fatal("16 MB fit on a disk of 8 MB")
	}
	full := time.Now()
	waitUntil(t, "the hub not to be ready", func() bool { status, _ := ready(addr); return status == http.StatusServiceUnavailable })
	if took := time.Since(full); took > 3*diskLimit {
		t.Errorf("/readyz reported the full disk after %v", took)
	}
	if _, body := ready(admin); !strings.Contains(body, "the disk of the store is full") {
		t.Errorf("/readyz on -admin says %q", body)
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, "the hub to be ready again", func() bool { status, _ := ready(addr); return status == http.StatusOK })
	if n := strings.Count(log.String(), "not ready"); n != 1 {
		t.Errorf("the log says %d times that the hub is not ready:\n%s", n, log)
	}
}
