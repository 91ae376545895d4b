package minimax

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// glance chooses as someone does who overlooks things: all moves are searched,
// and then some of the certain ends that they lead to are forgotten.
func (l Level) glance(pos rules.Position, eval evaluator, limits limits, rng *rand.Rand) (Choice, error) {
	s := newSearch(pos, eval, limits)
	depth := 0
	for next := 1; next <= l.last(); next++ {
		if err := s.open(next); errors.Is(err, errBudget) {
			break
		} else if err != nil {
			return Choice{}, err
		}
		if depth = next; !s.horizon {
			break
		}
	}
	s.depth, s.stop = 1, nil // what follows is short, and must be finished though the budget may be spent
	for i := range s.root {
		r := &s.root[i]
		plies, certain := r.score.Mate()
		switch {
		case plies == -2 && obvious(s.pos, r.move):
			r.score-- // who has lost anyway makes the opponent look for it
			continue
		case !certain, max(plies, -plies) <= l.Glance, rng.IntN(100) >= l.Overlooks:
			continue
		}
		r.score = s.try(r.move, l.Glance, 0, -infinity, infinity)
		if s.stop != nil {
			return Choice{}, s.stop
		}
	}
	choice := draw(s.root, l.Margin, rng)
	choice.Depth, choice.Nodes = depth, s.nodes
	return choice, nil
}

// open is iterate with exact scores for all moves. Those that are certain already
// are not searched again.
func (s *search) open(depth int) error {
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
		s.horizon = false
		r.score = s.try(r.move, depth, 0, -infinity, infinity)
		if s.stop != nil {
			return s.stop
		}
		_, mate := r.score.Mate()
		r.certain = mate || !s.horizon
		horizon = horizon || !r.certain
	}
	s.root, s.horizon = root, horizon
	return nil
}

// obvious reports whether after m the opponent can win at once in a way that
// everybody sees: straight up, or by going on along a row. What runs diagonally or
// fills a gap can be overlooked.
func obvious(pos rules.Position, m rules.Move) bool {
	pos.Play(m)
	defer pos.Undo()
	opponent := pos.Turn()
	for _, reply := range pos.Moves(nil) {
		pos.Play(reply)
		seen := pos.Outcome().Winner() == opponent && plainLine(pos, int(reply))
		pos.Undo()
		if seen {
			return true
		}
	}
	return false
}

// plainLine reports whether the line that the last move completed is one that
// everybody sees. In Connect Four the move is the column; on three by three
// cells every row and column is plain.
func plainLine(pos rules.Position, move int) bool {
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
