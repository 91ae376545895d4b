package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/quatre/quatre/internal/trace/tracetest"
)

// A move against an AI gives one trace over two hubs and a worker: the frame, its append and
// broadcasts, the worker's search, the append and the broadcasts of the reply.
func TestOneTracePerMove(t *testing.T) {
	collector := tracetest.New(t)
	t.Setenv("QUATRE_OTLP", collector.URL)
	c := startCluster(t)
	c.startWorker(1)
	g := c.startGame(t, 0, "ann", backupVariant, "easy", true)
	watcher := c.enterRoom(t, 1, "bob", backupVariant, g.room, false)
	for watcher.n == 0 {
		watcher.read(t.Context())
	}
	const turns = 2
	g.playTurns(turns)
	for watcher.n < g.n {
		watcher.read(t.Context())
	}
	for turn := range turns {
		move := int64(2 + 2*turn) // entry 1 creates the room; a reply follows each move
		var problem string
		waitUntil(t, "the trace of a move", func() bool {
			if problem = checkTrace(collector.Spans(), move); problem != "" {
				t.Logf("entry %d: %s", move, problem)
			}
			return problem == ""
		})
	}
}

// spanTree describes an expected span and its children.
type spanTree struct {
	name, service string
	n             int64 // entry number; 0: none
	times         int
	children      []spanTree
}

// checkTrace returns what is missing in the trace of the move that is entry n, or "".
func checkTrace(spans []tracetest.Span, n int64) string {
	const hub, worker = "quatre-hub", "quatre-aiworker"
	broadcasts := func(n int64) spanTree { return spanTree{"broadcast", hub, n, 2, nil} }
	want := spanTree{"move", hub, n, 1, []spanTree{{"append", hub, n, 1, []spanTree{
		broadcasts(n),
		{"turn", worker, n, 1, []spanTree{
			{"take", worker, 0, 1, nil},
			{"search", worker, 0, 1, nil},
			{"append", worker, n + 1, 1, []spanTree{broadcasts(n + 1)}},
		}},
	}}}}
	for _, root := range spans {
		if root.Name != "move" || root.Attributes["quatre.n"] != n {
			continue
		}
		var all []tracetest.Span
		for _, s := range spans {
			if s.Trace == root.Trace {
				all = append(all, s)
			}
		}
		seen := 0
		if problem := want.find(all, "", &seen); problem != "" {
			return problem
		}
		if seen != len(all) {
			return fmt.Sprintf("%d spans, %d of them expected: %v", len(all), seen, all)
		}
		return ""
	}
	return "no frame"
}

// find searches the children of the span parent for w, and adds the number of spans that it
// finds to seen. It returns what is wrong, or "".
func (w spanTree) find(spans []tracetest.Span, parent string, seen *int) string {
	times := 0
	for _, s := range spans {
		n, _ := s.Attributes["quatre.n"].(int64)
		if s.Parent != parent || s.Name != w.name || s.Service != w.service || n != w.n {
			continue
		}
		switch {
		case s.Failed != "" || s.End.Before(s.Start):
			return fmt.Sprintf("%s: %+v", w.name, s)
		case w.name == "search" && (s.Attributes["quatre.level"] != "easy" || s.Attributes["quatre.depth"] == nil || s.Attributes["quatre.nodes"] == nil):
			return fmt.Sprintf("search: %+v", s)
		}
		times++
		*seen++
		for _, below := range w.children {
			if problem := below.find(spans, s.ID, seen); problem != "" {
				return problem
			}
		}
	}
	if times != w.times {
		return fmt.Sprintf("%d spans %s of %s, entry %d; want %d", times, w.name, w.service, w.n, w.times)
	}
	return ""
}

// The hub sends its traces before it exits. With a ratio of 0 it sends none.
func TestTraceRatio(t *testing.T) {
	for ratio, some := range map[string]bool{"0": false, "1": true} {
		collector := tracetest.New(t)
		url, stop, _ := startHub(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"), "-otlp", collector.URL, "-trace-ratio", ratio)
		startAIGame(t, url)
		stop()
		if requests := collector.Requests(); requests > 0 != some {
			t.Errorf("with a ratio of %s there were %d requests", ratio, requests)
		}
		names := map[string]int{}
		for _, s := range collector.Spans() {
			names[s.Name]++
		}
		if some && (names["create"] != 1 || names["search"] != 1 || names["append"] != 2) {
			t.Errorf("sent: %v", names)
		}
	}
}
