package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// A click starts the program in a graphical session, without arguments, variables and a terminal. A service has no
// such session. The test has no terminal.
func TestOpenedByClick(t *testing.T) {
	for _, c := range []struct {
		display, store string
		args           []string
		want           bool
	}{
		{":0", "", nil, true},
		{"", "", nil, false},
		{":0", "", []string{"-addr", ":80"}, false},
		{":0", "file:a.db", nil, false},
	} {
		t.Setenv("DISPLAY", c.display)
		t.Setenv("WAYLAND_DISPLAY", "")
		_ = os.Unsetenv("QUATRE_STORE")
		if c.store != "" {
			t.Setenv("QUATRE_STORE", c.store)
		}
		if got := OpenedByClick(c.args); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestDataFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other folders")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	for data, want := range map[string]string{
		"": filepath.Join(home, ".local/share/quatre"), "relative": filepath.Join(home, ".local/share/quatre"),
		filepath.Join(home, "data"): filepath.Join(home, "data/quatre"),
	} {
		t.Setenv("XDG_DATA_HOME", data)
		if got, err := DataFolder(); err != nil || got != want {
			t.Errorf("XDG_DATA_HOME=%s: %s, %v, want %s", data, got, err, want)
		} else if info, err := os.Stat(got); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", got, info, err)
		}
	}
}

// OpenBrowser starts the system's program with the address.
func TestOpenBrowser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other programs")
	}
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte("#!/bin/sh\nprintf %s \"$1\" >"+opened+".part; mv "+opened+".part "+opened+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	if err := OpenBrowser("http://localhost:8080"); err != nil {
		t.Fatal(err)
	}
	redistest.Await(t, "the program to be started", func() bool {
		url, err := os.ReadFile(opened)
		return err == nil && string(url) == "http://localhost:8080"
	})
	t.Setenv("PATH", t.TempDir())
	if err := OpenBrowser("http://localhost:8080"); err == nil {
		t.Error("without a program that opens pages there is no error")
	}
}

func TestAnswers(t *testing.T) {
	hub := httptest.NewServer(http.NotFoundHandler())
	defer hub.Close()
	addr := strings.TrimPrefix(hub.URL, "http://")
	if Answers(t.Context(), addr) {
		t.Error("another program is taken for a hub")
	}
	hub.Config.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	if !Answers(t.Context(), addr) {
		t.Error("a ready hub does not answer")
	}
}
