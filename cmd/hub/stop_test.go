package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/quatre/quatre/internal/room/ledger/boltdb"
)

// runMain is the environment variable that makes the test binary run main.
const runMain = "RUN_HUB_MAIN"

// A hub that receives SIGTERM before Redis has answered must end with status 0. With another
// status, its supervisor would report a crash.
func TestStopWhileStarting(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-addr", "127.0.0.1:0", "-admin", "none", "-store", "redis://"+silent.Addr().String())
	cmd.Env = append(os.Environ(), runMain+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	conn, err := silent.Accept() // the hub is starting and waits for Redis
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("hub ended with %v", err)
	}
	if !strings.Contains(stderr.String(), "told to stop") || strings.Contains(stderr.String(), "ERROR") {
		t.Errorf("hub said:\n%s", &stderr)
	}
}

// A hub that is told to stop while it starts must end with status 0, even if it could not open
// its file because another process has it open.
func TestStopWhileTheFileIsTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "quatre.db")
	other, err := boltdb.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr bytes.Buffer
	status := run(ctx, []string{"-addr", "127.0.0.1:0", "-admin", "none", "-store", "file:" + path}, io.Discard, &stderr)
	if status != 0 || !strings.Contains(stderr.String(), "told to stop") {
		t.Errorf("status %d: %s", status, &stderr)
	}
}
