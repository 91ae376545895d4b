package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

// commandLine runs a command line with an input and returns its status and output.
func commandLine(t *testing.T, line, input string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = dispatch(t.Context(), strings.Fields(line), strings.NewReader(input), &out, &errs)
	return status, out.String(), errs.String()
}

func TestHelp(t *testing.T) {
	_, list, _ := commandLine(t, "help", "")
	for _, c := range commands() {
		if !strings.Contains(list, "\n  "+c.name) {
			t.Errorf("help does not name %s", c.name)
		}
		status, out, _ := commandLine(t, "help "+c.name, "")
		statusH, _, stderr := commandLine(t, c.name+" -h", "")
		if status != 0 || statusH != 0 || out == "" || out != stderr || !strings.Contains(out, "Usage: aiworker "+c.name) {
			t.Errorf("help %s: status %d, %q; -h: status %d, %q", c.name, status, out, statusH, stderr)
		}
	}
}

func TestVersion(t *testing.T) {
	if status, out, _ := commandLine(t, "-version", ""); status != 0 || !strings.HasPrefix(out, "aiworker ") {
		t.Errorf("-version: status %d, %q", status, out)
	}
}

func TestRefusedCommandLines(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"sovle", `there is no command "sovle"`},
		{"help sovle", `there is no command "sovle"`},
		{"solve -game chess", "chess"},
		{"solve -game connect4:15x15:5", "columns x (rows + 1)"},
		{"solve -goroutines 0", "at least 1"},
		{"solve 4453", `unexpected argument "4453"`},
		{"solve -what", "not defined"},
		{"solve -time -1s", "negative"},
		{"solve -time 1s -book=false", "always used"},
		{"health", "-admin none"}, // refused because the worker's default of -admin is none
		{"match -a easy", "-b"},
		{"match -a easy -b hardest", "hardest"},
		{"match -a depth=0 -b easy", "from 1 to 20"},
		{"match -a easy -b easy -n 0", "at least 1"},
		{"match -a easy -b easy -opening 7", "can be over"},
		{"experiment", "which experiment?"},
		{"experiment -depth 3", "which experiment?"},
		{"experiment speed", `no experiment "speed"`},
		{"experiment effort -format xls", "text, csv, json or svg"},
		{"experiment effort -positions 3", "add -opening 4"},
		{"experiment weights -levels depth=3,custom:depth=10", "from 1 to 9"},
	} {
		status, stdout, stderr := commandLine(t, c.line, "")
		if status != 2 || stdout != "" && !strings.HasPrefix(c.line, "help") || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("aiworker %s: status %d, %s%s", c.line, status, stdout, stderr)
		}
	}
}

func TestMatchPrintsATable(t *testing.T) {
	status, out, stderr := commandLine(t, "match -game tictactoe -a perfect -b very-easy -n 10 -seed 3 -errors", "")
	again, out2, _ := commandLine(t, "match -game tictactoe -a perfect -b very-easy -n 10 -seed 3 -errors", "")
	if times := regexp.MustCompile(` *[0-9.]+\n`); status != 0 || again != 0 || times.ReplaceAllString(out, "\n") != times.ReplaceAllString(out2, "\n") {
		t.Errorf("status %d and %d: %s\nfirst run\n%s\nsecond run\n%s", status, again, stderr, out, out2)
	}
	for _, want := range []string{"tictactoe, perfect against very-easy, seed 3", "in all        10", "95 %", "wrong", "mean depth", "nodes/move", "ms/move"} {
		if !strings.Contains(out, want) {
			t.Errorf("output lacks %q:\n%s", want, out)
		}
	}
}

func TestMatchOfDepths(t *testing.T) {
	status, out, stderr := commandLine(t, "match -game tictactoe -a depth=2 -b depth=1 -n 2", "")
	if status != 0 || !strings.Contains(out, "depth=2 against depth=1") {
		t.Errorf("status %d, %s\n%s", status, stderr, out)
	}
}

// TestMatchOfCustomLevels compares a match of custom levels with one of package match.
func TestMatchOfCustomLevels(t *testing.T) {
	const a, b = "custom:depth=3,open3=100,open2=10,name=Ada", "custom:depth=1,centre=3"
	status, out, stderr := commandLine(t, "match -game connect4:5x4:4 -a "+a+" -b "+b+" -n 20 -seed 5 -opening 2", "")
	cfg := match.Config{Games: 20, Seed: 5, Opening: 2}
	var err error
	for text, level := range map[string]*minimax.Level{a: &cfg.A, b: &cfg.B} {
		if *level, err = minimax.ParseLevel(text); err != nil {
			t.Fatal(err)
		}
	}
	if cfg.Game, err = rules.Parse("connect4:5x4:4"); err != nil {
		t.Fatal(err)
	}
	want, err := match.Play(t.Context(), minimax.NewEngine(minimax.Options{}), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(out) {
		name, rest, _ := strings.Cut(line, "  ")
		rows[name] += strings.Join(strings.Fields(rest), " ") + "\n"
	}
	if all := fmt.Sprintf("20 %d %d %d ", want.Wins, want.Draws, want.Losses); status != 0 || !strings.HasPrefix(rows["in all"], all) || want.Wins == want.Losses {
		t.Errorf("status %d, %s, want %s:\n%s", status, stderr, all, out)
	}
	for _, moves := range []string{
		fmt.Sprintf("%d %d %.1f %.0f ", want.A.Played, want.A.Searched, want.A.MeanDepth(), want.A.MeanNodes()),
		fmt.Sprintf("%d %d %.1f %.0f ", want.B.Played, want.B.Searched, want.B.MeanDepth(), want.B.MeanNodes()),
	} {
		if !strings.Contains(rows[a]+rows[b], moves) {
			t.Errorf("the table lacks %q:\n%s", moves, out)
		}
	}
	for bad, sentence := range map[string]string{
		"custom:depth=99": `-a: The setting depth is a whole number from 1 to 9, not "99".`, "custom:open3=1": "-a: A custom level needs depth=1 to depth=9.",
	} {
		if status, _, stderr := commandLine(t, "match -a "+bad+" -b easy", ""); status != 2 || !strings.Contains(stderr, sentence) {
			t.Errorf("-a %s: status %d, %s", bad, status, stderr)
		}
	}
}

// TestProcess runs the program as a process, with its standard input, output and exit status.
func TestProcess(t *testing.T) {
	program := filepath.Join(t.TempDir(), "aiworker")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), program, "solve", "-game", "connect4:4x4:4", "-table", "1")
	cmd.Stdin = strings.NewReader("-\nnonsense\n3232132 and more\n")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if stdout.String() != "- 0\n3232132 0\n" || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v, %q", err, stdout.String())
	}
	if !strings.HasPrefix(stderr.String(), "line 2: ") {
		t.Errorf("standard error: %s", stderr.String())
	}
}
