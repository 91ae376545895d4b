package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A process that makes a book is killed again and again, until one is complete. The book is that of a process that nobody
// kills.
func TestKilledBookGoesOn(t *testing.T) {
	const flags = "book -game connect4:5x4:4 -plies 3 -outcomes 8 -table 8 -threads "
	folder := t.TempDir()
	want, file := filepath.Join(folder, "want"), filepath.Join(folder, "book")
	status, stdout, stderr := commandLine(t, flags+"2 "+want, "")
	if status != 0 || stdout != "outcomes: complete\nscores: complete\n" {
		t.Fatalf("status %d, %s%s", status, stdout, stderr)
	}
	kills, size := 0, int64(0)
	for killed := true; killed; {
		cmd := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(flags+"1 "+file)...)
		cmd.Env = append(os.Environ(), runMain+"=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for before := size; killed && size < before+15_000; { // a quarter
			select {
			case err := <-ended:
				if killed = false; err != nil {
					t.Fatal(err)
				}
			case <-time.After(time.Millisecond):
			}
			if info, err := os.Stat(file + ".5x4x4.outcomes8"); err == nil {
				size = info.Size()
			}
		}
		if killed {
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			<-ended
			kills++
		}
	}
	if kills == 0 {
		t.Error("the book was complete before the process could be killed: the test is too small")
	}
	if !bytes.Equal(readFile(t, file), readFile(t, want)) {
		t.Errorf("the books differ after %d kills", kills)
	}
	if status, stdout, stderr := commandLine(t, "book -verify 40 "+file, ""); status != 0 || stdout != "40 random positions are right\n" {
		t.Errorf("-verify: status %d, %s%s", status, stdout, stderr)
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBooksThatAreNone(t *testing.T) {
	for _, line := range []string{"book -verify 1 book_test.go", "-book book_test.go", "-book missing"} {
		status, _, stderr := commandLine(t, line, "")
		if status == 0 || !strings.Contains(stderr, "not an opening book") && !strings.Contains(stderr, "no such file") {
			t.Errorf("aiworker %s: status %d, %s", line, status, stderr)
		}
	}
}
