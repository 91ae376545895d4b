package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quatre/quatre/internal/hub/inside"
	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/rules"
)

// textbookSearch is a textbook minimax search, which counts the positions that it visits. At the
// horizon every position is worth 0.
type textbookSearch struct {
	pruned bool // alpha-beta
	nodes  int
}

func (s *textbookSearch) value(pos rules.Position, depth, sign, alpha, beta int) int {
	s.nodes++
	switch pos.Outcome().Winner() {
	case rules.First:
		return sign * (1 + depth)
	case rules.Second:
		return -sign * (1 + depth)
	}
	if depth == 0 || pos.Outcome().Over() {
		return 0
	}
	best := -1000
	for _, m := range slices.Sorted(slices.Values(pos.Moves(nil))) { // columns from the left, cells row by row
		pos.Play(m)
		best = max(best, -s.value(pos, depth-1, -sign, -beta, -max(alpha, best)))
		pos.Undo()
		if s.pruned && best >= beta {
			return best
		}
	}
	return best
}

// TestExperimentCountsLikeTextbookSearch compares the positions in an experiment's CSV with
// those that textbookSearch visits.
func TestExperimentCountsLikeTextbookSearch(t *testing.T) {
	for variant, depth := range map[string]int{"tictactoe": 8, "connect4:4x4:3": 7, "connect4:7x6:4": 5, "force3": 3, "force3:fair": 4, "force3:report": 3} {
		line := fmt.Sprintf("experiment effort -game %s -depth %d -evaluation none -format csv", variant, depth)
		status, out, stderr := commandLine(t, line, "")
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if status != 0 || err != nil || len(rows) != 1+4*depth {
			t.Fatalf("%s: status %d, %s, %v\n%s", line, status, stderr, err, out)
		}
		game, err := rules.Parse(variant)
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		for _, row := range rows[1:] {
			if row[0] != "minimax" && row[0] != "alpha-beta" {
				continue
			}
			d, _ := strconv.Atoi(row[1])
			textbook := textbookSearch{pruned: row[0] == "alpha-beta"}
			textbook.value(game.Start(), d, 1, -1000, 1000)
			if row[3] != strconv.Itoa(textbook.nodes) {
				t.Errorf("%s, %s, depth %d: %s positions, the textbook visits %d", variant, row[0], d, row[3], textbook.nodes)
			}
			compared++
		}
		if compared != 2*depth {
			t.Errorf("%s: %d lines compared", variant, compared)
		}
	}
}

// TestExperimentCountsAsInside compares last_nodes of the commands that the page /inside shows with the look of a hub.
func TestExperimentCountsAsInside(t *testing.T) {
	for _, want := range []inside.Request{
		{Variant: "connect4:7x6:4", Moves: "4453", Evaluation: "tens"},
		{Variant: "connect4:7x6:4", Evaluation: "custom:depth=4,open3=100,open2=10,open1=1", FullRoot: true},
		{Variant: "tictactoe", Moves: "a1 b2 a2", Evaluation: "none", Textbook: true},
	} {
		want.Depth, want.Search = 4, inside.AlphaBeta
		look, err := inside.NewLook(want)
		if err != nil {
			t.Fatal(err)
		}
		report, err := look.Run(t.Context(), inside.Budget)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"experiment", "effort", "-format", "csv", "-game", want.Variant, "-depth", "4", "-evaluation", string(want.Evaluation), "-moves", want.Moves}
		var out, errs bytes.Buffer
		status := dispatch(t.Context(), append(args, fmt.Sprintf("-textbook=%t", want.Textbook), fmt.Sprintf("-full-root=%t", want.FullRoot)), nil, &out, &errs)
		rows, err := csv.NewReader(&out).ReadAll()
		if status != 0 || err != nil || len(rows) != 1+len(report.Efforts) {
			t.Fatalf("%q: status %d, %s, %v, %d lines", args, status, &errs, err, len(rows))
		}
		last := slices.Index(rows[0], "last_nodes")
		for i, effort := range report.Efforts {
			if row := rows[1+i]; row[1] != strconv.Itoa(effort.Depth) || row[last] != strconv.Itoa(effort.Nodes) {
				t.Errorf("%q: %q, a hub shows %+v", args, row, effort)
			}
		}
	}
	for line, want := range map[string]string{
		"experiment effort -moves 449":              `moves "449": "9" is not a column`,
		"experiment effort -moves 1212121":          "the game is over",
		"experiment effort -moves 44 -opening 2":    "moves lead to one position",
		"experiment depths -moves 44":               "-moves is not for depths",
		"experiment weights -textbook -n 2":         "-textbook is not for weights",
		"experiment effort -moves 4 -evaluation xx": "no evaluation",
	} {
		if status, _, stderr := commandLine(t, line, ""); status != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s", line, status, stderr)
		}
	}
}

// stopping is a context that is cancelled when it is asked for the last time: an experiment asks
// again and again. So it stops at the same place on a fast and on a slow machine.
type stopping struct {
	context.Context

	stop context.CancelFunc
	left atomic.Int64 // how often it may be asked
}

func (s *stopping) Err() error {
	if s.left.Add(-1) == 0 {
		s.stop()
	}
	return s.Context.Err()
}

// TestExperimentStops stops an experiment half-way, as Ctrl+C does.
func TestExperimentStops(t *testing.T) {
	run := func(asked int64) (status int, stdout, stderr string, left int64) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stopped := &stopping{Context: ctx, stop: cancel}
		stopped.left.Store(asked)
		var out, errs bytes.Buffer
		args := strings.Fields("experiment weights -levels random,easy,depth=1 -game tictactoe -n 20")
		status = dispatch(stopped, args, nil, &out, &errs)
		return status, out.String(), errs.String(), stopped.left.Load()
	}
	const often = 1 << 30
	status, whole, stderr, left := run(often)
	if status != 0 || strings.Contains(whole, "not complete") || !strings.Contains(whole, "\nrandom ") {
		t.Fatal(status, whole, stderr)
	}
	status, early, stderr, _ := run((often - left) / 2)
	if status != 1 || !strings.Contains(early, "(not complete)") || strings.Count(early, "\n") != strings.Count(whole, "\n") {
		t.Errorf("stopped: status %d, %s%s", status, stderr, early)
	}
	if !strings.Contains(stderr, "canceled") {
		t.Error(stderr)
	}
}

// TestDocumentedExperiments checks that the program accepts the commands in docs/teach/experiments.md,
// and that the page shows each kind of experiment.
func TestDocumentedExperiments(t *testing.T) {
	text, err := os.ReadFile("../../docs/teach/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		_, command, ok := strings.Cut(line, "quatre-worker experiment ")
		if !ok || !strings.HasPrefix(line, "    ") {
			continue
		}
		args := strings.Fields(command)
		if _, err := measure(args, streams{err: io.Discard}); err != nil {
			t.Errorf("%s: %v", strings.TrimSpace(line), err)
		}
		if strings.HasPrefix(line, "    quatre-worker") {
			shown[args[0]] = true
		}
	}
	for _, k := range experiment.Kinds() {
		if !shown[k.Usual.Kind] {
			t.Errorf("%s is not shown", k.Usual.Kind)
		}
	}
}
