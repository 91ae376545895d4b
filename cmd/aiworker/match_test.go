package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// playMatch runs a match, and returns the rows of its table and the standard error.
func playMatch(t *testing.T, args ...string) (rows [][]string, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status := dispatch(t.Context(), append([]string{"match", "-format", "csv"}, args...), nil, &out, &errs)
	rows, err := csv.NewReader(&out).ReadAll()
	if status != 0 || err != nil {
		t.Fatalf("%q: status %d, %s, %v", args, status, errs.String(), err)
	}
	return rows, errs.String()
}

const matchColumns = "level against games won drawn lost points points_low points_high nodes_move ms_move depth_move forfeits"

// The example wins against random moves, and each game has a result.
func TestMatchOfProgram(t *testing.T) {
	rows, stderr := playMatch(t, "-a", "bot:python3 ../../examples/bots/bot.py", "-b", "random", "-n", "20", "-time", "1m")
	if got := strings.Join(rows[0], " "); got != matchColumns {
		t.Errorf("columns %s", got)
	}
	if len(rows) != 1+2*2 {
		t.Errorf("%d rows", len(rows))
	}
	row := rows[1]
	if won, _ := strconv.Atoi(row[3]); row[0] != "python3 ../../examples/bots/bot.py" || row[1] != "random" || row[2] != "20" || won < 12 || row[12] != "0" {
		t.Errorf("bot.py against random: %v, %s", row, stderr)
	}
}

// A class of programs plays each with each. One of them errs, loses its games and is told why.
func TestMatchOfClass(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "class of 2026")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	good := `#!/bin/sh
while read -r word variant moves; do for m in a1 b1 c1 a2 b2 c2 a3 b3 c3; do case " $moves " in *" $m "*) ;; *) echo $m; break;; esac; done; done`
	for name, file := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"left": {good, 0o700}, "cheat": {"#!/bin/sh\necho my plan >&2; while read -r line; do echo a1; done", 0o700},
		"alice.py": {"import sys\nfor line in sys.stdin:\n  t = line.split()[2:]\n  print([x + y for y in '321' for x in 'cba' if x + y not in t][0], flush=True)", 0o600},
		"notes":    {"nothing", 0o600},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(file.text), file.mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	rows, stderr := playMatch(t, "-class", ".", "-b", "random", "-game", "tictactoe", "-n", "4", "-opening", "1", "-time", "1m")
	if len(rows) != 1+4*4 { // four players, each against three and all others
		t.Fatalf("%d rows, %s", len(rows), stderr)
	}
	for _, row := range rows[1:] {
		games, forfeits := row[2], row[12]
		if want := map[bool]string{true: games, false: "0"}[row[0] == "cheat"]; forfeits != want {
			t.Errorf("%s against %s: %s of %s games forfeited", row[0], row[1], forfeits, games)
		}
	}
	if !strings.Contains(stderr, `cheat lost a game: The move "a1" is not legal`) || !strings.Contains(stderr, "my plan") || strings.Contains(stderr, "left lost") {
		t.Errorf("%s", stderr)
	}
}

// Only the first player plays with the others, and programs with the same command have names of their own.
func TestMatchOfOne(t *testing.T) {
	sh := "bot:sh -c exit"
	rows, _ := playMatch(t, "-a", sh, "-b", sh+",random,very-easy", "-game", "tictactoe", "-n", "2")
	var pairs []string
	for _, row := range rows[1:] {
		pairs = append(pairs, row[0]+"/"+row[1])
	}
	want := "sh -c exit/sh -c exit (2) sh -c exit/random sh -c exit/very-easy sh -c exit/all others " +
		"sh -c exit (2)/sh -c exit sh -c exit (2)/all others random/sh -c exit random/all others very-easy/sh -c exit very-easy/all others"
	if got := strings.Join(pairs, " "); got != want {
		t.Errorf("%s", got)
	}
}

func TestMatchRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"match":                           "which players",
		"match -a easy":                   "two players",
		"match -a easy -class .":          "which players",
		"match -a easy -b hardest":        "hardest",
		"match -class /no/such":           "-class",
		"match -a easy -b bot:":           "bot:",
		"match -a easy -b easy -n 3":      "pairs",
		"match -a easy -b easy -time 0s":  "-time",
		"match -a easy -b easy -format x": "-format",
	} {
		if status, _, stderr := commandLine(t, line, ""); status != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s", line, status, stderr)
		}
	}
}
