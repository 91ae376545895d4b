package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/quatre/quatre/internal/trace/tracetest"
)

// A move of a person against an AI is one trace, although two hubs and a worker have
// a part in it that pass nothing on: from the frame to its append and broadcasts, to
// the worker's search, to the append and the broadcasts of the reply.
func TestOneTraceFromFrameToReply(t *testing.T) {
	collector := tracetest.New(t)
	t.Setenv("QUATRE_OTLP", collector.URL)
	c := startCluster(t)
	c.worker(1)
	g := c.game(t, 0, "ann", backedUp, "easy", true)
	watcher := c.enter(t, 1, "bob", backedUp, g.room, false)
	for watcher.n == 0 {
		watcher.read(t.Context())
	}
	const turns = 2
	g.turns(turns)
	for watcher.n < g.n {
		watcher.read(t.Context())
	}
	for turn := range turns {
		move := int64(2 + 2*turn) // after the room's creation, each is followed by its reply
		var problem string
		await(t, "the trace of a move", func() bool {
			if problem = wholeTrace(collector.Spans(), move); problem != "" {
				t.Logf("entry %d: %s", move, problem)
			}
			return problem == ""
		})
	}
}

// node is what a trace should have below one of its spans.
type node struct {
	name, service string
	n             int64 // 0: it says none
	times         int
	below         []node
}

// wholeTrace says what is missing of the trace of a move that was entry n.
func wholeTrace(spans []tracetest.Span, n int64) string {
	const hub, worker = "quatre-hub", "quatre-aiworker"
	broadcasts := func(n int64) node { return node{"broadcast", hub, n, 2, nil} }
	want := node{"move", hub, n, 1, []node{{"append", hub, n, 1, []node{
		broadcasts(n),
		{"turn", worker, n, 1, []node{
			{"take", worker, 0, 1, nil},
			{"search", worker, 0, 1, nil},
			{"append", worker, n + 1, 1, []node{broadcasts(n + 1)}},
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
			return fmt.Sprintf("%d spans, %d of them in their places: %v", len(all), seen, all)
		}
		return ""
	}
	return "no frame"
}

// find looks for the node below a span, and counts what it finds.
func (w node) find(spans []tracetest.Span, parent string, seen *int) string {
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
		for _, below := range w.below {
			if problem := below.find(spans, s.ID, seen); problem != "" {
				return problem
			}
		}
	}
	if times != w.times {
		return fmt.Sprintf("%d times %s of %s, entry %d", times, w.name, w.service, w.n)
	}
	return ""
}

// What was traced is sent when the hub ends, and nothing is without a share of it.
func TestTraceRatio(t *testing.T) {
	for ratio, some := range map[string]bool{"0": false, "1": true} {
		collector := tracetest.New(t)
		url, stop, _ := start(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"), "-otlp", collector.URL, "-trace-ratio", ratio)
		playAI(t, url)
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
