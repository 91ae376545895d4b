package minimax

import (
	"math/rand/v2"
	"slices"
)

// one finds one of the best moves and leaves no other. First it finds out who
// wins, and a move that keeps it so; then how fast, and a move that is as fast. If
// the budget ends in between, the first move stays.
//
// To solve the position and then ask of one move after another whether it is as good
// costs about a third of valuing every move: the solver tries the best moves first,
// and what it has met stands in its table. The moves are asked in a random order, so
// that each of the best is as likely as the others.
func (c *columns) one(rng *rand.Rand) error {
	rng.Shuffle(len(c.moves), func(i, j int) { c.moves[i], c.moves[j] = c.moves[j], c.moves[i] })
	low, high := c.best(), -c.board.Cells()
	for _, k := range c.moves {
		high = max(high, k.high)
	}
	chosen := -1
	for _, span := range []int{1, c.board.Cells()} {
		from, to := max(low, -span), min(high, span)
		if from > to {
			continue // who wins is known
		}
		next := -1
		score, err := c.between(from, to)
		switch {
		case err == nil && score == from && from > low:
			high = score // it is lost, no matter how
			continue
		case err == nil:
			low = score
			if score < to {
				high = score
			}
			next, err = c.reaching(score)
		}
		if err == errBudget && chosen >= 0 {
			break
		}
		if err != nil {
			return err
		}
		chosen = next
	}
	c.moves = c.moves[chosen : chosen+1]
	c.moves[0].high = min(c.moves[0].high, high)
	return nil
}

// between returns the score of the position itself: exact between from and to,
// from if it is that or less, to if it is that or more.
func (c *columns) between(from, to int) (int, error) {
	if from == to {
		return from, nil
	}
	score, err := c.ask(c.before, from, to)
	return min(max(score, from), to), err
}

// reaching returns a move that is worth a score, which one of them is.
func (c *columns) reaching(score int) (int, error) {
	if i := slices.IndexFunc(c.moves, func(k column) bool { return k.low >= score }); i >= 0 {
		return i, nil
	}
	for i := range c.moves {
		k := &c.moves[i]
		if k.low < score && k.high >= score {
			if err := c.narrow(k, score-1, score); err != nil {
				return -1, err
			}
		}
		if k.low >= score {
			return i, nil
		}
	}
	// The book and the solver contradict each other. No test has seen that; if it
	// happens, a search chooses the move.
	return -1, errBudget
}
