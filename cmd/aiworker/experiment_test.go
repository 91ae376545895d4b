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
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/rules"
)

// counter is minimax as a textbook has it, which only counts. At the horizon every position is
// worth 0.
type counter struct {
	pruned bool
	nodes  int
}

func (c *counter) value(pos rules.Position, depth, sign, alpha, beta int) int {
	c.nodes++
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
		best = max(best, -c.value(pos, depth-1, -sign, -beta, -max(alpha, best)))
		pos.Undo()
		if c.pruned && best >= beta {
			return best
		}
	}
	return best
}

// TestExperimentCountsAreATextbooks compares an experiment's CSV with the counts of a plain
// minimax and a plain alpha-beta.
func TestExperimentCountsAreATextbooks(t *testing.T) {
	for variant, depth := range map[string]int{"tictactoe": 8, "connect4:4x4:3": 7, "connect4:7x6:4": 5} {
		line := fmt.Sprintf("experiment effort -game %s -depth %d -evaluation none -format csv -keep none", variant, depth)
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
			book := counter{pruned: row[0] == "alpha-beta"}
			book.value(game.Start(), d, 1, -1000, 1000)
			if row[3] != strconv.Itoa(book.nodes) {
				t.Errorf("%s, %s, depth %d: %s positions, the textbook visits %d", variant, row[0], d, row[3], book.nodes)
			}
			compared++
		}
		if compared != 2*depth {
			t.Errorf("%s: %d lines compared", variant, compared)
		}
	}
}

// TestExperimentContinues stops an experiment as Ctrl+C does, damages the end of its file as a
// crash may, and continues it.
func TestExperimentContinues(t *testing.T) {
	dir := t.TempDir()
	line := "experiment lengths -game tictactoe,connect4:4x4:4 -n 300000 -format csv -keep "
	whole := filepath.Join(dir, "whole")
	status, want, stderr := commandLine(t, line+whole, "")
	if status != 0 {
		t.Fatal(stderr)
	}
	file := filepath.Join(dir, "stopped")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	stop, cancelStop := context.WithCancel(t.Context())
	context.AfterFunc(ctx, cancelStop)
	var out, errs bytes.Buffer
	status = dispatch(stop, strings.Fields(line+file), nil, &out, &errs)
	if status == 0 {
		t.Skip("this machine plays 600,000 games in 50 ms")
	}
	if !strings.Contains(errs.String(), "the same command continues it") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(before, `{"trial":"0/1`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, got, stderr := commandLine(t, line+file, ""); status != 0 || got != want {
		t.Errorf("status %d, %s: continued\n%swant\n%s", status, stderr, got, want)
	}
	// A complete experiment is printed in another form without measuring again.
	svg := strings.Replace(line+whole, "csv", "svg", 1)
	if status, got, _ := commandLine(t, svg, ""); status != 0 || !strings.HasPrefix(got, "<svg ") {
		t.Errorf("status %d, %.100s", status, got)
	}
	other := strings.Replace(line+whole, "300000", "1000", 1)
	if status, _, stderr := commandLine(t, other, ""); status != 1 || !strings.Contains(stderr, "other settings") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, _, stderr := commandLine(t, other+" -again -out "+filepath.Join(dir, "table.csv"), ""); status != 0 {
		t.Errorf("status %d, %s", status, stderr)
	}
	if table, err := os.ReadFile(filepath.Join(dir, "table.csv")); err != nil || strings.Count(string(table), "\n") != 3 {
		t.Errorf("%v\n%s", err, table)
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

// TestDocumentedExperiments reads the commands of docs/experiments.md as the program does, and
// checks that each experiment is there with its picture.
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
