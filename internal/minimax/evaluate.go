package minimax

import "github.com/quatre/quatre/internal/rules"

// evaluator returns an estimate of a position for the side to move. It belongs to the position
// for which evaluatorFor made it, and follows its changes. The game must not be over.
type evaluator func() Score

// evaluator returns the evaluator that the level uses for a search from pos. The level plays side.
func (l Level) evaluator(pos rules.Position, side rules.Side) evaluator {
	if l.weights != nil {
		return l.weights.evaluator(pos, side)
	}
	return EvaluationAI.evaluatorFor(pos)
}

func zeroEvaluator() Score { return 0 }
