package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// How much input a fuzzed run of solve is given. Empty boards, which take longest,
// fit on many short lines.
const (
	fuzzedLines = 6
	fuzzedBytes = 400
)

// FuzzSolve gives solve any positions: each line that asks something is answered in
// its place, with what it asked in front, or reported by its number; a score is that
// of the best move; and two goroutines say the same as one.
func FuzzSolve(f *testing.F) {
	files, err := filepath.Glob("testdata/solve/*.txt")
	if err != nil || len(files) == 0 {
		f.Fatal("no test data", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for i, line := range slices.Collect(strings.Lines(string(text))) {
			if i%10 == 1 {
				f.Add(byte(i), []byte(line))
			}
		}
	}
	for _, seed := range []string{
		"-", "3232132 rest\r\n# no\n\n 99\n-\t-", "1212121\n11111\nx", "b2a1c3\nb2b2\na1b1a2b2a3", "ssss.ssss r 3 3 -\nssss.ssss x 3 3 -", "rrrbb.sss b 0 1 -\n", "\x00\n\xff\u2028\u00a0-",
	} {
		for game := range byte(3) {
			f.Add(game, []byte(seed))
		}
	}
	games := fuzzedGames(f)
	f.Fuzz(func(t *testing.T, game byte, input []byte) {
		if len(input) > fuzzedBytes || bytes.Count(input, []byte("\n")) >= fuzzedLines {
			t.Skip()
		}
		g := games[int(game)%len(games)]
		out, bad := g.solve(t, g.one, input)
		if again, badToo := g.solve(t, g.two, input); again != out || badToo != bad {
			t.Fatalf("%q: %q (%q) by one goroutine, %q (%q) by two", input, out, bad, again, badToo)
		}
		g.compare(t, input, out, bad)
	})
}

type fuzzedGame struct {
	variant  string
	asks     int // fields of a line
	one, two []lineSolver
}

func fuzzedGames(f *testing.F) (games []fuzzedGame) {
	for _, g := range []fuzzedGame{{variant: "connect4:4x4:4", asks: 1}, {variant: "tictactoe", asks: 1}, {variant: "force3", asks: force3Fields}} {
		for n, to := range map[int]*[]lineSolver{1: &g.one, 2: &g.two} {
			cfg, err := configureSolve(strings.Fields(fmt.Sprintf("-scores -table 1 -game %s -goroutines %d", g.variant, n)), io.Discard)
			if err != nil {
				f.Fatal(err)
			}
			if *to, err = newLineSolvers(cfg); err != nil {
				f.Fatal(err)
			}
		}
		games = append(games, g)
	}
	return games
}

func (g fuzzedGame) solve(t *testing.T, solvers []lineSolver, input []byte) (out, bad string) {
	var stdout, stderr bytes.Buffer
	done, err := solveLines(context.Background(), solvers, bytes.NewReader(input), &stdout, &stderr)
	if err != nil || done.positions != bytes.Count(stdout.Bytes(), []byte("\n")) || done.bad != bytes.Count(stderr.Bytes(), []byte("line ")) {
		t.Fatalf("%q: %v, %+v, %q, %q", input, err, done, &stdout, &stderr)
	}
	return stdout.String(), stderr.String()
}

// compare walks through input, answers and complaints at once.
func (g fuzzedGame) compare(t *testing.T, input []byte, out, bad string) {
	answers := strings.SplitAfter(out, "\n")
	for i, line := range bytes.Split(input, []byte("\n")) {
		fields := strings.Fields(string(line))
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		if complaint, is := strings.CutPrefix(bad, fmt.Sprintf("line %d: ", i+1)); is {
			_, bad, is = strings.Cut(complaint, "\n")
			if !is {
				t.Fatalf("%q: the complaint about line %d has no end: %q", input, i+1, complaint)
			}
			continue
		}
		got := strings.Fields(answers[0])
		if len(got) < g.asks || len(fields) < g.asks || !slices.Equal(got[:g.asks], fields[:g.asks]) {
			t.Fatalf("%q: line %d is answered with %q", input, i+1, answers[0])
		}
		answers = answers[1:]
		if g.asks == 1 {
			checkBest(t, got[1:])
		}
	}
	if len(answers) != 1 || answers[0] != "" || bad != "" {
		t.Fatalf("%q: more is said than was asked: %q, %q", input, answers, bad)
	}
}

// checkBest: the first score is the greatest of the others.
func checkBest(t *testing.T, scores []string) {
	best, found := 0, false
	for _, text := range scores[1:] {
		if text == "." {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%q is no score", text)
		}
		if best = max(n, best); !found {
			best, found = n, true
		}
	}
	if !found || scores[0] != strconv.Itoa(best) {
		t.Fatalf("the best of %v is not %s", scores[1:], scores[0])
	}
}
