package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
		if status != 0 || statusH != 0 || out == "" || out != stderr || !strings.Contains(out, "Usage: quatre-worker "+c.name) {
			t.Errorf("help %s: status %d, %q; -h: status %d, %q", c.name, status, out, statusH, stderr)
		}
	}
}

func TestVersion(t *testing.T) {
	if status, out, _ := commandLine(t, "-version", ""); status != 0 || !strings.HasPrefix(out, "quatre-worker ") {
		t.Errorf("-version: status %d, %q", status, out)
	}
}

func TestRefusedCommandLines(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"sovle", `there is no command "sovle"`},
		{"help sovle", `there is no command "sovle"`},
		{"solve -game chess", "chess"},
		{"solve -game connect4:15x15:5", "columns x (rows + 1)"},
		{"solve 4453", `unexpected argument "4453"`},
		{"solve -what", "not defined"},
		{"solve -time -1s", "negative"},
		{"book", "FILE is missing"},
		{"book -game tictactoe x", "only Connect Four"},
		{"book -threads 0 x", "at least 1"},
		{"health", "-admin none"}, // refused because the worker's default of -admin is none
		{"experiment", "which experiment?"},
		{"experiment -depth 3", "which experiment?"},
		{"experiment speed", `no experiment "speed"`},
		{"experiment effort -format xls", "text, csv or svg"},
		{"experiment effort -positions 3", "add -opening 4"},
		{"experiment effort -levels easy,normal", "-levels is not for effort"},
		{"experiment effort -n 5", "-n is not for effort"},
		{"experiment depths -evaluation tens", "-evaluation is not for depths"},
		{"experiment depths -positions 5", "-positions is not for depths"},
		{"experiment weights -depth 3", "-depth is not for weights"},
		{"experiment weights -nodes 100", "-nodes is not for weights"},
		{"experiment effort -game force3:unfair", "not a variant of Force 3"},
		{"experiment effort -evaluation mine", "no evaluation"},
		{"experiment weights -levels depth=3,custom:depth=10", "from 1 to 9"},
		{"experiment weights -levels easy,hardest", "hardest"},
		{"experiment weights -levels easy,depth=0", "from 1 to 20"},
		{"experiment weights -levels easy", "two levels"},
	} {
		status, stdout, stderr := commandLine(t, c.line, "")
		if status != 2 || stdout != "" && !strings.HasPrefix(c.line, "help") || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("aiworker %s: status %d, %s%s", c.line, status, stdout, stderr)
		}
	}
}

// TestProcess runs the program as a process, with its standard input, output and exit status.
func TestProcess(t *testing.T) {
	program := filepath.Join(t.TempDir(), "aiworker")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), program, "solve", "-game", "connect4:4x4:4")
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
