package puzzle_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/puzzle"
	"github.com/quatre/quatre/internal/rules"
)

// Each puzzle of the file is what package puzzle promises. The engine that analyses positions for
// players judges it.
func TestPuzzles(t *testing.T) {
	game, err := rules.Parse(puzzle.Variant)
	if err != nil {
		t.Fatal(err)
	}
	engine := minimax.NewEngine(64 << 20)
	seen := map[string]int{}
	step := 1
	if testing.Short() {
		step = 10
	}
	monday := time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)
	for i := range puzzle.Count {
		p := puzzle.On(monday.AddDate(0, 0, i))
		pos := startOf(t, game, p)
		key, _ := rules.Canonical(pos)
		if other, found := seen[key]; found {
			t.Errorf("puzzles %d and %d are the same", other, i)
		}
		seen[key] = i
		if n := count(p.Turns[0], puzzle.Wins, puzzle.Slow); n != 1 {
			t.Errorf("%s: %d moves win", p.Moves, n)
		}
		if i%step == 0 {
			checkTurns(t, engine, pos, p)
		}
	}
}

func startOf(t *testing.T, game rules.Game, p puzzle.Puzzle) rules.Position {
	t.Helper()
	moves := make([]string, 0, len(p.Moves))
	for i := range p.Moves {
		moves = append(moves, p.Moves[i:i+1])
	}
	pos := game.Start()
	if err := rules.Replay(pos, moves); err != nil || pos.Outcome().Over() {
		t.Fatalf("%s: %v, outcome %v", p.Moves, err, pos.Outcome())
	}
	return pos
}

// checkTurns compares the outcomes of all moves, and what comes next, with exact values, along the line of the puzzle.
func checkTurns(t *testing.T, engine *minimax.Engine, pos rules.Position, p puzzle.Puzzle) {
	t.Helper()
	for i, turn := range p.Turns {
		left := p.Plies() - 2*i
		values := analyse(t, engine, pos)
		for column, got := range turn.Outcomes {
			score, legal := values[rules.Move(column)]
			if want := judge(score, legal, left); got != want {
				t.Errorf("%s: turn %d, column %d is %c, want %c", p.Moves, i+1, column+1, got, want)
			}
			if plies, _ := score.Mate(); got == puzzle.Slow && turn.Slow[column] != (plies+1)/2 {
				t.Errorf("%s: turn %d, column %d wins in %d plies, and not in %d moves", p.Moves, i+1, column+1, plies, turn.Slow[column])
			}
			wrong := got == puzzle.Loses || got == puzzle.Draws
			if reply := turn.Replies[column]; wrong && !slices.Contains(answers(t, engine, pos, rules.Move(column)), rules.Move(reply-1)) {
				t.Errorf("%s: turn %d, after column %d, %d is not the best reply", p.Moves, i+1, column+1, reply)
			}
		}
		best := slices.Index(turn.Outcomes[:], puzzle.Wins)
		pos.Play(rules.Move(best))
		last := i == len(p.Turns)-1
		if n := count(turn, puzzle.Wins); n != 1 && !last {
			t.Errorf("%s: turn %d has %d quickest wins", p.Moves, i+1, n)
		}
		if last {
			if pos.Outcome().Winner() == rules.NoSide {
				t.Errorf("%s: the last turn does not win", p.Moves)
			}
			return
		}
		reply := rules.Move(turn.Replies[best] - 1)
		if plies, certain := analyse(t, engine, pos)[reply].Mate(); !certain || plies != 1-left {
			t.Errorf("%s: the reply at turn %d loses in %d plies, want %d", p.Moves, i+1, plies, 1-left)
		}
		pos.Play(reply)
	}
}

// answers returns the best moves of the other side after a move.
func answers(t *testing.T, engine *minimax.Engine, pos rules.Position, move rules.Move) []rules.Move {
	t.Helper()
	pos.Play(move)
	defer pos.Undo()
	a, err := engine.Analyse(context.Background(), pos, 5*time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a.Best()
}

func analyse(t *testing.T, engine *minimax.Engine, pos rules.Position) map[rules.Move]minimax.Score {
	t.Helper()
	a, err := engine.Analyse(context.Background(), pos, 5*time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	values := map[rules.Move]minimax.Score{}
	for _, m := range a.Moves {
		if !m.Value.Exact() {
			t.Fatalf("a value is not exact: %+v", m)
		}
		values[m.Move] = m.Value.Low
	}
	return values
}

// judge returns the outcome of a move with a score at a turn that wins in a number of plies.
func judge(score minimax.Score, legal bool, left int) puzzle.Outcome {
	plies, mate := score.Mate()
	switch {
	case !legal:
		return puzzle.Full
	case mate && plies < 0:
		return puzzle.Loses
	case mate && plies == left:
		return puzzle.Wins
	case mate && plies > left:
		return puzzle.Slow
	case score == 0:
		return puzzle.Draws
	default:
		return 0
	}
}

func count(turn puzzle.Turn, outcomes ...puzzle.Outcome) (n int) {
	for _, got := range turn.Outcomes {
		for _, o := range outcomes {
			if got == o {
				n++
			}
		}
	}
	return n
}
