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

// A backup is worth what can be restored from it. In each test here a game is
// played, copied in the middle, and played to its end on what was restored, by the
// same player at another hub.

const backedUp = "connect4:7x6:4"

// hubOn runs a hub on a store.
func hubOn(t *testing.T, store string) (c *cluster, admin string, stop func()) {
	t.Helper()
	url, stop, log := start(t, "-store", store, "-workers", "1")
	admin = regexp.MustCompile(`page=(\S+)`).FindStringSubmatch(log.String())[1]
	return &cluster{t: t, hubs: [2]string{url, url}}, admin, stop
}

// turns has the person move so many times and waits for each reply.
func (g *game) turns(n int) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.t.Context(), patience)
	defer cancel()
	for g.n == 0 {
		g.read(ctx)
	}
	for ; n > 0 && !g.over; n-- {
		g.send(ctx)
		for g.mine = false; !g.mine && !g.over; {
			g.read(ctx)
		}
	}
}

// played is a game that was finished and one in which three turns of the person's
// have been made.
type played struct {
	finished, open string // rooms
	log            string // of the open one
	n              uint64
}

func playSome(t *testing.T, c *cluster) (p played) {
	t.Helper()
	over := c.game(t, 0, "ann", "tictactoe", "easy", true)
	over.play(t.Context())
	g := c.game(t, 0, "bob", backedUp, "easy", true)
	g.turns(3)
	_, p.log = get(t, c.hubs[0]+"/api/rooms/"+g.room+"/entries")
	p.finished, p.open, p.n = over.room, g.room, g.n
	_ = g.ws.CloseNow()
	return p
}

// goesOn finds everything on another hub, and plays the game to its end.
func (p played) goesOn(t *testing.T, c *cluster) {
	t.Helper()
	if _, log := get(t, c.hubs[0]+"/api/rooms/"+p.open+"/entries"); log != p.log {
		t.Errorf("restored is\n%s\nof\n%s", log, p.log)
	}
	if status, record := get(t, c.hubs[0]+"/api/games/"+p.finished+"/1"); status != http.StatusOK || !strings.Contains(record, "tictactoe") {
		t.Errorf("the finished game: %d %s", status, record)
	}
	g := c.enter(t, 0, "bob", backedUp, p.open, true)
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	for g.n < p.n {
		g.read(ctx)
	}
	g.play(ctx)
	if !g.over {
		t.Error("the game did not end")
	}
	await(t, "the record of the game that was restored", func() bool {
		status, _ := get(t, c.hubs[0]+"/api/games/"+p.open+"/1")
		return status == http.StatusOK
	})
}

// fetchCopy has a hub make a copy of its store while it runs.
func fetchCopy(t *testing.T, url, name string) {
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
	c, admin, stop := hubOn(t, "file:"+filepath.Join(dir, "quatre.db"))
	p := playSome(t, c)
	copied, exported := filepath.Join(dir, "copy.db"), filepath.Join(dir, "copy.jsonl")
	fetchCopy(t, admin+"backup", copied)
	fetchCopy(t, admin+"export", exported)
	p.goesOn(t, c) // of which the copies know nothing
	stop()
	t.Run("the copy", func(t *testing.T) {
		c, _, _ := hubOn(t, "file:"+copied)
		p.goesOn(t, c)
	})
	t.Run("the export", func(t *testing.T) {
		store := "file:" + filepath.Join(dir, "imported.db")
		mustCommand(t, "import", exported, "-store", store)
		c, _, _ := hubOn(t, store)
		p.goesOn(t, c)
	})
}

func TestBackupOfRedis(t *testing.T) {
	redis := redistest.New(t)
	c, admin, stop := hubOn(t, redis.URL())
	p := playSome(t, c)
	if status, body := get(t, admin+"backup"); status != http.StatusNotFound || !strings.Contains(body, "no file") {
		t.Errorf("backup: %d %s", status, body)
	}
	dir := t.TempDir()
	exported := filepath.Join(dir, "copy.jsonl")
	mustCommand(t, "export", exported, "-store", redis.URL())
	snapshot, appended := filepath.Join(dir, "snapshot"), filepath.Join(dir, "appended")
	snapshotOf(t, redis, snapshot)
	appendedOf(t, redis, appended)
	p.goesOn(t, c)
	stop()
	t.Run("the snapshot", func(t *testing.T) {
		restored := redistest.New(t, "--dir", snapshot, "--appendonly", "no")
		ask(t, restored, "CONFIG", "SET", "appendonly", "yes")
		await(t, "the append-only file", func() bool {
			info := ask(t, restored, "INFO", "persistence")
			return strings.Contains(info, "aof_enabled:1") && strings.Contains(info, "aof_rewrite_in_progress:0") &&
				strings.Contains(info, "aof_rewrite_scheduled:0")
		})
		restored.Stop(t) // from here on the append-only file counts
		again := redistest.New(t, "--dir", snapshot)
		c, _, _ := hubOn(t, again.URL())
		p.goesOn(t, c)
	})
	t.Run("the append-only file", func(t *testing.T) {
		c, _, _ := hubOn(t, redistest.New(t, "--dir", appended).URL())
		p.goesOn(t, c)
	})
	t.Run("the export", func(t *testing.T) {
		restored := redistest.New(t)
		mustCommand(t, "import", exported, "-store", restored.URL())
		mustCommand(t, "import", exported, "-store", restored.URL())
		c, _, _ := hubOn(t, restored.URL())
		p.goesOn(t, c)
	})
}

func ask(t *testing.T, redis *redistest.Server, words ...string) string {
	t.Helper()
	reply, err := redis.Do(words...)
	if err != nil || strings.HasPrefix(reply, "-") {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
	return reply
}

// snapshotOf takes an RDB file as docs/backup.md says, into a folder for a new server.
func snapshotOf(t *testing.T, redis *redistest.Server, dir string) {
	t.Helper()
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	ask(t, redis, "CONFIG", "SET", "repl-diskless-sync-delay", "0") // or it waits 5 s for further replicas
	host, port, _ := strings.Cut(redis.Addr, ":")
	out, err := exec.Command("redis-cli", "-h", host, "-p", port, "--rdb", filepath.Join(dir, "dump.rdb")).CombinedOutput()
	if err != nil {
		t.Fatalf("redis-cli --rdb: %v\n%s", err, out)
	}
}

// appendedOf copies the append-only file likewise.
func appendedOf(t *testing.T, redis *redistest.Server, dir string) {
	t.Helper()
	ask(t, redis, "CONFIG", "SET", "auto-aof-rewrite-percentage", "0")
	await(t, "no rewrite", func() bool {
		return strings.Contains(ask(t, redis, "INFO", "persistence"), "aof_rewrite_in_progress:0")
	})
	words := strings.Split(ask(t, redis, "CONFIG", "GET", "dir"), "\r\n")
	from := filepath.Join(words[4], "appendonlydir")
	if err := os.CopyFS(filepath.Join(dir, "appendonlydir"), os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	ask(t, redis, "CONFIG", "SET", "auto-aof-rewrite-percentage", "100")
}
