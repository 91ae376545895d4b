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

// built is where the programs under test are, made once.
var built struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(built.folder)
		os.Exit(code)
	}))
}

// program builds the real hub and this program, and returns the path of one.
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

// patience is how long a test waits for what must come.
const waitTimeout = 20 * time.Second

// await asks until ok, or the test fails with what say tells.
func waitUntil(t *testing.T, what string, ok func() bool, say func() string) {
	t.Helper()
	for deadline := time.Now().Add(waitTimeout); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s\n%s", what, say())
		}
	}
}

// hubProcess is a real hub with a file store and the AI inside, which can be
// killed and started again.
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
	}, func() string { return "its log is read after its end" })
}

// kill ends the hub without a chance to say good-bye.
func (h *hubProcess) kill() {
	if h.cmd.ProcessState == nil {
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
	}
}

// terminals is a tmux server of the test's own.
type tmuxServer struct {
	tmux, folder string
	count        int
}

func startTmux(t *testing.T) *tmuxServer {
	t.Helper()
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Fatal("tmux is missing; scripts/setup.sh installs it")
	}
	folder, err := os.MkdirTemp("", "tmux") // not t.TempDir: a socket's path must be short
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

// terminal is one window with this program in it.
type terminal struct {
	t      *testing.T
	server    *tmuxServer
	name   string
	status string // the file that the program's exit status is written to
}

// play starts this program, with some environment, in a terminal of its own.
func (ts *tmuxServer) play(t *testing.T, env []string, args ...string) *terminal {
	t.Helper()
	ts.count++
	w := &terminal{t: t, server: ts, name: fmt.Sprint("w", ts.count)}
	w.status = filepath.Join(ts.folder, w.name)
	// tmux itself misses the end of a program now and then: a shell notes it.
	note := `"$@"; echo $? > "$0"`
	command := slices.Concat(
		[]string{"new-session", "-d", "-s", w.name, "-x", "90", "-y", "30", "sh", "-c", note, w.status, "env", "-u", "NO_COLOR"},
		env, []string{programPath(t, "play")}, args)
	if out, err := ts.run(command...); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	return w
}

// person is the environment of one person: a configuration of their own and a
// locale.
func playerEnv(t *testing.T, locale string) []string {
	t.Helper()
	return []string{"XDG_CONFIG_HOME=" + t.TempDir(), "LC_ALL=" + locale}
}

// text is the screen, and the lines that the death of its program has moved up.
func (w *terminal) text(options ...string) string {
	w.t.Helper()
	out, err := w.server.run(slices.Concat([]string{"capture-pane", "-p", "-S", "-3", "-t", w.name}, options)...)
	if err != nil {
		w.t.Fatalf("tmux: %v\n%s", err, out)
	}
	return out
}

// keys presses keys, by their names in tmux.
func (w *terminal) pressKeys(keys ...string) {
	w.t.Helper()
	if out, err := w.server.run(slices.Concat([]string{"send-keys", "-t", w.name}, keys)...); err != nil {
		w.t.Fatalf("tmux: %v\n%s", err, out)
	}
}

// sees waits until the screen shows all of these.
func (w *terminal) waitForText(texts ...string) {
	w.t.Helper()
	waitUntil(w.t, fmt.Sprintf("%q on the screen", texts), func() bool {
		screen := w.text()
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(screen, text) })
	}, func() string { return w.text() })
}

// ends waits until the program has ended with a status.
func (w *terminal) waitForExit(status int) {
	w.t.Helper()
	var out string
	waitUntil(w.t, "the program's end", func() bool {
		noted, err := os.ReadFile(w.status)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.t.Fatal(err)
		}
		out = string(noted)
		return strings.HasSuffix(out, "\n")
	}, func() string { return w.text() })
	if strings.TrimSpace(out) != fmt.Sprint(status) {
		w.t.Errorf("the program ended with %q, not %d\n%s", out, status, w.text())
	}
}
