package heuristic

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// root searches the moves of one position. It searches the position or its mirror image,
// whichever has the smaller hash, so that both have mirrored results.
type root struct {
	*search
	limits     Limits
	mirrored   bool
	legalMoves []rules.Move // in the order of the rules, for the given position
	moves      []rootMove   // ordered, the most promising first
	best       Score        // the best score of the last iteration
	depth      int
}

// rootMove is a move with its results, in the searched orientation.
type rootMove struct {
	MoveScore
	cell       uint8
	winsAtOnce bool
}

func newRoot(e *Engine, pos *rules.Connect4Position, limits Limits) *root {
	s := &search{table: e.table, age: uint8(e.table.age.Add(1))}
	r := &root{search: s, limits: limits, legalMoves: pos.Moves(nil)}
	s.load(e.g, pos, false)
	if s.mirror < s.hash {
		r.mirrored = true
		s.load(e.g, pos, true)
	}
	for w := range e.g.words {
		for left := s.next[w]; left != 0; left &= left - 1 {
			cell := cellNumber(w, left)
			r.moves = append(r.moves, rootMove{
				MoveScore:  MoveScore{Move: rules.Move(cell / laneBits), Low: -Win, High: Win},
				cell:       cell,
				winsAtOnce: s.threats[s.turn].has(cell),
			})
		}
	}
	slices.SortStableFunc(r.moves, func(a, b rootMove) int { return int(s.rank(b.cell, 9, 0) - s.rank(a.cell, 9, 0)) })
	return r
}

// deepen searches with increasing depth until a limit is reached or a deeper search could
// change nothing.
func (r *root) deepen() Result {
	last := r.empty
	if r.limits.Depth > 0 {
		last = min(last, r.limits.Depth)
	}
	for depth := 1; depth <= last; depth++ {
		r.stop = r.limits.Stop
		if depth == 1 {
			r.stop = nil // the first iteration is short and always gives an answer
		}
		if !r.iterate(depth) {
			break
		}
		if r.limits.Report != nil {
			r.limits.Report(r.result())
		}
		if r.isFinal() {
			break
		}
	}
	return r.result()
}

// isFinal reports whether a deeper search could change nothing: the value of the best move is
// exact, or no other move avoids a loss. With Limits.All, the values of all moves must be
// exact.
func (r *root) isFinal() bool {
	if r.limits.All {
		return !slices.ContainsFunc(r.moves, func(m rootMove) bool { return m.Low != m.High })
	}
	if m := &r.moves[0]; m.Low == m.High {
		return true
	}
	return r.best > -certain && !slices.ContainsFunc(r.moves[1:], func(m rootMove) bool { return m.High > -certain })
}

// iterate searches all moves to a depth and reports whether it finished. An interrupted
// iteration still counts if it found a better move than the previous iteration, or found that
// the best move of the previous iteration loses.
func (r *root) iterate(depth int) bool {
	moves := slices.Clone(r.moves)
	best := -infinity
	done := 0
	for i := range moves {
		m := &moves[i]
		score, bounded := r.searchMove(m, depth, best)
		if r.stopped {
			break
		}
		m.Score, m.Bounded = score, bounded
		m.updateBounds(depth, r.empty)
		best = max(best, score)
		done++
	}
	finished := done == len(moves)
	switch {
	case finished:
	case done == 0:
		return false
	case best <= -certain && moves[done].Score > best:
		// All searched moves lose. The best move is now the first unsearched one.
		best, moves[done].Bounded = moves[done].Score, false
	case best == moves[0].Score:
		return false
	default:
		// The unsearched moves keep their scores of the last iteration, but below the best score.
		for i := range moves[done:] {
			m := &moves[done+i]
			m.Score, m.Bounded = min(m.Score, best-1), true
		}
	}
	slices.SortStableFunc(moves, func(a, b rootMove) int { return int(b.Score - a.Score) })
	r.moves, r.best = moves, best
	if finished {
		r.depth = depth
	}
	return finished
}

// searchMove returns the score of a move. The score is exact if it is at least best, or if
// Limits.All is set. Otherwise it is an upper bound, and bounded is true.
func (r *root) searchMove(m *rootMove, depth int, best Score) (score Score, bounded bool) {
	if m.winsAtOnce {
		return Win - 1, false
	}
	points := r.points
	r.play(m.cell)
	defer r.undo(m.cell, points)
	if r.limits.All || best == -infinity {
		return -r.negamax(depth-1, 1, -infinity, infinity), false
	}
	// This null window, from best-1 to best for the player who moves, only shows whether the
	// score reaches best. If it does, a second search finds the exact score.
	score = -r.negamax(depth-1, 1, -best, -best+1)
	if score < best || r.stopped {
		return score, true
	}
	return -r.negamax(depth-1, 1, -infinity, -best+1), false
}

// updateBounds derives certain bounds from the score. A search of depth plies finds every
// win of at most that length. Its extensions may find longer wins, but not all of them.
// If it reaches the end of the game, no score is an estimate.
func (m *MoveScore) updateBounds(depth, empty int) {
	plies, mate := m.Score.Mate()
	if depth < empty && !mate {
		return
	}
	pliesCertain := depth >= empty || max(plies, -plies) <= depth
	if !m.Bounded && (m.Score >= 0 || pliesCertain) {
		m.Low = max(m.Low, m.Score)
	}
	if m.Score <= 0 || pliesCertain {
		m.High = min(m.High, m.Score)
	}
}

// result returns the result of the iterations so far.
func (r *root) result() Result {
	res := Result{Score: r.best, Low: -Win, High: -Win, Depth: r.depth, Nodes: r.nodes}
	for _, move := range r.legalMoves {
		for _, m := range r.moves {
			if r.mirrorMove(m.Move) != move {
				continue
			}
			m.Move = move
			res.Moves = append(res.Moves, m.MoveScore)
			res.Low, res.High = max(res.Low, m.Low), max(res.High, m.High)
			if m.Score == r.best && !m.Bounded {
				res.Best = append(res.Best, move)
			}
		}
	}
	return res
}

// mirrorMove converts a move between the searched orientation and the given position.
func (r *root) mirrorMove(m rules.Move) rules.Move {
	if r.mirrored {
		return rules.Move(r.g.columns-1) - m
	}
	return m
}
