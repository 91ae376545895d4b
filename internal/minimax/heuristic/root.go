package heuristic

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// root is the search of one position's moves. The search itself runs on the
// position or its mirror image, whichever has the smaller hash, so that both have
// mirrored results.
type root struct {
	*search
	limits   Limits
	mirrored bool
	listed   []rules.Move // as the rules list them, in the position given
	moves    []rootMove   // the most promising first
	best     Score        // of the last finished iteration
	depth    int
}

// rootMove is a move with what the search found, in the searched orientation.
type rootMove struct {
	MoveScore
	cell uint8
	wins bool // at once
}

func newRoot(e *Engine, s *search, pos *rules.Connect4Position, limits Limits) *root {
	r := &root{search: s, limits: limits, listed: pos.Moves(nil)}
	s.load(e.g, pos, false)
	if s.mirror < s.hash {
		r.mirrored = true
		s.load(e.g, pos, true)
	}
	s.begin(e)
	for w := range e.g.words {
		for left := s.next[w]; left != 0; left &= left - 1 {
			cell := number(w, left)
			r.moves = append(r.moves, rootMove{
				MoveScore: MoveScore{Move: rules.Move(cell / laneBits), Low: -Win, High: Win},
				cell:      cell,
				wins:      s.threats[s.turn].has(cell),
			})
		}
	}
	slices.SortStableFunc(r.moves, func(a, b rootMove) int { return int(s.rank(b.cell, 9, 0) - s.rank(a.cell, 9, 0)) })
	return r
}

// deepen searches one ply deeper each time until a limit is reached or a deeper
// search could change nothing.
func (r *root) deepen() Result {
	last := r.empty
	if r.limits.Depth > 0 {
		last = min(last, r.limits.Depth)
	}
	for depth := 1; depth <= last; depth++ {
		r.stop = r.limits.Stop
		if depth == 1 {
			r.stop = nil // so that there is always an answer; it takes a moment only
		}
		if !r.iterate(depth) {
			break
		}
		if r.limits.Report != nil {
			r.limits.Report(r.result())
		}
		if r.settled() {
			break
		}
	}
	return r.result()
}

// settled reports whether a deeper search could change nothing: the best move
// is certain to the ply, or it is the only one that does not lose; with
// Limits.All, every move is certain to the ply.
func (r *root) settled() bool {
	if r.limits.All {
		return !slices.ContainsFunc(r.moves, func(m rootMove) bool { return m.Low != m.High })
	}
	if m := &r.moves[0]; m.Low == m.High {
		return true
	}
	return r.best > -certain && !slices.ContainsFunc(r.moves[1:], func(m rootMove) bool { return m.High > -certain })
}

// iterate searches all moves to a depth and reports whether it was finished. A
// cut-short iteration still counts if it found a better move than the last one, or
// that the last one's loses.
func (r *root) iterate(depth int) bool {
	moves := slices.Clone(r.moves)
	best := -infinity
	done := 0
	for i := range moves {
		m := &moves[i]
		score, bounded := r.try(m, depth, best)
		if r.stopped {
			break
		}
		m.Score, m.Bounded = score, bounded
		m.learn(depth, r.empty)
		best = max(best, score)
		done++
	}
	finish := done == len(moves)
	switch {
	case finish:
	case r.g.use&usePartial == 0 || done == 0:
		return false
	case best <= -certain && moves[done].Score > best:
		// All that were searched lose. The best of the others is what is left.
		best, moves[done].Bounded = moves[done].Score, false
	case best == moves[0].Score:
		return false
	default:
		// The moves that were not reached keep what the last iteration said
		// of them, but none may come before those that were.
		for i := range moves[done:] {
			m := &moves[done+i]
			m.Score, m.Bounded = min(m.Score, best-1), true
		}
	}
	slices.SortStableFunc(moves, func(a, b rootMove) int { return int(b.Score - a.Score) })
	r.moves, r.best = moves, best
	if finish {
		r.depth = depth
	}
	return finish
}

// try returns the score of a move: exact if it is at least best, else an upper
// bound unless Limits.All asks for more.
func (r *root) try(m *rootMove, depth int, best Score) (score Score, bounded bool) {
	if m.wins {
		return Win - 1, false
	}
	points := r.points
	r.play(m.cell)
	defer r.undo(m.cell, points)
	if r.limits.All || best == -infinity {
		return -r.negamax(depth-1, 1, -infinity, infinity), false
	}
	// One below the best, so that what reaches the best is exact and not the
	// bound of a worse move.
	score = -r.negamax(depth-1, 1, -best, -best+1)
	if score < best || r.stopped {
		return score, true
	}
	return -r.negamax(depth-1, 1, -infinity, -best+1), false
}

// learn draws from a score what is certain. A search of depth plies finds every
// win of that length, whatever the extensions find beyond; and when it reaches the
// end of the game nothing in it is estimated.
func (m *MoveScore) learn(depth, empty int) {
	plies, mate := m.Score.Mate()
	if depth < empty && !mate {
		return
	}
	toThePly := depth >= empty || max(plies, -plies) <= depth
	if !m.Bounded && (m.Score >= 0 || toThePly) {
		m.Low = max(m.Low, m.Score)
	}
	if m.Score <= 0 || toThePly {
		m.High = min(m.High, m.Score)
	}
}

// result is what the iterations so far found.
func (r *root) result() Result {
	res := Result{Score: r.best, Low: -Win, High: -Win, Depth: r.depth, Nodes: r.nodes}
	for _, move := range r.listed {
		for _, m := range r.moves {
			if r.column(m.Move) != move {
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

// column turns a column of the searched orientation into one of the position
// given, and the other way round.
func (r *root) column(m rules.Move) rules.Move {
	if r.mirrored {
		return rules.Move(r.g.columns-1) - m
	}
	return m
}
