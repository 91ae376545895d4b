package minimax

import (
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// marks is a position of tic-tac-toe without its history.
type marks struct{ first, second uint16 }

// unbeatenCheck plays all moves that a level may choose against all replies, and counts the
// positions in which the level moved.
type unbeatenCheck struct {
	t     *testing.T
	level Level
	side  rules.Side // the side of the level
	asked int
	seen  map[marks]bool
}

func (u *unbeatenCheck) play(pos *rules.TicTacToePosition) {
	u.t.Helper()
	at := marks{pos.Marks(rules.First), pos.Marks(rules.Second)}
	if u.seen[at] {
		return
	}
	u.seen[at] = true
	if pos.Outcome().Winner() == u.side.Other() {
		u.t.Fatalf("%s loses with the marks %v", u.level.Name, at)
	}
	moves := pos.Moves(nil)
	if pos.Turn() == u.side && len(moves) > 0 {
		moves = u.choices(pos)
	}
	for _, m := range moves {
		pos.Play(m)
		u.play(pos)
		pos.Undo()
	}
}

// choices returns the moves from which the level picks.
func (u *unbeatenCheck) choices(pos rules.Position) []rules.Move {
	u.t.Helper()
	u.asked++
	pos = pos.Clone()
	s := newSearch(pos, EvaluationAI.evaluatorFor(pos), newLimits(u.t.Context(), u.level.Budget))
	for depth := 1; depth <= u.level.Depth; depth++ {
		if err := s.iterate(depth); err != nil {
			u.t.Fatal(err)
		}
		if s.isFinal() {
			break
		}
	}
	return s.best
}

// TestTicTacToeUnbeaten checks that the two best levels never lose, with either side and
// against all moves of the opponent.
func TestTicTacToeUnbeaten(t *testing.T) {
	for _, name := range []string{"strong", "expert"} {
		level, err := ParseLevel(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []rules.Side{rules.First, rules.Second} {
			u := &unbeatenCheck{t: t, level: withoutTimeLimit(level), side: side, seen: map[marks]bool{}}
			u.play(game(t, "tictactoe").Start().(*rules.TicTacToePosition))
			if t.Logf("%s with side %d: %d positions, the level moved in %d", name, side, len(u.seen), u.asked); u.asked < 100 {
				t.Errorf("%s moved in only %d positions", name, u.asked)
			}
		}
	}
}
