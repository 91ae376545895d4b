package minimax

import "github.com/quatre/quatre/internal/rules"

// evaluator returns an estimate of a position for the side to move. It belongs to the position
// for which evaluatorOf made it, and follows its changes. The game must not be over.
type evaluator func() Score

// evaluatorOf returns an evaluator for pos. In a game without an evaluation, all positions
// score 0. This is enough for tic-tac-toe, because the better levels search to its end.
func evaluatorOf(pos rules.Position) evaluator {
	switch p := pos.(type) {
	case *rules.Connect4Position:
		return EvaluationAI.evaluatorFor(p)
	case *rules.Force3Position:
		return func() Score { return force3Score(p) }
	default:
		return zeroEvaluator
	}
}

// evaluator returns the evaluator that the level uses for a search from pos. The level plays side.
func (l Level) evaluator(pos rules.Position, side rules.Side) evaluator {
	if l.weights != nil {
		return l.weights.evaluator(pos, side)
	}
	return evaluatorOf(pos)
}

func zeroEvaluator() Score { return 0 }
