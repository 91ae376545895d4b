package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for variant, depth := range map[string]int{"tictactoe": 8, "connect4:4x4:3": 7, "connect4:7x6:4": 5} {
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

// TestExperimentContinues stops an experiment as Ctrl+C does, and continues it.
func TestExperimentContinues(t *testing.T) {
	const line = "experiment lengths -game tictactoe,connect4:4x4:4 -n 30000 -format csv"
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	status, want, stderr := commandLine(t, line, "")
	if status != 0 {
		t.Fatal(stderr)
	}
	// A complete experiment can be printed in another format.
	if status, got, _ := commandLine(t, strings.Replace(line, "csv", "svg", 1), ""); status != 0 || !strings.HasPrefix(got, "<svg ") {
		t.Errorf("status %d, %.100s", status, got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopped := &stopping{Context: ctx, stop: cancel}
	stopped.left.Store(4500) // it asks before each of the games, of which a trial has 1,000
	var out, errs bytes.Buffer
	if status = dispatch(stopped, strings.Fields(line+" -again"), nil, &out, &errs); status != 1 || out.Len() == 0 || out.String() == want {
		t.Errorf("stopped: status %d, %s%s", status, errs.String(), out.String())
	}
	if !strings.Contains(errs.String(), "the same command continues it") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	cfg, err := parseExperimentConfig(strings.Fields(line)[1:], io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	file, err := trialsFile(cfg.experiment.Settings)
	if err != nil {
		t.Fatal(err)
	}
	if trials, err := readTrials(file); len(trials) != 4 || err != nil {
		t.Errorf("%d trials are kept, %v", len(trials), err)
	}
	if status, got, stderr := commandLine(t, line, ""); status != 0 || got != want {
		t.Errorf("status %d, %s: continued\n%swant\n%s", status, stderr, got, want)
	}
	table := filepath.Join(t.TempDir(), "table.csv")
	if status, _, stderr := commandLine(t, strings.Replace(line, "30000", "1000", 1)+" -out "+table, ""); status != 0 {
		t.Errorf("status %d, %s", status, stderr)
	}
	if text, err := os.ReadFile(table); err != nil || strings.Count(string(text), "\n") != 3 {
		t.Errorf("%v\n%s", err, text)
	}
	if err := os.WriteFile(file, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := commandLine(t, line, ""); status != 1 || !strings.Contains(stderr, "-again") {
		t.Errorf("with a damaged file: status %d, %s", status, stderr)
	}
}

func TestProgressBar(t *testing.T) {
	if got := bar(0.5); got != "["+strings.Repeat("#", 15)+strings.Repeat(".", 15)+"]  50 %" {
		t.Error(got)
	}
	if got := timeLeft(0.2, 0.6, 40*time.Second); got != ", 40s left" {
		t.Error(got)
	}
	if got := timeLeft(0.2, 0.2, time.Second); got != "" {
		t.Error(got)
	}
}

// TestDocumentedExperiments checks that the program accepts the commands in docs/experiments.md,
// and that the page shows each kind of experiment with its picture.
func TestDocumentedExperiments(t *testing.T) {
	text, err := os.ReadFile("../../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		_, command, ok := strings.Cut(line, "aiworker experiment ")
		if !ok || !strings.HasPrefix(line, "    ") {
			continue
		}
		args := strings.Fields(command)
		if _, err := parseExperimentConfig(args, io.Discard); err != nil {
			t.Errorf("%s: %v", strings.TrimSpace(line), err)
		}
		if strings.HasPrefix(line, "    aiworker") {
			shown[args[0]] = true
		}
	}
	for _, k := range experiment.Kinds() {
		picture := "images/experiment-" + k.Usual.Kind + ".svg"
		if _, err := os.Stat("../../docs/" + picture); err != nil || !shown[k.Usual.Kind] || !strings.Contains(string(text), picture) {
			t.Errorf("%s is not shown: %v", k.Usual.Kind, err)
		}
	}
}
