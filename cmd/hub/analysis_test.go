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

// report is what a hub says of a position.
type report struct {
	Done  bool `json:"done"`
	Depth int  `json:"depth"`
	Nodes int  `json:"nodes"`
	Moves []struct {
		Move string `json:"move"`
	} `json:"moves"`
	Code string `json:"code"`
}

type object = map[string]any

func (c *cluster) analyse(ctx context.Context, hub int, player string, body object) (report, error) {
	c.t.Helper()
	var r report
	status, err := c.post(ctx, hub, player, "/api/analysis", body, &r)
	if err == nil && status != http.StatusOK {
		c.t.Errorf("%s asks hub %d for %v: %d %s", player, hub, body, status, r.Code)
	}
	return r, err
}

// persist asks until the answer is done.
func (c *cluster) persist(ctx context.Context, hub int, player string, body object) (r report) {
	c.t.Helper()
	for !r.Done && ctx.Err() == nil {
		r, _ = c.analyse(ctx, hub, player, body)
	}
	return r
}

// Large boards are searched until the budget ends; small ones are solved.
const (
	endless   = "connect4:15x15:5"
	brief     = "force3"
	finished  = "quatre_ai_analysis_seconds_count"
	brokenOff = "quatre_ai_analyses_aborted_total"
)

// TestAnalysisOfACluster lets many ask on two hubs for what two workers find
// out.
func TestAnalysisOfACluster(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	c := startCluster(t)
	one := c.worker(2)

	t.Run("a worker that is killed is replaced", func(t *testing.T) { c.killAnalyst(t, one) })
	two, three := c.worker(2), c.worker(1)
	three.end(syscall.SIGTERM)
	if code := three.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("a worker that is told to end ends with %d: %s", code, three.log)
	}
	workers := []*worker{two, c.worker(2)}
	t.Run("one computation for all who ask", func(t *testing.T) { c.share(t, workers) })
	t.Run("nobody there, nothing computed", func(t *testing.T) { c.goAway(t, workers) })
	t.Run("turns come first", func(t *testing.T) { c.playBeside(t, workers) })
}

// total sums a metric of all workers.
func total(workers []*worker, name, label string) (n float64) {
	for _, w := range workers {
		n += w.count(name, label)
	}
	return n
}

// killAnalyst kills the worker at a position while somebody waits for it.
func (c *cluster) killAnalyst(t *testing.T, victim *worker) {
	body := object{"variant": endless, "moves": "8", "wait_ms": 10000}
	answer := make(chan report, 1)
	go func() { answer <- c.persist(t.Context(), 0, "ana", body) }()
	await(t, "the first worker to find something", func() bool {
		r, _ := c.analyse(t.Context(), 1, "bob", object{"variant": endless, "moves": "8", "wait_ms": 500})
		return r.Depth > 0
	})
	successor := c.worker(2)
	victim.end(syscall.SIGKILL)
	if r := <-answer; !r.Done || len(r.Moves) != 15 {
		t.Errorf("after the worker was killed: %+v", r)
	}
	if n := successor.count(finished, ""); n != 1 {
		t.Errorf("the other worker finished %v analyses", n)
	}
	successor.end(syscall.SIGTERM)
}

// share lets many players ask both hubs for a position and its mirror image.
func (c *cluster) share(t *testing.T, workers []*worker) {
	var all sync.WaitGroup
	for i := range 12 {
		body := object{"variant": endless, "moves": []string{"1234", "fedc"}[i/2%2], "wait_ms": 10000}
		all.Go(func() {
			r := c.persist(t.Context(), i%2, fmt.Sprint("player", i), body)
			if !r.Done || len(r.Moves) != 15 {
				t.Errorf("%v: %+v", body, r)
			}
		})
	}
	all.Wait()
	if n := total(workers, finished, ""); n != 1 {
		t.Errorf("%v computations for one position", n)
	}
	if n := total(workers, brokenOff, ""); n != 0 {
		t.Errorf("%v computations were broken off", n)
	}
}

// goAway breaks a request off: the worker stops, long before its budget ends.
func (c *cluster) goAway(t *testing.T, workers []*worker) {
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	body := object{"variant": endless, "moves": "1", "wait_ms": 10000}
	go func() { _, _ = c.analyse(ctx, 0, "ana", body); close(over) }()
	// A second client sees that it is under way, and leaves it at that.
	await(t, "the worker to find something", func() bool {
		r, _ := c.analyse(t.Context(), 1, "bob", object{"variant": endless, "moves": "1", "wait_ms": 0})
		return r.Depth > 0
	})
	cancel()
	<-over
	await(t, "the worker to stop", func() bool { return total(workers, brokenOff, `reason="unwanted"`) == 1 })
	if n := total(workers, finished, ""); n != 1 { // that of share
		t.Errorf("%v analyses were finished", n-1)
	}
}

// playBeside plays a game against an AI while more positions wait than there are
// workers for.
func (c *cluster) playBeside(t *testing.T, workers []*worker) {
	before := total(workers, finished, "")
	ctx, cancel := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	ask := func(i int) {
		body := object{"variant": endless, "moves": fmt.Sprintf("%x%x", i+1, i+1), "wait_ms": 10000}
		asking.Go(func() { c.persist(ctx, i%2, fmt.Sprint("asker", i), body) })
	}
	ask(0) // first, since nobody can tell which of eight the workers take
	ask(1)
	await(t, "both workers to be busy", func() bool {
		r1, _ := c.analyse(t.Context(), 0, "eve", object{"variant": endless, "moves": "11", "wait_ms": 0})
		r2, _ := c.analyse(t.Context(), 1, "eve", object{"variant": endless, "moves": "22", "wait_ms": 0})
		return r1.Depth > 0 && r2.Depth > 0
	})
	for i := 2; i < 8; i++ {
		ask(i)
	}
	turns := 0
	for i := range 3 {
		g := c.game(t, i%2, fmt.Sprint("player", i), "connect4:7x6:4", "easy", i%2 == 0)
		turns += len(g.play(t.Context()))
	}
	cancel()
	asking.Wait()
	// Turns that waited for analyses would have let all of them finish first: there
	// are more turns than analyses, and each analysis takes ten seconds.
	if n := total(workers, finished, "") - before; n >= 8 || turns < 12 {
		t.Errorf("%v analyses were finished during %d turns", n, turns)
	}
}

// One hub with a file needs no other process to analyse.
func TestAnalysisWithAFileStore(t *testing.T) {
	url, _, _ := start(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	c := &cluster{t: t, hubs: [2]string{url, url}}
	for range 2 { // computed, then cached
		r, err := c.analyse(t.Context(), 0, "ana", object{"variant": brief, "wait_ms": 10000})
		if err != nil || !r.Done || len(r.Moves) == 0 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
