package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Each file of testdata/solve starts with "# solve FLAGS". The other lines are the expected
// answers. They serve as questions too, because an answer starts with its question.
func TestSolveAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/solve/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, want, _ := strings.Cut(string(text), "\n")
			status, out, stderr := commandLine(t, strings.TrimPrefix(head, "# "), string(text))
			if status == 0 && out == want {
				return
			}
			t.Errorf("status %d, %s", status, stderr)
			for i, line := range strings.Split(want, "\n") {
				if got := append(strings.Split(out, "\n"), make([]string, i+1)...)[i]; got != line {
					t.Fatalf("line %d: got %q, want %q", i+2, got, line)
				}
			}
		})
	}
}

func TestBadLines(t *testing.T) {
	for _, c := range []struct{ flags, line, want string }{
		{"", "4448", `move 4, "8"`},
		{"", "4444444", `move 7, "4"`},
		{"", "4x", `move 2, "x"`},
		{"", "1212121", "over"},
		{"", "12121212", `move 8, "2"`},
		{"", "44 58", `move 4, "8"`},
		{"", "4–4", `move 2, "–"`},
		{"", "44\u200b5", `move 3, "\u200b"`},
		{"", "b" + strings.Repeat(",x", 41) + ",win", "the UCI data set"},
		{"", `{"configuration":{"columns":7},"name":"connectx","steps":[]}`, "Kaggle"},
		{"-game tictactoe", "b2b2", `move 2, "b2"`},
		{"-game tictactoe", "b2a", `move 2, "a"`},
		{"-game tictactoe", "a1b1a2b2a3", "over"},
		{"-game force3", "ssss.ssss r 3 3", "4 fields"},
		{"-game force3", "ssss.ssss x 3 3 -", "side"},
		{"-game force3", "rrrbb.sss b 0 1 -", "over"},
	} {
		status, out, stderr := commandLine(t, "solve "+c.flags, "\n# a comment\n"+c.line+"\n")
		if status != 1 || out != "" || !strings.HasPrefix(stderr, "line 3: ") || !strings.Contains(stderr, c.want) {
			t.Errorf("%s %.40q: status %d, %q, %q", c.flags, c.line, status, out, stderr)
		}
	}
	status, out, stderr := commandLine(t, "solve -game connect4:4x4:4", "99\r\n 3232132  rest\r\n\n-")
	if status != 1 || out != "3232132 0\n- 0\n" || strings.Count(stderr, "line") != 1 {
		t.Errorf("status %d, %q, %q", status, out, stderr)
	}
}

// The moves of a line are those that the API finds in it, unless a score stands behind them. A file
// has the same lines for every system and editor.
func TestSolveReadsMoves(t *testing.T) {
	for line, want := range map[string]string{
		"32 32": "3232", "3 2 3 2": "3232", "3232 13": "323213", "32\u00a03 2\t1": "32321", "323 2 rest": "323", "3232 1 # 2": "3232",
		"3232 1": "3232", "3232 -1": "3232", "3232 8 7 8 . -2": "3232", "3232 -8..8": "3232", "3232 rest 1": "3232", "- 0": "-", "- 1 1 1 1 1": "-",
		"3232 9": "!", "3232 1 9": "!", "3232 -9 3": "3232",
	} {
		status, out, stderr := commandLine(t, "solve -game connect4:4x4:4", line)
		if got, _, _ := strings.Cut(out, " "); got != strings.Trim(want, "!") || (status == 0) != (want != "!") {
			t.Errorf("%q: status %d, answer %q, %s", line, status, out, stderr)
		}
	}
	const want = "3232132 0\n32321 0\n"
	for _, file := range []string{
		"\ufeff3232132\n32321", "3232132\r\n32321\r\n", "3232132\r32321\r", "3232132\r32321", "\n3232132 \u00a0\n\r\r 32321\t\n", "\ufeff3232132\r\r\n32321",
	} {
		if status, out, stderr := commandLine(t, "solve -game connect4:4x4:4", file); status != 0 || out != want {
			t.Errorf("%q: status %d, answers %q, %s", file, status, out, stderr)
		}
	}
}

func TestSolveStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	defer feed.Close()
	cause := errors.New("enough")
	go func() {
		fmt.Fprintln(feed, "-") // solving this takes far longer than the test
		cancel()
		feed.CloseWithError(cause)
	}()
	var stderr strings.Builder
	if status := dispatch(ctx, strings.Fields("solve -game connect4:7x7:4"), in, io.Discard, &stderr); status != 1 {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

func TestSolveFailsOnReadError(t *testing.T) {
	in, feed := io.Pipe()
	go func() {
		fmt.Fprintln(feed, "3232132")
		feed.CloseWithError(errors.New("test error"))
	}()
	var stdout, stderr strings.Builder
	status := dispatch(t.Context(), strings.Fields("solve -game connect4:4x4:4"), in, &stdout, &stderr)
	if status != 1 || !strings.Contains(stderr.String(), "test error") {
		t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
	}
}

// TestSolveInTime solves positions with enough time, and with too little. With too little time,
// the bounds in the answer must contain the score.
func TestSolveInTime(t *testing.T) {
	text, err := os.ReadFile("testdata/solve/7x6-middle-easy.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(string(text), "\n")
	lines := strings.SplitAfterN(want, "\n", 11)[:10]
	questions := strings.Join(lines, "")
	if status, out, stderr := commandLine(t, "solve -scores -time 1h", questions); status != 0 || out != questions {
		t.Errorf("status %d, %s\n%swant\n%s", status, stderr, out, questions)
	}
	status, out, stderr := commandLine(t, "solve -time 1ns", questions)
	answers := strings.Split(strings.TrimSpace(out), "\n")
	if status != 0 || len(answers) != len(lines) {
		t.Fatalf("status %d, %s\n%s", status, stderr, out)
	}
	for i, answer := range answers {
		_, got, _ := strings.Cut(answer, " ")
		low, high, inexact := strings.Cut(got, boundsSeparator)
		if !inexact {
			high = low
		}
		var score, least, most int
		_, err1 := fmt.Sscan(strings.Fields(lines[i])[1], &score)
		_, err2 := fmt.Sscan(low, &least)
		_, err3 := fmt.Sscan(high, &most)
		if err := errors.Join(err1, err2, err3); err != nil || least > score || most < score {
			t.Errorf("%s; want %d, %v", answer, score, err)
		}
	}
	// These boards are too large for an exact answer in 1 ms.
	for _, c := range []struct{ variant, want string }{{"connect4:9x9:4", "- -41..41\n"}, {"connect4:8x7:4", "- -27..27\n"}} {
		if status, out, stderr := commandLine(t, "solve -time 1ms -game "+c.variant, "-"); status != 0 || out != c.want {
			t.Errorf("%s: status %d, %s, %q", c.variant, status, stderr, out)
		}
	}
}

// TestProgress checks that a terminal shows one line, which is removed at the end, and that other
// outputs get none.
func TestProgress(t *testing.T) {
	var screen strings.Builder
	p := newProgress(&screen)
	p.last = p.last.Add(-progressInterval)
	p.update("in a log")
	p.terminal, p.last = true, time.Now()
	p.update("too soon")
	p.last = p.last.Add(-progressInterval)
	p.update("on a terminal")
	p.clear()
	if got, want := screen.String(), clearLine+"on a terminal"+clearLine; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
