package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests play as people do: the real program in a real terminal, against a
// real hub.

const utf8 = "C.UTF-8"

var (
	moveNumber = regexp.MustCompile(`Move (\d+): your turn`)
	result     = regexp.MustCompile(`You have won|You have lost|A draw`)
	roomLink   = regexp.MustCompile(`http://\S+/r/[a-z0-9]+`)
)

// freeColumns reads from the screen which columns of a board can take a disc.
func freeColumns(screen string) (free []string) {
	for line := range strings.Lines(screen) {
		cells := strings.Split(line, "│")
		if len(cells) < 3 {
			continue
		}
		for i, c := range cells[1 : len(cells)-1] {
			if strings.TrimSpace(c) == "" {
				free = append(free, strconv.Itoa(i+1))
			}
		}
		return free // the top row comes first
	}
	return nil
}

func TestWholeGameAgainstTheAI(t *testing.T) {
	h, ts, env := startHub(t), openTerminals(t), person(t, utf8)
	w := ts.play(t, env, "-new", "-opponent", "ai:very-easy", "-hub", h.url, "-name", "Ana")
	w.sees("Connect Four, 7x6, 4 in a row", "X  Ana (you)", "O  very-easy (AI)", "Move 1: your turn (X).", "Column 1-7")
	link := roomLink.FindString(w.text())

	w.keys("9", "Enter")
	w.sees("they are 1 to 7", "Move 1: your turn (X).", "Column 1-7") // the hub's own sentence, and asked again

	for next, last := 0, 0; ; next++ {
		await(t, "my turn, or the end", func() bool {
			screen := w.text()
			m := moveNumber.FindStringSubmatch(screen)
			if m == nil {
				return result.MatchString(screen)
			}
			n, _ := strconv.Atoi(m[1])
			defer func() { last = max(last, n) }()
			return n > last
		}, func() string { return w.text() })
		screen := w.text()
		if result.MatchString(screen) {
			break
		}
		free := freeColumns(screen)
		if len(free) == 0 {
			t.Fatalf("my turn on a full board\n%s", screen)
		}
		w.keys(free[next%len(free)], "Enter")
	}
	w.sees("game 1, ", "Another game? (y/n)")
	w.keys("y")
	w.sees("game 2, ", "your turn (X).")

	w.keys("C-c")
	w.ends(statusOK)
	again := ts.play(t, env, link)
	again.sees("X  Ana (you)", "game 2, ", "your turn (X).")
	again.keys("q", "Enter")
	again.ends(statusOK)
	again.sees(link)
}

func TestTwoTerminalsOutliveTheHub(t *testing.T) {
	h, ts := startHub(t), openTerminals(t)
	ana := ts.play(t, person(t, utf8), "-new", "-game", "tictactoe", "-hub", h.url, "-name", "Ana")
	ana.sees("Tic-tac-toe", "Send this link to a friend: "+h.url)
	link := roomLink.FindString(ana.text())
	zoe := ts.play(t, person(t, utf8), link, "-name", "Zoé")
	zoe.sees("O  Zoé (you)", "Move 1: Ana (X) is to move.")
	ana.sees("O  Zoé", "Move 1: your turn (X).")

	ana.keys("b2", "Enter")
	ana.sees("Move 2: Zoé (O) is to move.")
	zoe.sees("Move 2: your turn (O).")
	h.kill()
	ana.sees("The connection is lost.")
	zoe.sees("The connection is lost.")
	zoe.keys("a1", "Enter")
	zoe.sees("Sending")
	h.start(t)
	ana.sees("Move 3: your turn (X).", "Zoé has played a1.")
	zoe.sees("Move 3: Ana (X) is to move.")

	ana.keys("c1", "Enter")
	zoe.sees("Move 4: your turn (O).")
	zoe.keys("b2", "Enter")
	zoe.sees("taken", "Move 4: your turn (O).") // the hub's sentence
	zoe.keys("a2", "Enter")
	ana.sees("Move 5: your turn (X).")
	ana.keys("a3", "Enter")
	ana.sees("You have won.", "│(X)│", "Another game? (y/n)")
	zoe.sees("You have lost.", "│(X)│")

	sam := ts.play(t, person(t, utf8), "-watch", link)
	sam.sees("Ana (X) has won.", "You are watching")
	ana.keys("y")
	zoe.sees("Ana asks for another game. Another game? (y/n)")
	zoe.keys("y")
	for _, w := range []*terminal{ana, zoe, sam} {
		w.sees("game 2, 1-0", "1 watching", "Move 1: ")
	}
}

func TestPlainTerminal(t *testing.T) {
	h, ts := startHub(t), openTerminals(t)
	env := append(person(t, "C"), "NO_COLOR=1")
	w := ts.play(t, env, "-new", "-opponent", "ai:easy", "-hub", h.url, "-name", "Zoé")
	w.sees("+---+---+", "X  Zo? (you)", "Move 1: your turn (X).")
	w.keys("4", "Enter")
	w.sees("| X |", "| O |", "Move 3: your turn (X).")
	screen := w.text("-e")
	if colour := regexp.MustCompile(`\x1b\[[0-9;]*?(3[0-7]|9[0-7]|38)[;m]`).FindString(screen); colour != "" {
		t.Errorf("with NO_COLOR there is %q in\n%q", colour, screen)
	}
	if i := slices.IndexFunc([]rune(screen), func(r rune) bool { return r >= 0x80 }); i >= 0 {
		t.Errorf("outside of ASCII: %q", screen)
	}
}

// Without a terminal nothing is opened.
func TestNoTerminal(t *testing.T) {
	cmd := exec.Command(program(t, "play"), "-new", "-hub", "http://127.0.0.1:1")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != statusFailed || !strings.Contains(string(out), "needs a terminal") {
		t.Errorf("%v, %s", err, out)
	}
}

func TestNoSuchRoom(t *testing.T) {
	h, ts := startHub(t), openTerminals(t)
	w := ts.play(t, person(t, utf8), h.url+"/r/nosuchroom")
	w.ends(statusFailed)
	w.sees("play: There is no such room")
}
