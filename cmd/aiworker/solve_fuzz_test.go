package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Limits of the fuzzed input. Lines are limited too, because a short line (the empty
// board) can take longest.
const (
	fuzzedLines = 6
	fuzzedBytes = 400
)

// FuzzSolve checks solve with any input:
//
//   - Each line with a position is answered in order, or reported by its number.
//   - An answer repeats its question.
//   - The score of a position is that of its best move.
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
		"-", "3232132 rest\r\n# no\n\n 99\n-\t-", "1212121\n11111\nx", "b2a1c3\nb2b2\na1b1a2b2a3", "ssss.ssss r 3 3 -\nssss.ssss x 3 3 -", "rrrbb.sss b 0 1 -\n", "\x00\n\xff\u2028\u00a0-", "\ufeff32\u00a032\r3232 13\r\n3232 0 0 0 -1 0\r-", "b,x,o\r{",
	} {
		for game := range byte(3) {
			f.Add(game, []byte(seed))
		}
	}
	games := fuzzedGames(f)
	f.Fuzz(func(t *testing.T, game byte, input []byte) {
		if len(input) > fuzzedBytes || bytes.Count(input, []byte("\n"))+bytes.Count(input, []byte("\r")) >= fuzzedLines {
			t.Skip()
		}
		g := games[int(game)%len(games)]
		out, bad := g.solve(t, input)
		g.compare(t, input, out, bad)
	})
}

type fuzzedGame struct {
	variant     string
	inputFields int // number of fields of a question
	cfg         *solveConfig
}

func fuzzedGames(f *testing.F) (games []fuzzedGame) {
	for _, g := range []fuzzedGame{
		{variant: "connect4:4x4:4", inputFields: 1},
		{variant: "tictactoe", inputFields: 1},
		{variant: "force3", inputFields: force3Fields},
		{variant: "force3:report", inputFields: force3Fields},
	} {
		var err error
		if g.cfg, err = parseSolveConfig([]string{"-scores", "-game", g.variant}, io.Discard); err != nil {
			f.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func (g fuzzedGame) solve(t *testing.T, input []byte) (out, bad string) {
	var stdout, stderr bytes.Buffer
	n, err := g.cfg.solveLines(context.Background(), bytes.NewReader(input), &stdout, &stderr)
	if err != nil || n != bytes.Count(stderr.Bytes(), []byte("line ")) {
		t.Fatalf("%q: %v, %d bad, %q, %q", input, err, n, &stdout, &stderr)
	}
	return stdout.String(), stderr.String()
}

// compare checks that every line of input has an answer in out or a report in bad.
func (g fuzzedGame) compare(t *testing.T, input []byte, out, bad string) {
	answers := strings.SplitAfter(out, "\n")
	ends := regexp.MustCompile("\r\n|\r|\n")
	for i, line := range ends.Split(strings.TrimPrefix(string(input), "\ufeff"), -1) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		if report, ok := strings.CutPrefix(bad, fmt.Sprintf("line %d: ", i+1)); ok {
			_, bad, ok = strings.Cut(report, "\n")
			if !ok {
				t.Fatalf("%q: the report on line %d lacks a line break: %q", input, i+1, report)
			}
			continue
		}
		got := strings.Fields(answers[0])
		repeats := len(got) >= g.inputFields && len(fields) >= g.inputFields && slices.Equal(got[:g.inputFields], fields[:g.inputFields])
		if g.inputFields == 1 && len(got) > 0 { // the moves may be in several fields
			repeats = strings.HasPrefix(strings.Join(fields, ""), got[0]) && strings.HasPrefix(got[0], fields[0])
		}
		if !repeats {
			t.Fatalf("%q: line %d: got answer %q", input, i+1, answers[0])
		}
		answers = answers[1:]
		if g.inputFields == 1 {
			checkBest(t, got[1:])
		}
	}
	if len(answers) != 1 || answers[0] != "" || bad != "" {
		t.Fatalf("%q: unexpected output: %q, %q", input, answers, bad)
	}
}

// checkBest checks that the first score is the maximum of the others.
func checkBest(t *testing.T, scores []string) {
	best, found := 0, false
	for _, text := range scores[1:] {
		if text == "." {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%q is not a score", text)
		}
		if best = max(n, best); !found {
			best, found = n, true
		}
	}
	if !found || scores[0] != strconv.Itoa(best) {
		t.Fatalf("score %s is not the maximum of %v", scores[0], scores[1:])
	}
}
