package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/rules"
)

// The map that the page has: each position is there once and follows from one before it, each move of the first player
// wins, and each reason is proved. In short runs, only some moves and reasons are checked.
func TestPerfectMap(t *testing.T) {
	text, err := os.ReadFile("../../frontend/src/lib/perfect/map.txt")
	if err != nil {
		t.Fatal(err)
	}
	answers, _, err := readMap(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(text, []byte("\n")); lines != len(answers) || answers[""] != "4" {
		t.Errorf("%d lines, %d positions, beginning with %q", lines, len(answers), answers[""])
	}
	step := 1
	if testing.Short() {
		step = 40
	}
	engine := minimax.NewEngine(32 << 20)
	seen := map[string]bool{}
	replied := map[string]bool{}
	n := 0
	for moves, answer := range answers { // in random order
		pos := afterMoves(t, moves)
		key, _ := rules.Canonical(pos)
		if seen[key] {
			t.Errorf("%s is in the map twice", moves)
		}
		seen[key] = true
		if n := len(moves); n > 0 && answers[moves[:n-2]] != moves[n-2:n-1] {
			t.Errorf("%s follows from no position of the map", moves)
		}
		if n++; n%step > 0 {
			continue
		}
		switch move, err := pos.ParseMove(answer); {
		case err == nil:
			pos.Play(move)
			if outcome, err := engine.Outcome(t.Context(), pos); err != nil || outcome != -1 {
				t.Errorf("%s: %s does not win: %d, %v", moves, answer, outcome, err)
			}
		case answer != "?":
			proveReason(t, pos, moves, answer)
		}
	}
	// A move of the first player is followed by a position of the map.
	for moves, answer := range answers {
		if len(answer) > 1 || answer == "?" {
			continue
		}
		for _, reply := range "1234567" {
			if pos := afterMoves(t, moves+answer); pos.Height(int(reply-'1')) < 6 {
				pos.Play(rules.Move(reply - '1'))
				key, _ := rules.Canonical(pos)
				replied[moves] = replied[moves] || seen[key]
			}
		}
		if !replied[moves] {
			t.Errorf("%s: no reply to %s", moves, answer)
		}
	}
}

func afterMoves(t *testing.T, moves string) *rules.Connect4Position {
	t.Helper()
	game, err := rules.Parse("connect4:7x6:4")
	if err != nil {
		t.Fatal(err)
	}
	pos := game.Start()
	if err := rules.Replay(pos, rules.SplitMoves(game, moves)); err != nil || pos.Outcome().Over() {
		t.Fatalf("%s: %v, %v", moves, err, pos.Outcome())
	}
	return pos.(*rules.Connect4Position)
}

// proveReason proves a reason of the map, and compares it with what the map says.
func proveReason(t *testing.T, pos *rules.Connect4Position, moves, answer string) {
	t.Helper()
	words := strings.Fields(answer)
	fields := strings.Split(words[2], ",")
	cells := func(i int) (list []reasons.Cell) {
		for name := fields[i]; len(name) > 1; name = name[2:] {
			list = append(list, reasons.Cell(int(name[1]-'1')*7+int(name[0]-'a')))
		}
		return list
	}
	r := reasons.Reason{
		Kind: reasons.Kind(words[0]), Moves: cells(0),
		Plan: reasons.Plan{First: cells(2), Never: cells(4), Spare: cells(5)},
	}
	for i, pairs := 0, cells(3); i+1 < len(pairs); i += 2 {
		r.Plan.Pairs = append(r.Plan.Pairs, [2]reasons.Cell{pairs[i], pairs[i+1]})
	}
	own, other := pos.Discs(rules.First)[0], pos.Discs(rules.Second)[0]
	grid := solver.NewGrid(solver.Board{Columns: 7, Rows: 6, Align: 4})
	proved, err := reasons.Prove(grid, solver.Position{Own: own, Mask: own | other}, true, &r)
	if err != nil {
		t.Errorf("%s: %s: %v", moves, answer, err)
		return
	}
	m := mapMaker{pos: pos}
	if got := m.format(proved); got != answer || proved.Grade == reasons.Hard {
		t.Errorf("%s: %s, but proved is %s", moves, answer, got)
	}
}
