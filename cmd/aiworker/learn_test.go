package main

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// What learn has learned is better than chance, and learned plays it: legal moves, in both games.
func TestLearn(t *testing.T) {
	for variant, lines := range map[string]string{
		"tictactoe":   "position tictactoe\nposition tictactoe a1 b2 a3\n",
		"force3:fair": "position force3:fair\r\nposition force3:fair P1 P9\r\n",
	} {
		path := filepath.Join(t.TempDir(), "q.json")
		var out, errs bytes.Buffer
		args := []string{"learn", "-game", variant, "-episodes", "6000", "-every", "3000", "-n", "40", "-against", "random", "-format", "csv", "-out", path}
		if status := dispatch(t.Context(), args, nil, &out, &errs); status != 0 {
			t.Fatalf("status %d: %s", status, errs.String())
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 3 {
			t.Fatalf("%v, %v", rows, err)
		}
		if points, _ := strconv.ParseFloat(rows[2][7], 64); rows[2][0] != "6000" || rows[2][2] != "random" || points < 60 {
			t.Errorf("%s: %v", variant, rows)
		}
		out.Reset()
		if status := dispatch(t.Context(), []string{"learned", path}, strings.NewReader(lines), &out, &errs); status != 0 {
			t.Fatalf("status %d: %s", status, errs.String())
		}
		if moves := strings.Fields(out.String()); len(moves) != 2 {
			t.Errorf("%s: answered %q", variant, moves)
		}
	}
}

func TestLearnRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"learn", "-game", "connect4:7x6:4"},
		{"learn", "-rate", "2"},
		{"learn", "-episodes", "50"},
		{"learn", "-n", "3"},
		{"learn", "-against", "hard"},
		{"learn", "-format", "png"},
		{"learned"},
		{"learned", "/nonexistent/q.json"},
	} {
		var out, errs bytes.Buffer
		if status := dispatch(t.Context(), args, strings.NewReader(""), &out, &errs); status == 0 || errs.Len() == 0 {
			t.Errorf("%q: status %d, %q", args, status, errs.String())
		}
	}
}

// Whatever lines say, each is answered with one move or ends the program with an error.
func FuzzLearned(f *testing.F) {
	path := filepath.Join(f.TempDir(), "q.json")
	var out, errs bytes.Buffer
	if status := dispatch(f.Context(), []string{"learn", "-episodes", "100", "-n", "2", "-out", path}, nil, &out, &errs); status != 0 {
		f.Fatal(errs.String())
	}
	for _, lines := range []string{
		"position tictactoe\nposition tictactoe a1 b2 a3\n", "position tictactoe a1b2", "position force3", "position", "\ufeffposition tictactoe\r", "quit\n",
		"position tictactoe a1 a1", "position tictactoe a1 a2 b1 b2 c1", "position connect4:15x15:5 1",
	} {
		f.Add(lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		var out bytes.Buffer
		err := answerPositions(t.Context(), path, strings.NewReader(lines), &out)
		answers, asked := strings.Count(out.String(), "\n"), strings.Count(lines, "position")
		if answers > asked || err == nil && answers < strings.Count(lines, "\nposition ") {
			t.Errorf("%q: %d answers, %v", lines, answers, err)
		}
	})
}
