package minimax

import "github.com/quatre/quatre/internal/rules"

// evaluator estimates the current state of the position that it was made for, for the
// side to move. The game must not be over.
type evaluator func() Score

// evaluatorOf returns the evaluator for the game of pos. In a game without one, all
// positions at the horizon score 0. This is enough for tic-tac-toe, because the better
// levels search to its end.
func evaluatorOf(pos rules.Position) evaluator {
	switch p := pos.(type) {
	case *rules.Connect4Position:
		return newConnect4Evaluator(p).score
	case *rules.Force3Position:
		return func() Score { return force3Score(p) }
	default:
		return zeroEvaluator
	}
}

func zeroEvaluator() Score { return 0 }
