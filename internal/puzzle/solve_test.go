package puzzle

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

const budget = 5 * time.Minute // for the analysis of one position: far more than any takes

// Each puzzle of the files is what the package promises. The engine that analyses positions for players judges it.
func TestPuzzles(t *testing.T) {
	game, err := rules.Parse(Variant)
	if err != nil {
		t.Fatal(err)
	}
	step := 1
	if testing.Short() {
		step = 100
	}
	engine := minimax.NewEngine(64 << 20)
	seen := map[string]int{}
	for i, p := range append(slices.Clone(all), parse(read(t, "data/connect4.txt"))...) {
		pos := newPosition(t, game, p.Moves, seen, i)
		if i%step != 0 {
			continue
		}
		if p.Theme == "only" || p.Theme == "poison" {
			checkHold(t, engine, pos, p)
		} else {
			checkTurns(t, engine, pos, p)
		}
	}
}

func TestForce3Puzzles(t *testing.T) {
	game, err := rules.Parse("force3")
	if err != nil {
		t.Fatal(err)
	}
	engine := minimax.NewEngine(1 << 20)
	seen := map[string]int{}
	kinds := map[byte]string{'P': "place", 'M': "move", 'S': "slide"}
	for i, line := range strings.Split(strings.TrimSpace(read(t, "data/force3.txt")), "\n") {
		fields := strings.Fields(line)
		pos := newPosition(t, game, strings.ReplaceAll(fields[0], ",", " "), seen, i)
		a, err := engine.Analyse(t.Context(), pos, budget, nil)
		if err != nil || !a.Exact() {
			t.Fatal(line, err)
		}
		plies, _ := a.Value.Low.Mate()
		theme, right := "only", minimax.Score(0) // the least score of a right move
		if best := a.Best(); plies > 0 {
			theme, right = kinds[pos.FormatMove(best[0])[0]], 1
		}
		good := 0
		for _, m := range a.Moves {
			if m.Value.Low >= right {
				good++
			}
		}
		if good != 1 || theme != fields[1] || strconv.Itoa(plies) != fields[3] || plies == 1 || plies < 0 {
			t.Errorf("%s: %d moves are right, theme %s, %d plies", line, good, theme, plies)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// newPosition returns the position of puzzle i, and checks that no puzzle before it has the same position or a mirror
// image of it.
func newPosition(t *testing.T, game rules.Game, moves string, seen map[string]int, i int) rules.Position {
	t.Helper()
	pos := game.Start()
	if err := rules.Replay(pos, rules.SplitMoves(game, moves)); err != nil || pos.Outcome().Over() {
		t.Fatalf("%s: %v, outcome %v", moves, err, pos.Outcome())
	}
	key, _ := rules.Canonical(pos)
	if other, found := seen[key]; found {
		t.Errorf("puzzles %d and %d are the same", other, i)
	}
	seen[key] = i
	return pos
}

// checkTurns compares the outcomes of all moves, and what comes next, with exact values, along the line of the puzzle.
func checkTurns(t *testing.T, engine *minimax.Engine, pos rules.Position, p Puzzle) {
	t.Helper()
	if n := count(p.Turns[0], Wins, Slow); n != 1 || len(p.Turns) < 2 {
		t.Errorf("%s: %d moves win, in %d turns", p.Moves, n, len(p.Turns))
	}
	for i, turn := range p.Turns {
		last := i == len(p.Turns)-1
		if n := count(turn, Wins); n != 1 && !last {
			t.Errorf("%s: turn %d has %d quickest wins", p.Moves, i+1, n)
		}
		checkOutcomes(t, engine, pos, p, turn, p.Plies()-2*i)
		if best := slices.Index(turn.Outcomes[:], Wins); !last {
			pos.Play(rules.Move(best))
			pos.Play(rules.Move(turn.Replies[best] - 1))
		}
	}
}

func checkHold(t *testing.T, engine *minimax.Engine, pos rules.Position, p Puzzle) {
	t.Helper()
	if len(p.Turns) != 1 || count(p.Turns[0], Holds) != 1 || count(p.Turns[0], Wins, Slow, Draws) != 0 {
		t.Errorf("%s: not exactly one move holds", p.Moves)
	}
	checkOutcomes(t, engine, pos, p, p.Turns[0], 0)
}

// checkOutcomes compares a turn with exact values. left is the number of plies to the win; 0: one move holds the draw.
func checkOutcomes(t *testing.T, engine *minimax.Engine, pos rules.Position, p Puzzle, turn Turn, left int) {
	t.Helper()
	legal := pos.Moves(nil)
	for column, got := range turn.Outcomes {
		move := rules.Move(column)
		if !slices.Contains(legal, move) {
			if got != Full {
				t.Errorf("%s: full column %d is %c", p.Moves, column+1, got)
			}
			continue
		}
		plies := after(t, engine, pos, move)
		switch {
		case got == Wins && plies == left:
		case got == Slow && plies > left && turn.Slow[column] == (plies+1)/2:
		case got == Draws && plies == 0 && left > 0, got == Holds && plies == 0 && left == 0:
		case got == Loses && plies < 0:
		default:
			t.Errorf("%s: with %d plies left, column %d is %c, and has %d", p.Moves, left, column+1, got, plies)
		}
		reply := turn.Replies[column]
		if wanted := got == Loses || got == Draws || got == Wins && plies > 1; wanted != (reply > 0) {
			t.Errorf("%s: the reply to column %d is %d", p.Moves, column+1, reply)
		}
		if reply > 0 {
			pos.Play(move)
			if got := after(t, engine, pos, rules.Move(reply-1)); got != cmp.Compare(0, plies)*(max(plies, -plies)-1) {
				t.Errorf("%s: after column %d, %d is not the best reply", p.Moves, column+1, reply)
			}
			pos.Undo()
		}
	}
}

// after returns in how many plies the side to move wins with a move, or, as a negative number, loses; 0: a draw.
func after(t *testing.T, engine *minimax.Engine, pos rules.Position, move rules.Move) int {
	t.Helper()
	pos.Play(move)
	defer pos.Undo()
	if end := pos.Outcome(); end == rules.Drawn {
		return 0
	} else if end.Over() {
		return 1
	}
	a, err := engine.Value(context.Background(), pos, budget, nil)
	if err != nil || !a.Value.Exact() {
		t.Fatalf("%v: %v", a.Value, err)
	}
	plies, _ := a.Value.Low.Mate()
	return -plies - cmp.Compare(plies, 0)
}

func count(turn Turn, outcomes ...Outcome) (n int) {
	for _, got := range turn.Outcomes {
		if slices.Contains(outcomes, got) {
			n++
		}
	}
	return n
}
