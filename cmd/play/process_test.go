package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// built is the folder of the programs under test. They are built once.
var built struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	_ = os.Setenv("LC_ALL", "C.UTF-8") // tests read English, whatever the locale of the machine
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(built.folder)
		os.Exit(code)
	}))
}

// programPath builds the hub and play on the first call. It returns the path of the program
// called name.
func programPath(t *testing.T, name string) string {
	t.Helper()
	built.once.Do(func() {
		if built.folder, built.err = os.MkdirTemp("", "quatre-play"); built.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-o", built.folder, "../hub", ".").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.folder, name)
}

// waitTimeout is how long a test waits for an event before it fails.
const waitTimeout = 20 * time.Second

// waitUntil polls until ok returns true. After waitTimeout the test fails with what and
// the text of details.
func waitUntil(t *testing.T, what string, ok func() bool, details func() string) {
	t.Helper()
	for deadline := time.Now().Add(waitTimeout); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout waiting for %s\n%s", what, details())
		}
	}
}

// hubProcess is a hub process with a file store and its own AI. A test can kill it and
// start it again.
type hubProcess struct {
	url, addr, store string
	cmd              *exec.Cmd
	log              bytes.Buffer
}

func startHub(t *testing.T) *hubProcess {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &hubProcess{addr: l.Addr().String(), store: "file:" + filepath.Join(t.TempDir(), "quatre.db")}
	h.url = "http://" + h.addr
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	h.start(t)
	t.Cleanup(func() { h.kill() })
	return h
}

func (h *hubProcess) start(t *testing.T) {
	t.Helper()
	h.cmd = exec.Command(programPath(t, "hub"), "-addr", h.addr, "-admin", "none", "-store", h.store)
	h.cmd.Stdout, h.cmd.Stderr = &h.log, &h.log
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	waitUntil(t, "the hub to serve", func() bool {
		resp, err := client.Get(h.url + "/healthz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}, func() string { return "the hub's log is not available while it runs" })
}

// kill ends the hub by SIGKILL, without a clean shutdown.
func (h *hubProcess) kill() {
	if h.cmd.ProcessState == nil {
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
	}
}

// tmuxServer is a tmux server that belongs to one test.
type tmuxServer struct {
	tmux, folder string
	count        int
}

func startTmux(t *testing.T) *tmuxServer {
	t.Helper()
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Fatal("tmux is not installed; scripts/setup.sh installs it")
	}
	folder, err := os.MkdirTemp("", "tmux") // t.TempDir is too long for a socket path
	if err != nil {
		t.Fatal(err)
	}
	ts := &tmuxServer{tmux: tmux, folder: folder}
	if err := os.WriteFile(filepath.Join(folder, "conf"), []byte("set -g remain-on-exit on\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = ts.run("kill-server")
		_ = os.RemoveAll(folder)
	})
	return ts
}

func (ts *tmuxServer) run(args ...string) (string, error) {
	cmd := exec.Command(ts.tmux, slices.Concat([]string{"-u", "-L", "play", "-f", filepath.Join(ts.folder, "conf")}, args)...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "TMUX") })
	cmd.Env = append(cmd.Env, "TMUX_TMPDIR="+ts.folder)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// terminal is a tmux window that runs play.
type terminal struct {
	t      *testing.T
	server *tmuxServer
	name   string
	status string // the file that the program's exit status is written to
}

// play starts play in a new window, with env added to its environment.
func (ts *tmuxServer) play(t *testing.T, env []string, args ...string) *terminal {
	t.Helper()
	ts.count++
	w := &terminal{t: t, server: ts, name: fmt.Sprint("w", ts.count)}
	w.status = filepath.Join(ts.folder, w.name)
	// tmux sometimes misses the end of a program. So a shell saves the exit status.
	saveStatus := `"$@"; echo $? > "$0"`
	command := slices.Concat(
		[]string{"new-session", "-d", "-s", w.name, "-x", "90", "-y", "30", "sh", "-c", saveStatus, w.status, "env", "-u", "NO_COLOR"},
		env, []string{programPath(t, "play")}, args)
	if out, err := ts.run(command...); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	return w
}

// playerEnv returns the environment of a new player: an empty configuration folder and a
// locale.
func playerEnv(t *testing.T, locale string) []string {
	t.Helper()
	return []string{"XDG_CONFIG_HOME=" + t.TempDir(), "LC_ALL=" + locale}
}

// text returns the screen and the lines that scrolled up when the program ended.
func (w *terminal) text(options ...string) string {
	w.t.Helper()
	out, err := w.server.run(slices.Concat([]string{"capture-pane", "-p", "-S", "-3", "-t", w.name}, options)...)
	if err != nil {
		w.t.Fatalf("tmux: %v\n%s", err, out)
	}
	return out
}

// pressKeys presses keys, named as in tmux.
func (w *terminal) pressKeys(keys ...string) {
	w.t.Helper()
	if out, err := w.server.run(slices.Concat([]string{"send-keys", "-t", w.name}, keys)...); err != nil {
		w.t.Fatalf("tmux: %v\n%s", err, out)
	}
}

// waitForText waits until the screen shows all texts.
func (w *terminal) waitForText(texts ...string) {
	w.t.Helper()
	waitUntil(w.t, fmt.Sprintf("%q on the screen", texts), func() bool {
		screen := w.text()
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(screen, text) })
	}, func() string { return w.text() })
}

// waitForExit waits for the end of the program and checks its exit status.
func (w *terminal) waitForExit(status int) {
	w.t.Helper()
	var out string
	waitUntil(w.t, "the program's end", func() bool {
		saved, err := os.ReadFile(w.status)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.t.Fatal(err)
		}
		out = string(saved)
		return strings.HasSuffix(out, "\n")
	}, func() string { return w.text() })
	if strings.TrimSpace(out) != fmt.Sprint(status) {
		w.t.Errorf("exit status %q, want %d\n%s", out, status, w.text())
	}
}
