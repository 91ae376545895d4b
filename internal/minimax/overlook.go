package minimax

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// chooseOverlooking searches all moves. Then it ignores, at random, some of the certain wins
// and losses that it has found.
func (l Level) chooseOverlooking(pos rules.Position, eval evaluator, limits limits, rng *rand.Rand) (Choice, error) {
	s := newSearch(pos, eval, limits)
	depth := 0
	for next := 1; next <= l.lastDepth(); next++ {
		if err := s.iterateExact(next); errors.Is(err, errBudget) {
			break
		} else if err != nil {
			return Choice{}, err
		}
		if depth = next; !s.reachedHorizon {
			break
		}
	}
	s.depth, s.stop = 1, nil // the searches below are short and must finish even if the budget is spent
	for i := range s.root {
		r := &s.root[i]
		plies, certain := r.score.Mate()
		switch {
		case plies == -2 && allowsObviousWin(s.pos, r.move):
			r.score-- // rank it below moves that lose equally soon to a less obvious win
			r.lowered = true
			continue
		case !certain, max(plies, -plies) <= l.NoticeDepth, rng.IntN(100) >= l.OverlookPercent:
			continue
		}
		r.missed = r.score
		r.score = s.searchMove(r.move, l.NoticeDepth, 0, -infinity, infinity)
		if s.stop != nil {
			return Choice{}, s.stop
		}
	}
	choice := l.pickMove(pos, s.root, rng)
	choice.Depth, choice.Nodes, choice.Moves = depth, s.nodes, s.comparedMoves()
	return choice, nil
}

// iterateExact is iterate with exact scores for all moves. It does not search moves with
// certain scores again.
func (s *search) iterateExact(depth int) error {
	if s.depth = depth; depth > 1 {
		if s.stop = s.limits.check(); s.stop != nil {
			return s.stop
		}
	}
	root := slices.Clone(s.root)
	horizon := false
	for i := range root {
		r := &root[i]
		if r.certain {
			continue
		}
		s.reachedHorizon = false
		r.score = s.searchMove(r.move, depth, 0, -infinity, infinity)
		if s.stop != nil {
			return s.stop
		}
		_, mate := r.score.Mate()
		r.certain = mate || !s.reachedHorizon
		horizon = horizon || !r.certain
	}
	s.root, s.reachedHorizon = root, horizon
	return nil
}

// allowsObviousWin reports whether m lets the opponent win with the next ply in a way
// that everybody sees; see isObviousLine.
func allowsObviousWin(pos rules.Position, m rules.Move) bool {
	pos.Play(m)
	defer pos.Undo()
	opponent := pos.Turn()
	for _, reply := range pos.Moves(nil) {
		pos.Play(reply)
		obvious := pos.Outcome().Winner() == opponent && isObviousLine(pos, int(reply))
		pos.Undo()
		if obvious {
			return true
		}
	}
	return false
}

// isObviousLine reports whether everybody sees the line that the last move completed: a
// column, or a row that the move extends at an end. A level may overlook a diagonal, or a row
// whose gap the move fills. In Connect Four move is the column. On boards of three by three
// cells every row and column is obvious.
func isObviousLine(pos rules.Position, move int) bool {
	columns, connect4 := 3, false
	if p, ok := pos.(*rules.Connect4Position); ok {
		columns, _, _ = p.Size()
		connect4 = true
	}
	line := pos.Line()
	first, last := line[0], line[len(line)-1]
	switch {
	case first%columns == last%columns:
		return true
	case first/columns == last/columns:
		return !connect4 || move == first%columns || move == last%columns
	default:
		return false
	}
}
