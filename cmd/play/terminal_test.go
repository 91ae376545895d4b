package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests run the real program in a real terminal (tmux) against a real hub.

const utf8Locale = "C.UTF-8"

var (
	moveNumber = regexp.MustCompile(`Move (\d+): your turn`)
	result     = regexp.MustCompile(`You have won|You have lost|A draw`)
	roomLink   = regexp.MustCompile(`http://\S+/r/[a-z0-9]+`)
)

// freeColumns returns the columns that are not full on the screen's Connect Four board.
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
	h, ts, env := startHub(t), startTmux(t), playerEnv(t, utf8Locale)
	w := ts.play(t, env, "-new", "-opponent", "ai:very-easy", "-hub", h.url, "-name", "Ana")
	w.waitForText("Connect Four, 7x6, 4 in a row", "X  Ana (you)", "O  very easy (AI)", "Move 1: your turn (X).", "Column 1-7")
	link := roomLink.FindString(w.text())

	w.pressKeys("9", "Enter")
	w.waitForText("columns are 1 to 7", "Move 1: your turn (X).", "Column 1-7") // the hub's refusal, then the prompt again

	for next, last := 0, 0; ; next++ {
		waitUntil(t, "my turn, or the end", func() bool {
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
			t.Fatalf("my turn, but the board is full\n%s", screen)
		}
		w.pressKeys(free[next%len(free)], "Enter")
	}
	w.waitForText("game 1, ", "Another game? (y/n)")
	w.pressKeys("y")
	w.waitForText("game 2, ", "your turn (X).")

	w.pressKeys("C-c")
	w.waitForExit(statusOK)
	again := ts.play(t, env, link)
	again.waitForText("X  Ana (you)", "game 2, ", "your turn (X).")
	again.pressKeys("q", "Enter")
	again.waitForExit(statusOK)
	again.waitForText("game 2, ", "└───┴", "your turn (X).", link) // the board stays
}

func TestTwoTerminalsOutliveTheHub(t *testing.T) {
	h, ts := startHub(t), startTmux(t)
	ana := ts.play(t, playerEnv(t, utf8Locale), "-new", "-game", "tictactoe", "-hub", h.url, "-name", "Ana")
	ana.waitForText("Tic-tac-toe", "Send this link to a friend: "+h.url)
	link := roomLink.FindString(ana.text())
	zoe := ts.play(t, playerEnv(t, utf8Locale), link, "-name", "Zoé")
	zoe.waitForText("O  Zoé (you)", "Move 1: Ana (X) is to move.")
	ana.waitForText("O  Zoé", "Move 1: your turn (X).")

	ana.pressKeys("b2", "Enter")
	ana.waitForText("Move 2: Zoé (O) is to move.")
	zoe.waitForText("Move 2: your turn (O).")
	h.kill()
	ana.waitForText("The connection is lost.")
	zoe.waitForText("The connection is lost.")
	zoe.pressKeys("a1", "Enter")
	zoe.waitForText("Sending")
	h.start(t)
	ana.waitForText("Move 3: your turn (X).", "Zoé has played a1.")
	zoe.waitForText("Move 3: Ana (X) is to move.")

	ana.pressKeys("c1", "Enter")
	zoe.waitForText("Move 4: your turn (O).")
	zoe.pressKeys("b2", "Enter")
	zoe.waitForText("taken", "Move 4: your turn (O).") // the hub's refusal
	zoe.pressKeys("a2", "Enter")
	ana.waitForText("Move 5: your turn (X).")
	ana.pressKeys("a3", "Enter")
	ana.waitForText("You have won.", "│(X)│", "Another game? (y/n)")
	zoe.waitForText("You have lost.", "│(X)│")

	sam := ts.play(t, playerEnv(t, utf8Locale), "-watch", link)
	sam.waitForText("Ana (X) has won.", "You are watching")
	ana.pressKeys("y")
	zoe.waitForText("Ana asks for another game. Another game? (y/n)")
	zoe.pressKeys("y")
	for _, w := range []*terminal{ana, zoe, sam} {
		w.waitForText("game 2, 1-0", "1 watching", "Move 1: ")
	}
}

func TestPlainTerminal(t *testing.T) {
	h, ts := startHub(t), startTmux(t)
	env := append(playerEnv(t, "C"), "NO_COLOR=1")
	w := ts.play(t, env, "-new", "-opponent", "ai:easy", "-hub", h.url, "-name", "Zoé")
	w.waitForText("+---+---+", "X  Zoe (you)", "Move 1: your turn (X).")
	w.pressKeys("4", "Enter")
	w.waitForText("| X |", "| O |", "Move 3: your turn (X).")
	screen := w.text("-e")
	if colour := regexp.MustCompile(`\x1b\[[0-9;]*?(3[0-7]|9[0-7]|38)[;m]`).FindString(screen); colour != "" {
		t.Errorf("colour %q in spite of NO_COLOR in\n%q", colour, screen)
	}
	if i := slices.IndexFunc([]rune(screen), func(r rune) bool { return r >= 0x80 }); i >= 0 {
		t.Errorf("not ASCII: %q", screen)
	}
}

// The menu leads to a game without a hub, and is shown again after it.
func TestMenuInATerminal(t *testing.T) {
	w := startTmux(t).play(t, playerEnv(t, utf8Locale))
	w.waitForText("▸ 1  Game: Connect Four, 7x6, 4 in a row", "0  Quit")
	w.pressKeys("3")
	w.waitForText("▸ 1  Start")
	w.pressKeys("Enter")
	for i, column := range []string{"4", "5", "4", "5", "4", "5", "4"} {
		w.waitForText(fmt.Sprintf("Move %d: ", i+1))
		w.pressKeys(column, "Enter")
	}
	w.waitForText("Player 1 (X) has won.", "│(X)│", "Another game? (y/n)")
	w.pressKeys("/replay", "Enter")
	w.waitForText("After move 0 of 7.")
	w.pressKeys("Right")
	w.waitForText("Move 1 of 7: Player 1 (X) played 4.")
	w.pressKeys("Escape")
	w.waitForText("Another game? (y/n)")
	w.pressKeys("n")
	w.waitForText("▸ 1  Game: Connect Four")
	w.pressKeys("0")
	w.waitForExit(statusOK)
}

// A dumb terminal gets no escape codes.
func TestDumbTerminal(t *testing.T) {
	w := startTmux(t).play(t, append(playerEnv(t, utf8Locale), "TERM=dumb"), "duo", "-game", "tictactoe")
	w.waitForText("Tic-tac-toe", "3 . . .", "Move 1: Player 1 (X) is to move.", "Cell a1-c3")
	w.pressKeys("b2", "Enter")
	w.waitForText("Player 1 has played b2.", "2 . X .", "Move 2: ")
	w.pressKeys("q", "Enter")
	w.waitForExit(statusOK)
}

func TestNoSuchRoom(t *testing.T) {
	h, ts := startHub(t), startTmux(t)
	w := ts.play(t, playerEnv(t, utf8Locale), h.url+"/r/nosuchroom")
	w.waitForExit(statusFailed)
	w.waitForText("quatre-play: There is no such room")
}
