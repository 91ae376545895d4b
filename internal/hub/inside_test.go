package hub

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/inside"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/storetest"
)

// insideAnswer is an answer to POST /api/inside: a report or a failure.
type insideAnswer struct {
	inside.Report
	wire.Failure
}

// lookInside asks until the look's turn has come: after a look the hub rests.
func (s *served) lookInside(player string, body hubtest.Object) (a insideAnswer, status int) {
	s.t.Helper()
	for {
		a = insideAnswer{}
		status = s.call(player, "POST", "/api/inside", body, &a)
		if status != http.StatusServiceUnavailable || a.Code != "crowded" || a.Place != 1 {
			return a, status
		}
	}
}

// smallLook is the body of a request for a look that takes almost no time.
var smallLook = hubtest.Object{"variant": "tictactoe", "moves": "b2 a1 c3 a2 a3 c1 b1", "depth": 2, "search": "alphabeta", "evaluation": "none"}

// withValue returns a copy of body with one value changed.
func withValue(body hubtest.Object, key string, value any) hubtest.Object {
	changed := hubtest.Object{key: value}
	for k, v := range body {
		if k != key {
			changed[k] = v
		}
	}
	return changed
}

// The answers must equal the examples in docs/api/openapi.yaml, except for the times.
func TestInside(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	example := openapiExamples(t)
	got, status := s.lookInside("ana", smallLook)
	if status != http.StatusOK || len(got.Efforts) != 8 {
		t.Fatalf("%d %+v", status, got)
	}
	for i := range got.Efforts {
		got.Efforts[i].US = 2
	}
	sameJSON(t, mustMarshal(got.Report), example("inside"))
	branch, status := s.lookInside("ana", withValue(withValue(smallLook, "under", " c2 "), "evaluation", "custom:depth=3,open3=4"))
	if status != http.StatusOK || len(branch.Efforts) != 0 || len(branch.Nodes) != 3 || branch.Nodes[1].Move != "c2" || branch.Nodes[2].Parent != 1 {
		t.Errorf("the branch of c2: %d %+v", status, branch)
	}
	over, status := s.lookInside("ana", hubtest.Object{
		"variant": "tictactoe", "moves": "a1 a2 b1 b2 c1", "depth": 3, "search": "minimax", "ordering": true, "evaluation": "none",
	})
	if status != http.StatusOK {
		t.Errorf("over: %d", status)
	}
	sameJSON(t, mustMarshal(over.Report), example("insideOver"))
	sameJSON(t, mustMarshal(wire.FailNoInside), example("noInside"))
	sameJSON(t, mustMarshal(wire.FailCrowded), example("crowded"))
	crowded := wire.FailCrowded
	crowded.Place = 7
	sameJSON(t, mustMarshal(crowded), example("place"))
}

func TestInsideRefuses(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for _, c := range []struct {
		key   string
		value any
		code  string
	}{
		{"depth", 0, "bad_request"},
		{"depth", 10, "bad_request"},
		{"search", "negascout", "bad_request"},
		{"evaluation", "mine", "bad_request"},
		{"evaluation", "custom:depth=0", "bad_request"},
		{"under", "a2 a2", "cell_taken"},
		{"variant", "force3", "bad_move"}, // the moves are those of tic-tac-toe
		{"variant", "checkers", "unknown_variant"},
		{"moves", "b2 b2", "cell_taken"},
		{"position", "what", "bad_position"},
	} {
		if a, status := s.lookInside("ana", withValue(smallLook, c.key, c.value)); status != http.StatusBadRequest || a.Code != c.code {
			t.Errorf("%s %v: %d %q", c.key, c.value, status, a.Code)
		}
	}
	off := serve(t, "off", storetest.Open(t), builtPage, func(cfg *Config) {
		cfg.Limits = limits.Default()
		cfg.Limits.Inside = 0
	})
	if a, status := off.lookInside("ana", smallLook); status != http.StatusNotFound || a.Code != "no_inside" {
		t.Errorf("off: %d %q", status, a.Code)
	}
}

// A look must count as a computed analysis, and the largest look must end at the limits of looks.
func TestInsideIsLimited(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	huge := hubtest.Object{"variant": "connect4:15x15:5", "depth": 9, "search": "minimax", "evaluation": "none"}
	a, status := s.lookInside("ana", huge)
	if status != http.StatusOK || len(a.Nodes) != 0 || len(a.Line) != 0 {
		t.Fatalf("%d, %d nodes", status, len(a.Nodes))
	}
	const slack = 1000 // nodes between two checks
	var nodes int
	var took time.Duration
	for _, e := range a.Efforts {
		if e.Nodes > inside.MaxNodes+slack {
			t.Errorf("%+v", e)
		}
		nodes += e.Nodes
		took += time.Duration(e.US) * time.Microsecond
	}
	t.Logf("%d nodes in %v", nodes, took)
	// A search that was stopped may have no effort for the depth where it stopped.
	whole := func(e inside.Effort) bool { return e.Search == "minimax" && e.Depth == 9 && e.Complete }
	if slices.ContainsFunc(a.Efforts, whole) || nodes == 0 {
		t.Errorf("%+v", a.Efforts)
	}
	if raw, err := json.Marshal(a.Report); err != nil || len(raw) > 8192 {
		t.Errorf("%d bytes without a tree, %v", len(raw), err)
	}
	refused := 0
	for range 61 { // the limit is 60 in a minute
		if a, status := s.lookInside("bob", smallLook); status == http.StatusTooManyRequests && a.Code == "too_many" {
			refused++
		}
	}
	if refused != 1 {
		t.Errorf("%d of 61 looks were refused", refused)
	}
}
