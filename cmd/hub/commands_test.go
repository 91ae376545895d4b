package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// runCommand runs a command line.
func runCommand(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = dispatch(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// mustCommand runs a command line that must succeed.
func mustCommand(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	status, stdout, stderr := runCommand(t, "", args...)
	if status != 0 {
		t.Fatalf("hub %s: status %d, %s", strings.Join(args, " "), status, stderr)
	}
	return stdout, stderr
}

func TestVersion(t *testing.T) {
	if status, out, _ := runCommand(t, "", "-version"); status != 0 || !strings.HasPrefix(out, "quatre ") {
		t.Errorf("-version: status %d, %q", status, out)
	}
}

// TestHealth runs "quatre health", as a container engine does, before, during and after the life
// of a hub.
func TestHealth(t *testing.T) {
	redis, admin := redistest.New(t), redistest.FreeAddr(t)
	t.Setenv("QUATRE_ADMIN", admin)
	if status, _, stderr := runCommand(t, "", "health"); status != 1 || !strings.Contains(stderr, "no answer: dial tcp "+admin) {
		t.Errorf("before the start: status %d, %s", status, stderr)
	}
	_, stop, _ := startHub(t, "-store", redis.URL(), "-admin", admin)
	if status, out, stderr := runCommand(t, "", "health"); status != 0 || out+stderr != "" {
		t.Errorf("ready: status %d, %s%s", status, out, stderr)
	}
	redis.Stop(t)
	if status, _, stderr := runCommand(t, "", "health", "-timeout", "1m"); status != 1 || !strings.Contains(stderr, "the store is not available") {
		t.Errorf("without Redis: status %d, %s", status, stderr)
	}
	redis.Restart(t)
	waitUntil(t, "the hub to be ready again", func() bool { status, _, _ := runCommand(t, "", "health"); return status == 0 })
	stop()
	if status, _, _ := runCommand(t, "", "health"); status != 1 {
		t.Errorf("after the end: status %d, want 1", status)
	}
}

func TestInvalidCommandLines(t *testing.T) {
	dir := t.TempDir()
	notAStore := filepath.Join(dir, "notastore")
	if err := os.WriteFile(notAStore, []byte("no store"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := "file:" + filepath.Join(dir, "missing.db")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"rooms -h", 0, "Usage: quatre rooms [flags]"},
		{"room -h", 0, "Usage: quatre room [flags] ID"},
		{"rooms abc", 2, `unexpected argument "abc"`},
		{"rooms -phase over", 2, "must be waiting, playing"},
		{"rooms -phase closed", 2, "add -all"},
		{"rooms -limit 0", 2, "-limit must be at least 1"},
		{"room", 2, "ID is missing"},
		{"end abc def", 2, `unexpected argument "def"`},
		{"end abc -retention 1ns", 2, "-retention"},
		{"forget", 2, "PLAYER is missing"},
		{"migrate file:a", 2, "TO is missing"},
		{"migrate file:a file:a", 2, "the same store"},
		{"rooms -no-such-flag", 2, "not defined"},
		{"rooms -store " + missing, 1, "there is no store in the file"},
		{"migrate " + missing + " " + missing + "2", 1, "there is no store in the file"},
		{"room abc -store mysql://user:secret@db", 1, "must start with file:"},
		{"import " + filepath.Join(dir, "nothing"), 1, "no such file"},
		{"rooms -store file:" + notAStore, 1, "is no store of rooms"},
	} {
		status, _, stderr := runCommand(t, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "secret") {
			t.Errorf("hub %s: status %d, %s", c.args, status, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "missing.db")); !os.IsNotExist(err) {
		t.Errorf("a reading command has created a file: %v", err)
	}
	status, _, stderr := runCommand(t, "", "-h")
	if status != 0 || !strings.Contains(stderr, "quatre migrate  FROM TO") || !strings.Contains(stderr, "quatre health") || !strings.Contains(stderr, "quatre -version") {
		t.Errorf("-h: status %d, %s", status, stderr)
	}
}

// TestCommandsOnAStore runs all commands on a Redis store while a hub uses it, and then on a
// file store.
func TestCommandsOnAStore(t *testing.T) {
	redis := redistest.New(t)
	store := redis.URL()
	url, stop, _ := startHub(t, "-store", store, "-workers", "1")
	room := startAIGame(t, url)

	if out, _ := mustCommand(t, "rooms", "-store", store); !strings.Contains(out, room) || !strings.Contains(out, "AI normal") {
		t.Errorf("rooms: %s", out)
	}
	if out, _ := mustCommand(t, "rooms", "-store", store, "-json", "-variant", "connect4", "-idle", "0s"); !strings.Contains(out, `"room":"`+room+`"`) {
		t.Errorf("rooms -json: %s", out)
	}
	_, entries := get(t, url+"/api/rooms/"+room+"/entries")
	out, _ := mustCommand(t, "room", room, "-json", "-store", store)
	for line := range strings.Lines(out) {
		shown, _, _ := strings.Cut(strings.TrimSpace(line), `,"thought":`) // the hub leaves thoughts out
		if !strings.Contains(entries, shown) {
			t.Errorf("quatre room prints an entry that the hub does not have: %s", line)
		}
	}
	if out, _ := mustCommand(t, "room", "-store", store, room); !strings.Contains(out, "seat 2 begins") {
		t.Errorf("room: %s", out)
	}

	// Export while the hub runs, then import into a file store twice.
	file, copied := filepath.Join(t.TempDir(), "rooms.jsonl"), "file:"+filepath.Join(t.TempDir(), "copy.db")
	mustCommand(t, "export", file, "-store", store)
	if status, _, stderr := runCommand(t, "", "export", file, "-store", store); status != 1 || !strings.Contains(stderr, "already") {
		t.Errorf("second export to the same file: status %d, %s", status, stderr)
	}
	for _, want := range []string{"imported 1 rooms", "imported 0 rooms"} {
		if _, said := mustCommand(t, "import", file, "-store", copied); !strings.Contains(said, want) {
			t.Errorf("import: %s, want %q", said, want)
		}
	}
	all, _ := mustCommand(t, "export", "-", "-store", copied)
	if raw, err := os.ReadFile(file); err != nil || string(raw) != all {
		t.Errorf("the export of the imported rooms differs: %s", all)
	}
	if status, _, stderr := runCommand(t, all[:len(all)/2], "import", "-", "-store", copied); status != 1 || !strings.Contains(stderr, "its last line is missing") {
		t.Errorf("import of half a file: status %d, %s", status, stderr)
	}

	// The running hub learns that the room was closed.
	mustCommand(t, "end", room, "-reason", "maintenance", "-store", store)
	waitUntil(t, "the hub to show the closed event", func() bool {
		_, entries := get(t, url+"/api/rooms/"+room+"/entries")
		return strings.Contains(entries, `"data":{"reason":"operator","note":"maintenance"}`)
	})
	if status, _, stderr := runCommand(t, "", "end", "nowhere", "-store", store); status != 1 || !strings.Contains(stderr, "there is no room") {
		t.Errorf("end nowhere: status %d, %s", status, stderr)
	}
	stop()

	checkMigration(t, redis, room)
}

// checkMigration migrates a store from Redis to a file and on to a new Redis.
func checkMigration(t *testing.T, from *redistest.Server, room string) {
	t.Helper()
	file, to := "file:"+filepath.Join(t.TempDir(), "moved.db"), redistest.New(t)
	for _, step := range [][2]string{{from.URL(), file}, {file, to.URL()}} {
		if _, said := mustCommand(t, "migrate", step[0], step[1]); !strings.Contains(said, "compared: 1 rooms") {
			t.Errorf("migrate: %s", said)
		}
		if status, _, said := runCommand(t, "", "migrate", step[0], step[1]); status != 1 || !strings.Contains(said, "-merge") {
			t.Errorf("migrate into a used store: status %d, %s", status, said)
		}
		if _, said := mustCommand(t, "migrate", "-merge", step[0], step[1]); !strings.Contains(said, "copied 0 rooms") {
			t.Errorf("migrate -merge: %s", said)
		}
	}
	url, _, _ := startHub(t, "-store", to.URL())
	if status, entries := get(t, url+"/api/rooms/"+room+"/entries"); status != http.StatusOK || !strings.Contains(entries, "maintenance") {
		t.Errorf("after the migration: %d %s", status, entries)
	}
}

// A command cannot open a file store while a hub uses it.
func TestCommandsOnFileInUse(t *testing.T) {
	store := "file:" + filepath.Join(t.TempDir(), "quatre.db")
	startHub(t, "-store", store)
	if status, _, stderr := runCommand(t, "", "rooms", "-store", store); status != 1 || !strings.Contains(stderr, "in use by another process") {
		t.Errorf("status %d, %s", status, stderr)
	}
}
