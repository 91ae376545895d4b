package minimax

import "github.com/quatre/quatre/internal/rules"

// evaluator estimates the position that it was made for, whatever has been
// played in it since, for the side to move. The game must go on there.
type evaluator func() Score

// evaluatorOf returns the evaluator of the game that pos is a position of. A
// game without one is played by its rules alone: all goals beyond the search's
// depth look the same. For tic-tac-toe that is enough, for the better levels see
// its end.
func evaluatorOf(pos rules.Position) evaluator {
	switch p := pos.(type) {
	case *rules.Connect4Position:
		return newConnect4Evaluator(p).score
	case *rules.Force3Position:
		return func() Score { return force3Score(p) }
	default:
		return neutral
	}
}

func neutral() Score { return 0 }
