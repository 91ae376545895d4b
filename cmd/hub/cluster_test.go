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

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

// cluster is a service as operators run it: Redis, two hubs and worker processes. The hubs
// run in the test's process.
type cluster struct {
	t       *testing.T
	redis   *redistest.Server
	hubs    [2]string // addresses
	program string    // path of aiworker
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, redis: redistest.New(t), program: filepath.Join(t.TempDir(), "aiworker")}
	if out, err := exec.Command("go", "build", "-o", c.program, "../aiworker").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for i := range c.hubs {
		c.hubs[i], _, _ = startHub(t, "-store", c.redis.URL(), "-workers", "0")
	}
	return c
}

// worker is an aiworker process.
type worker struct {
	t        *testing.T
	cmd      *exec.Cmd
	log      *lockedBuffer
	metrics  string // address
	waitExit func()
}

var metricsAddress = regexp.MustCompile(`metrics=(\S+)`)

func (c *cluster) startWorker(concurrency int) *worker {
	c.t.Helper()
	w := &worker{t: c.t, log: &lockedBuffer{}}
	w.cmd = exec.Command(c.program, "-store", c.redis.URL(), "-concurrency", strconv.Itoa(concurrency), "-admin", "127.0.0.1:0")
	w.cmd.Stderr = w.log
	if err := w.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	w.waitExit = sync.OnceFunc(func() { _ = w.cmd.Wait() })
	c.t.Cleanup(func() { w.end(syscall.SIGKILL) })
	waitUntil(c.t, "the worker's metrics", func() bool { return metricsAddress.MatchString(w.log.String()) })
	w.metrics = metricsAddress.FindStringSubmatch(w.log.String())[1]
	return w
}

// end sends a signal and waits until the process has ended.
func (w *worker) end(signal syscall.Signal) {
	_ = w.cmd.Process.Signal(signal) // fails if the process has ended
	w.waitExit()
}

// metric returns the sum of a metric over all series whose labels contain a text.
func (w *worker) metric(name, label string) (n float64) {
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

// peakMemory returns the maximum resident memory of the process in bytes. The process must have
// ended.
func (w *worker) peakMemory() int64 {
	usage, ok := w.cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// post sends a POST request to a hub as a player and decodes the answer. It returns an error
// only if ctx ends.
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
	req.Header.Set("Authorization", hubtest.Bearer(player))
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
