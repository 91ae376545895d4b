package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// cluster is a service as operators run it: Redis, two hubs, and workers that are
// processes of their own.
type cluster struct {
	t       *testing.T
	redis   *redistest.Server
	hubs    [2]string // their addresses
	program string    // aiworker
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, redis: redistest.New(t), program: filepath.Join(t.TempDir(), "aiworker")}
	if out, err := exec.Command("go", "build", "-o", c.program, "../aiworker").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for i := range c.hubs {
		c.hubs[i], _, _ = start(t, "-store", c.redis.URL(), "-workers", "0")
	}
	return c
}

// worker is a process that plays and analyses.
type worker struct {
	t       *testing.T
	cmd     *exec.Cmd
	log     *output
	metrics string // address
	ended   func() // waits for its end; the first call counts
}

var metricsAddress = regexp.MustCompile(`metrics=(\S+)`)

func (c *cluster) worker(concurrency int) *worker {
	c.t.Helper()
	w := &worker{t: c.t, log: &output{}}
	w.cmd = exec.Command(c.program, "-store", c.redis.URL(), "-concurrency", strconv.Itoa(concurrency), "-admin", "127.0.0.1:0")
	w.cmd.Stderr = w.log
	if err := w.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	w.ended = sync.OnceFunc(func() { _ = w.cmd.Wait() })
	c.t.Cleanup(func() { w.end(syscall.SIGKILL) })
	await(c.t, "the worker's metrics", func() bool { return metricsAddress.MatchString(w.log.String()) })
	w.metrics = metricsAddress.FindStringSubmatch(w.log.String())[1]
	return w
}

// end sends a signal and waits for the end.
func (w *worker) end(signal syscall.Signal) {
	_ = w.cmd.Process.Signal(signal) // it may have ended
	w.ended()
}

// count returns the sum of a metric over all of its labels that hold a text.
func (w *worker) count(name, label string) (n float64) {
	w.t.Helper()
	_, body := get(w.t, w.metrics)
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, name+"{") && strings.Contains(line, label) || strings.HasPrefix(line, name+" ") {
			fields := strings.Fields(line)
			value, err := strconv.ParseFloat(fields[len(fields)-1], 64)
			if err != nil {
				w.t.Fatal(err)
			}
			n += value
		}
	}
	return n
}

// peak returns the most memory that the process has had resident, in bytes. It
// must have ended.
func (w *worker) peak() int64 {
	usage, ok := w.cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// post asks an address of a hub as a player and decodes the answer. An error is
// the end of ctx.
func (c *cluster) post(ctx context.Context, hub int, player, path string, body, answer any) (status int, err error) {
	c.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.hubs[hub]+path, bytes.NewReader(raw))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+secretOf(player))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(data, answer); err != nil {
		c.t.Errorf("POST %s: %d %s: %v", path, resp.StatusCode, data, err)
	}
	return resp.StatusCode, nil
}

// secretOf is the secret of a test's player.
func secretOf(player string) string { return (player + strings.Repeat("-secret", 10))[:40] }
