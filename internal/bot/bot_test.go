package bot

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// position returns a game and its position after moves.
func position(t *testing.T, variant string, moves ...string) (rules.Game, rules.Position, []string) {
	t.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	pos := g.Start()
	if err := rules.Replay(pos, moves); err != nil {
		t.Fatal(err)
	}
	return g, pos, moves
}

func script(t *testing.T, text string, perMove time.Duration) *Bot {
	b := New([]string{"sh", "-c", text}, perMove)
	t.Cleanup(b.Close)
	return b
}

// A program gets the variant and the moves in the notation of the game, and its answer is played.
func TestMove(t *testing.T) {
	for _, c := range []struct {
		variant string
		moves   []string
		want    string // the line that the program gets
		answer  string
	}{
		{"connect4:7x6:4", nil, "position connect4:7x6:4", "4"},
		{"connect4:7x6:4", []string{"4", "4", "5"}, "position connect4:7x6:4 445", "7"},
		{"connect4:15x15:5", []string{"a", "f"}, "position connect4:15x15:5 af", "b"},
		{"tictactoe", []string{"b2", "a1"}, "position tictactoe b2 a1", "c3"},
		{"force3", []string{"P1"}, "position force3 P1", "P3"},
	} {
		heard := filepath.Join(t.TempDir(), "heard")
		b := script(t, `while read -r line; do echo "$line" >>`+heard+`; echo; echo " `+c.answer+` "; done`, time.Minute)
		g, pos, moves := position(t, c.variant, c.moves...)
		for range 2 { // the same process answers again
			m, err := b.Move(t.Context(), g, pos, moves)
			if err != nil || pos.FormatMove(m) != c.answer {
				t.Fatalf("%s: %v, %v", c.want, m, err)
			}
		}
		if text, _ := os.ReadFile(heard); string(text) != c.want+"\n"+c.want+"\n" {
			t.Errorf("the program was asked %q", text)
		}
	}
}

// What a program does wrong loses, and says why, with the end of its standard error.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"ends":              {`echo bad luck >&2; exit 3`, []string{"has ended (exit status 3)", `"position connect4:7x6:4"`, "bad luck"}},
		"ends without word": {`exit 0`, []string{"has ended (exit status 0)"}},
		"illegal":           {`read -r line; echo 8; cat`, []string{`"8" is not legal`}},
		"not a move":        {`read -r line; printf '%1000s\n' | tr ' ' x; cat`, []string{strings.Repeat("x", maxLine) + `"`}},
		"silent":            {`echo thinking >&2; sleep 60`, []string{"has not answered", "within 300ms", "thinking"}},
		"deaf":              {`exec sleep 60`, []string{"has not answered"}},
		"much to say":       {`i=0; while [ $i -lt 2000 ]; do echo "line $i" >&2; i=$((i+1)); done; exit 1`, []string{"line 1999"}},
	} {
		t.Run(name, func(t *testing.T) {
			most := time.Minute
			if name == "silent" || name == "deaf" {
				most = 300 * time.Millisecond
			}
			g, pos, moves := position(t, "connect4:7x6:4")
			_, err := script(t, c.text, most).Move(t.Context(), g, pos, moves)
			var fault *Fault
			if !errors.As(err, &fault) {
				t.Fatalf("%v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v lacks %q", err, want)
				}
			}
			if len(fault.Stderr) > maxErrors {
				t.Errorf("%d bytes of standard error", len(fault.Stderr))
			}
		})
	}
	g, pos, moves := position(t, "tictactoe")
	if _, err := New([]string{"/no/such/program"}, time.Second).Move(t.Context(), g, pos, moves); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("%v", err)
	}
}

// A program that has ended or was too slow is started again for the next move.
func TestRestart(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "started")
	b := script(t, `if [ -e `+mark+` ]; then while read -r line; do echo b2; done; else touch `+mark+`; fi`, time.Minute)
	g, pos, moves := position(t, "tictactoe")
	if _, err := b.Move(t.Context(), g, pos, moves); err == nil {
		t.Fatal("it answered at once")
	}
	if m, err := b.Move(t.Context(), g, pos, moves); err != nil || pos.FormatMove(m) != "b2" {
		t.Errorf("%v, %v", m, err)
	}
}

// A program may end after each answer.
func TestEndsAfterEachAnswer(t *testing.T) {
	b := script(t, `read -r line; printf b2`, time.Minute)
	g, pos, moves := position(t, "tictactoe")
	for range 5 {
		if m, err := b.Move(t.Context(), g, pos, moves); err != nil || pos.FormatMove(m) != "b2" {
			t.Fatalf("%v, %v", m, err)
		}
	}
}

// What a program has started ends with it.
func TestEndsWithItsChildren(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "alive")
	b := script(t, `(while sleep 0.05; do touch `+mark+`; done) & sleep 60`, 300*time.Millisecond)
	g, pos, moves := position(t, "tictactoe")
	if _, err := b.Move(t.Context(), g, pos, moves); err == nil {
		t.Fatal("it answered")
	}
	_ = os.Remove(mark)
	time.Sleep(300 * time.Millisecond)
	if _, err := os.Stat(mark); err == nil {
		t.Error("a process that the program had started runs on")
	}
}

// An answer that came too late is not taken for the answer to the next question.
func TestLateAnswer(t *testing.T) {
	b := script(t, `read -r line; echo a1; echo a2; while read -r line; do echo c3; done`, time.Minute)
	g, pos, moves := position(t, "tictactoe")
	if _, err := b.Move(t.Context(), g, pos, moves); err != nil {
		t.Fatal(err)
	}
	for range 100 { // until the second line has come
		time.Sleep(10 * time.Millisecond)
		if len(b.running.lines.lines) == 1 {
			break
		}
	}
	if m, err := b.Move(t.Context(), g, pos, moves); err != nil || pos.FormatMove(m) != "c3" {
		t.Errorf("%v, %v", m, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	g, pos, moves := position(t, "tictactoe")
	if _, err := script(t, `sleep 60`, time.Minute).Move(ctx, g, pos, moves); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The programs in examples play legal moves, and a win when there is one.
func TestExamples(t *testing.T) {
	folder, err := filepath.Abs("../../examples/bots")
	if err != nil {
		t.Fatal(err)
	}
	compiled := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("cc", "-o", compiled, filepath.Join(folder, "bot.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, command := range map[string][]string{
		"python": {"python3", filepath.Join(folder, "bot.py")},
		"c":      {compiled},
		"java":   {"java", filepath.Join(folder, "Bot.java")},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil && name == "java" {
				t.Skip("there is no java on this machine")
			}
			b := New(command, time.Minute)
			defer b.Close()
			for _, variant := range []string{"connect4:7x6:4", "connect4:4x4:4", "connect4:15x15:5"} {
				g, pos, moves := position(t, variant)
				for !pos.Outcome().Over() {
					m, err := b.Move(t.Context(), g, pos, moves)
					if err != nil {
						t.Fatal(err)
					}
					moves = append(moves, pos.FormatMove(m))
					pos.Play(m)
				}
			}
			if g, pos, moves := position(t, "connect4:7x6:4", "1", "2", "1", "2", "1", "2"); name == "python" {
				if m, err := b.Move(t.Context(), g, pos, moves); err != nil || pos.FormatMove(m) != "1" {
					t.Errorf("%v, %v does not win", m, err)
				}
			}
		})
	}
}
