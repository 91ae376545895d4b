package main

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// analysisAnswer is a hub's answer to POST /api/analysis.
type analysisAnswer struct {
	Done  bool `json:"done"`
	Depth int  `json:"depth"`
	Nodes int  `json:"nodes"`
	Moves []struct {
		Move string `json:"move"`
	} `json:"moves"`
	Code string `json:"code"`
}

type jsonObject = map[string]any

func (c *cluster) analyse(ctx context.Context, hub int, player string, body jsonObject) (analysisAnswer, error) {
	c.t.Helper()
	var r analysisAnswer
	status, err := c.post(ctx, hub, player, "/api/analysis", body, &r)
	if err == nil && status != http.StatusOK {
		c.t.Errorf("analysis by hub %[2]d for %[1]s of %[3]v: status %[4]d, %[5]s", player, hub, body, status, r.Code)
	}
	return r, err
}

// analyseFully repeats the question until the answer is complete.
func (c *cluster) analyseFully(ctx context.Context, hub int, player string, body jsonObject) (r analysisAnswer) {
	c.t.Helper()
	for !r.Done && ctx.Err() == nil {
		r, _ = c.analyse(ctx, hub, player, body)
	}
	return r
}

// unsolvableBoard is searched until the budget ends. quickBoard is solved.
const (
	unsolvableBoard = "connect4:15x15:5"
	quickBoard      = "force3"
	finishedMetric  = "quatre_ai_analysis_seconds_count"
	abortedMetric   = "quatre_ai_analyses_aborted_total"
)

// TestAnalysisInCluster lets many players ask two hubs for analyses by two workers.
func TestAnalysisInCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	c := startCluster(t)
	one := c.startWorker(2)

	t.Run("killed worker is replaced", func(t *testing.T) { c.testWorkerKilled(t, one) })
	two, three := c.startWorker(2), c.startWorker(1)
	three.end(syscall.SIGTERM)
	if code := three.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status of a worker after SIGTERM: %d: %s", code, three.log)
	}
	workers := []*worker{two, c.startWorker(2)}
	t.Run("one analysis for equal questions", func(t *testing.T) { c.testSharedComputation(t, workers) })
	t.Run("cancelled request stops the analysis", func(t *testing.T) { c.testRequestCancelled(t, workers) })
	t.Run("turns come first", func(t *testing.T) { c.testTurnsFirst(t, workers) })
}

// sumMetric sums a metric of all workers.
func sumMetric(workers []*worker, name, label string) (n float64) {
	for _, w := range workers {
		n += w.metric(name, label)
	}
	return n
}

// testWorkerKilled kills the worker that analyses a position. Another worker must finish the
// analysis.
func (c *cluster) testWorkerKilled(t *testing.T, victim *worker) {
	body := jsonObject{"variant": unsolvableBoard, "moves": "8", "wait_ms": 10000}
	answer := make(chan analysisAnswer, 1)
	go func() { answer <- c.analyseFully(t.Context(), 0, "ana", body) }()
	waitUntil(t, "a partial answer of the first worker", func() bool {
		r, _ := c.analyse(t.Context(), 1, "bob", jsonObject{"variant": unsolvableBoard, "moves": "8", "wait_ms": 500})
		return r.Depth > 0
	})
	successor := c.startWorker(2)
	victim.end(syscall.SIGKILL)
	if r := <-answer; !r.Done || len(r.Moves) != 15 {
		t.Errorf("answer after the worker was killed: %+v", r)
	}
	if n := successor.metric(finishedMetric, ""); n != 1 {
		t.Errorf("the other worker finished %v analyses, want 1", n)
	}
	successor.end(syscall.SIGTERM)
}

// testSharedComputation lets many players ask both hubs about a position and its mirror
// image. The workers must analyse it once.
func (c *cluster) testSharedComputation(t *testing.T, workers []*worker) {
	var all sync.WaitGroup
	for i := range 12 {
		body := jsonObject{"variant": unsolvableBoard, "moves": []string{"1234", "fedc"}[i/2%2], "wait_ms": 10000}
		all.Go(func() {
			r := c.analyseFully(t.Context(), i%2, fmt.Sprint("player", i), body)
			if !r.Done || len(r.Moves) != 15 {
				t.Errorf("%v: %+v", body, r)
			}
		})
	}
	all.Wait()
	if n := sumMetric(workers, finishedMetric, ""); n != 1 {
		t.Errorf("%v analyses of one position, want 1", n)
	}
	if n := sumMetric(workers, abortedMetric, ""); n != 0 {
		t.Errorf("%v analyses were aborted, want 0", n)
	}
}

// testRequestCancelled cancels a request. The worker must abort the analysis.
func (c *cluster) testRequestCancelled(t *testing.T, workers []*worker) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	body := jsonObject{"variant": unsolvableBoard, "moves": "1", "wait_ms": 10000}
	go func() { _, _ = c.analyse(ctx, 0, "ana", body); close(done) }()
	// A second client sees that the analysis has begun, without waiting for it.
	waitUntil(t, "a partial answer", func() bool {
		r, _ := c.analyse(t.Context(), 1, "bob", jsonObject{"variant": unsolvableBoard, "moves": "1", "wait_ms": 0})
		return r.Depth > 0
	})
	cancel()
	<-done
	waitUntil(t, "the worker to stop", func() bool { return sumMetric(workers, abortedMetric, `reason="unwanted"`) == 1 })
	if n := sumMetric(workers, finishedMetric, ""); n != 1 { // the one from testSharedComputation
		t.Errorf("%v analyses were finished, want 0", n-1)
	}
}

// testTurnsFirst plays games against an AI while more analyses are queued than the workers
// can run. Turns must come first.
func (c *cluster) testTurnsFirst(t *testing.T, workers []*worker) {
	before := sumMetric(workers, finishedMetric, "")
	ctx, cancel := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	ask := func(i int) {
		body := jsonObject{"variant": unsolvableBoard, "moves": fmt.Sprintf("%x%x", i+1, i+1), "wait_ms": 10000}
		asking.Go(func() { c.analyseFully(ctx, i%2, fmt.Sprint("asker", i), body) })
	}
	ask(0) // first these two, so that the workers take them
	ask(1)
	waitUntil(t, "both workers to be busy", func() bool {
		r1, _ := c.analyse(t.Context(), 0, "eve", jsonObject{"variant": unsolvableBoard, "moves": "11", "wait_ms": 0})
		r2, _ := c.analyse(t.Context(), 1, "eve", jsonObject{"variant": unsolvableBoard, "moves": "22", "wait_ms": 0})
		return r1.Depth > 0 && r2.Depth > 0
	})
	for i := 2; i < 8; i++ {
		ask(i)
	}
	turns := 0
	for i := range 3 {
		g := c.startGame(t, i%2, fmt.Sprint("player", i), "connect4:7x6:4", "easy", i%2 == 0)
		turns += len(g.play(t.Context()))
	}
	cancel()
	asking.Wait()
	// If turns had waited for analyses, all analyses would have finished: there are more
	// turns than analyses, and each analysis takes ten seconds.
	if n := sumMetric(workers, finishedMetric, "") - before; n >= 8 || turns < 12 {
		t.Errorf("%v analyses were finished during %d turns", n, turns)
	}
}

// A hub with a file store needs no worker process for an analysis.
func TestAnalysisWithAFileStore(t *testing.T) {
	url, _, _ := startHub(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	c := &cluster{t: t, hubs: [2]string{url, url}}
	for range 2 { // first computed, then cached
		r := c.analyseFully(t.Context(), 0, "ana", jsonObject{"variant": quickBoard, "wait_ms": 10000})
		if !r.Done || len(r.Moves) == 0 {
			t.Errorf("%+v", r)
		}
	}
}
