package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// runMain is the environment variable that makes the test binary run main.
const runMain = "RUN_AIWORKER_MAIN"

// A worker that receives SIGTERM before Redis has answered must end with status 0. With
// another status, its supervisor would report a crash.
func TestStopWhileStarting(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-store", "redis://"+silent.Addr().String())
	cmd.Env = append(os.Environ(), runMain+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	conn, err := silent.Accept() // the worker is starting and waits for Redis
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("aiworker ended with %v", err)
	}
	if !strings.Contains(stderr.String(), "told to stop") || strings.Contains(stderr.String(), "ERROR") {
		t.Errorf("aiworker said:\n%s", &stderr)
	}
}
