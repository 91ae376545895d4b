package minimax

import (
	"math/rand/v2"
	"slices"
)

// findOneBest finds one of the best moves and removes the others from c.moves. It first finds
// the outcome and a move that reaches the outcome. Then it finds the exact score and a move
// that reaches this score. If the budget ends in between, the first move remains.
//
// This is much cheaper than finding the value of every move. Solving the position leaves the values of
// its best moves in the solver's table, so it is cheap to test which moves reach the score.
// The moves are tested in random order, so that each best move is equally likely.
func (c *connect4Solve) findOneBest(rng *rand.Rand) error {
	rng.Shuffle(len(c.moves), func(i, j int) { c.moves[i], c.moves[j] = c.moves[j], c.moves[i] })
	low, high := c.bounds()
	chosen := -1
	for _, span := range []int{1, c.board.Cells()} {
		from, to := max(low, -span), min(high, span)
		if from > to {
			continue // the outcome is known
		}
		next := -1
		score, err := c.scoreWithin(from, to)
		switch {
		case err == nil && score == from && from > low:
			high = score // every move loses: look for a move that loses latest
			continue
		case err == nil:
			low = score
			if score < to {
				high = score
			}
			next, err = c.moveReaching(score)
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

// findValue finds the score of the position, but not of its moves: first the sign, then the exact
// score.
func (c *connect4Solve) findValue(request solveRequest) error {
	for _, span := range []int{1, c.board.Cells()} {
		low, high := c.bounds()
		low, high = max(low, -span), min(high, span)
		if low >= high {
			continue // the sign is known
		}
		_, err := c.solveWithin(c.position, low, high)
		least, most := c.solver.Bounds()
		c.lowerBound, c.upperBound = max(c.lowerBound, least), min(c.upperBound, most)
		if err != nil || c.exact() {
			return err
		}
		request.reportResult(c.analysis)
	}
	return nil
}

// bounds returns the bounds of the position's score.
func (c *connect4Solve) bounds() (low, high int) {
	high = -c.board.Cells()
	for _, k := range c.moves {
		high = max(high, k.high)
	}
	return c.best(), min(high, c.upperBound)
}

// scoreWithin returns the score of the position, limited to the range from..to.
func (c *connect4Solve) scoreWithin(from, to int) (int, error) {
	if from == to {
		return from, nil
	}
	score, err := c.solveWithin(c.position, from, to)
	return min(max(score, from), to), err
}

// moveReaching returns the index of a move with at least this score. c.moves must have one.
func (c *connect4Solve) moveReaching(score int) (int, error) {
	if i := slices.IndexFunc(c.moves, func(k columnBounds) bool { return k.low >= score }); i >= 0 {
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
	// The book and the solver contradict each other, which should be impossible. The error
	// makes a search choose the move.
	return -1, errBudget
}
