package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// Each of these tests makes a backup in the middle of a game, restores it, and lets the same
// player finish the game at another hub.

const backupVariant = "connect4:7x6:4"

// startHubOn starts a hub with one worker on a store.
func startHubOn(t *testing.T, store string) (c *cluster, admin string, stop func()) {
	t.Helper()
	url, stop, log := startHub(t, "-store", store, "-workers", "1")
	return &cluster{t: t, hubs: [2]string{url, url}}, adminOf(log), stop
}

// adminOf finds the URL of a hub's admin page in the hub's log.
func adminOf(log *lockedBuffer) string {
	return regexp.MustCompile(`page=(\S+)`).FindStringSubmatch(log.String())[1]
}

// playTurns makes n moves and waits for the reply to each.
func (g *game) playTurns(n int) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.t.Context(), waitTimeout)
	defer cancel()
	for ; n > 0 && !g.over(); n-- {
		g.turn(ctx)
	}
}

// backupState describes a finished game and a game in progress.
type backupState struct {
	finished, open string // room IDs
	log            string // log of the open room
	n              uint64 // number of the last entry of log
}

// playGames plays one game to its end and three turns of another.
func playGames(t *testing.T, c *cluster) (p backupState) {
	t.Helper()
	over := c.startGame(t, 0, "ann", "tictactoe", "easy", true)
	over.play(t.Context())
	g := c.startGame(t, 0, "bob", backupVariant, "easy", true)
	g.playTurns(3)
	_, p.log = get(t, c.hubs[0]+"/api/rooms/"+g.Room+"/entries")
	p.finished, p.open, p.n = over.Room, g.Room, g.N()
	g.Drop()
	return p
}

// checkAndFinish checks that a hub has both games, and finishes the open one.
func (p backupState) checkAndFinish(t *testing.T, c *cluster) {
	t.Helper()
	if _, log := get(t, c.hubs[0]+"/api/rooms/"+p.open+"/entries"); log != p.log {
		t.Errorf("restored log\n%s\nwant\n%s", log, p.log)
	}
	if status, record := get(t, c.hubs[0]+"/api/games/"+p.finished+"/1"); status != http.StatusOK || !strings.Contains(record, "tictactoe") {
		t.Errorf("finished game: %d %s", status, record)
	}
	g := c.enterRoom(t, 0, "bob", p.open)
	ctx, cancel := context.WithTimeout(t.Context(), 2*waitTimeout)
	defer cancel()
	g.Follow(int(p.n))
	g.fold()
	g.play(ctx)
	if !g.over() {
		t.Error("the game did not end")
	}
	waitUntil(t, "the record of the game that was restored", func() bool {
		status, _ := get(t, c.hubs[0]+"/api/games/"+p.open+"/1")
		return status == http.StatusOK
	})
}

// download saves an export or backup of a running hub.
func download(t *testing.T, url, name string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.Copy(f, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, resp.Status, err)
	}
}

func TestBackupOfAFile(t *testing.T) {
	dir := t.TempDir()
	c, admin, stop := startHubOn(t, "file:"+filepath.Join(dir, "quatre.db"))
	p := playGames(t, c)
	copied, exported := filepath.Join(dir, "copy.db"), filepath.Join(dir, "copy.jsonl")
	download(t, admin+"backup", copied)
	download(t, admin+"export", exported)
	p.checkAndFinish(t, c) // the copies must not contain these moves
	stop()
	t.Run("the copy", func(t *testing.T) {
		c, _, _ := startHubOn(t, "file:"+copied)
		p.checkAndFinish(t, c)
	})
	t.Run("the export", func(t *testing.T) {
		store := "file:" + filepath.Join(dir, "imported.db")
		mustCommand(t, "import", exported, "-store", store)
		c, _, _ := startHubOn(t, store)
		p.checkAndFinish(t, c)
	})
}

func TestBackupOfRedis(t *testing.T) {
	redis := redistest.New(t)
	c, admin, stop := startHubOn(t, redis.URL())
	p := playGames(t, c)
	if status, body := get(t, admin+"backup"); status != http.StatusNotFound || !strings.Contains(body, "not a file") {
		t.Errorf("backup: %d %s", status, body)
	}
	dir := t.TempDir()
	exported := filepath.Join(dir, "copy.jsonl")
	mustCommand(t, "export", exported, "-store", redis.URL())
	snapshot := filepath.Join(dir, "snapshot")
	copySnapshot(t, redis, snapshot)
	p.checkAndFinish(t, c)
	stop()
	t.Run("the snapshot", func(t *testing.T) {
		restored := redistest.New(t, "--dir", snapshot, "--appendonly", "no")
		redisDo(t, restored, "CONFIG", "SET", "appendonly", "yes")
		waitUntil(t, "the append-only file", func() bool {
			info := redisDo(t, restored, "INFO", "persistence")
			return strings.Contains(info, "aof_enabled:1") && strings.Contains(info, "aof_rewrite_in_progress:0") &&
				strings.Contains(info, "aof_rewrite_scheduled:0")
		})
		restored.Stop(t) // the next server uses the append-only file
		again := redistest.New(t, "--dir", snapshot)
		c, _, _ := startHubOn(t, again.URL())
		p.checkAndFinish(t, c)
	})
	t.Run("the export", func(t *testing.T) {
		restored := redistest.New(t)
		mustCommand(t, "import", exported, "-store", restored.URL())
		mustCommand(t, "import", exported, "-store", restored.URL())
		c, _, _ := startHubOn(t, restored.URL())
		p.checkAndFinish(t, c)
	})
}

func redisDo(t *testing.T, redis *redistest.Server, words ...string) string {
	t.Helper()
	reply, err := redis.Do(words...)
	if err != nil || strings.HasPrefix(reply, "-") {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
	return reply
}

// copySnapshot makes an RDB file, as docs/host/backup.md describes, in a folder for a new server.
func copySnapshot(t *testing.T, redis *redistest.Server, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	redisDo(t, redis, "CONFIG", "SET", "repl-diskless-sync-delay", "0") // the default of 5 s makes Redis wait for more replicas
	host, port, _ := strings.Cut(redis.Addr, ":")
	out, err := exec.Command("redis-cli", "-h", host, "-p", port, "--rdb", filepath.Join(dir, "dump.rdb")).CombinedOutput()
	if err != nil {
		t.Fatalf("redis-cli --rdb: %v\n%s", err, out)
	}
}
