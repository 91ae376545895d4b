package deploy

import (
	"bytes"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// starting is a hub or worker that has just been started.
type starting struct {
	t              *testing.T
	cmd            *exec.Cmd
	log            bytes.Buffer // read when the process has ended
	players, admin string       // addresses
}

// launch starts a program on a store.
func launch(t *testing.T, name, store string) *starting {
	t.Helper()
	s := &starting{t: t, players: redistest.FreeAddr(t), admin: redistest.FreeAddr(t)}
	s.cmd = exec.Command(build(t)[name])
	s.cmd.Dir, s.cmd.Stderr = t.TempDir(), &s.log
	s.cmd.Env = []string{"QUATRE_STORE=" + store, "QUATRE_ADDR=" + s.players, "QUATRE_ADMIN=" + s.admin}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	return s
}

// end sends SIGTERM and returns the log. The status must be 0.
func (s *starting) end() string {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("after SIGTERM the process ends with %v:\n%s", err, &s.log)
	}
	return s.log.String()
}

// answer requests a URL and returns the status and text. If nobody answers, the status is 0.
func answer(url string) (int, string) {
	resp, err := http.Get("http://" + url)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body)
}

// awaitNotReady waits until the process says why it is not ready, and checks that it is alive.
func (s *starting) awaitNotReady() {
	s.t.Helper()
	until(s.t, "it to say what it waits for", func() bool {
		status, text := answer(s.admin + "/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(text, "waiting for the store") && strings.Contains(text, "connection refused")
	})
	for path, want := range map[string]int{"/healthz": 200, "/metrics": 200} {
		if status, text := answer(s.admin + path); status != want {
			s.t.Errorf("%s while the process waits for the store: status %d, want %d: %s", path, status, want, text)
		}
	}
	if status, _ := answer(s.players + "/"); status != 0 {
		s.t.Errorf("the hub answers players with %d while it waits for the store, and so a proxy does not choose another hub", status)
	}
}

// A hub or worker may start before Redis. Until Redis answers, the process is alive and not
// ready; then it works. It logs one line when it begins to wait, and one line when Redis answers.
func TestStartBeforeRedis(t *testing.T) {
	for _, name := range []string{"quatre", "quatre-worker"} {
		t.Run(name, func(t *testing.T) {
			redis := redistest.New(t)
			redis.Stop(t)
			s := launch(t, name, redis.URL())
			s.awaitNotReady()
			redis.Restart(t)
			until(t, "it to be ready", func() bool { status, _ := answer(s.admin + "/readyz"); return status == http.StatusOK })
			if status, _ := answer(s.players + "/readyz"); name == "quatre" && status != http.StatusOK {
				t.Errorf("the hub answers players with %d, want 200", status)
			}
			log := s.end()
			for line, want := range map[string]int{"waiting for the store": 1, "the store answers": 1, "ERROR": 0} {
				if n := strings.Count(log, line); n != want {
					t.Errorf("%q %d times in the log, want %d:\n%s", line, n, want, log)
				}
			}
		})
	}
}

// SIGTERM ends a process that waits, with status 0.
func TestStopWhileWaiting(t *testing.T) {
	redis := redistest.New(t)
	redis.Stop(t)
	for _, name := range []string{"quatre", "quatre-worker"} {
		s := launch(t, name, redis.URL())
		s.awaitNotReady()
		if log := s.end(); !strings.Contains(log, "told to stop while starting") || strings.Contains(log, "ERROR") {
			t.Errorf("%s said:\n%s", name, log)
		}
	}
}

// If another attempt would fail for the same reason, the process ends at once and prints one line.
func TestStartRefused(t *testing.T) {
	redis := redistest.New(t, "--user", "quatre", "on", ">right", "~*", "&*", "+@all")
	newer := redistest.New(t)
	if _, err := newer.Do("HSET", "quatre:meta", "format", "99"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ store, want string }{
		{strings.Replace(redis.URL(), "://", "://quatre:guessed@", 1), "Redis refuses this user or password: WRONGPASS"},
		{newer.URL(), "use the version of the program that wrote it"},
		{"redis://:guessed@127.0.0.1:port", "a port cannot be read"},
		{"http://127.0.0.1:6379", "must start with file:"},
	} {
		for name, program := range build(t) {
			env := map[string]string{"QUATRE_STORE": c.store, "QUATRE_ADDR": "127.0.0.1:0", "QUATRE_ADMIN": "none"}
			status, output := runToEnd(t, program, env)
			if status != 1 || strings.Count(output, "\n") != 1 || !strings.Contains(output, c.want) || strings.Contains(output, "guessed") {
				t.Errorf("%s on %s: status %d, want 1 and one line about %q:\n%s", name, c.store, status, c.want, output)
			}
		}
	}
}
