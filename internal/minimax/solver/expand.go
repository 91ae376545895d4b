package solver

// expand fills kids with the moves that have to be searched, the most promising
// first, and returns their number. best is the highest score that is certain not
// to be exceeded by the other moves; if one of them is certain to reach more than alpha, that is
// returned as best, and cut is true.
func (s *Solver) expand(st *state, alpha int, kids []child) (best, n int, cut bool) {
	mask := st.own | st.opp
	best = -s.cells
	for _, column := range s.column[:s.Columns] {
		move := st.moves & column
		if move == 0 {
			continue
		}
		own := st.own | move
		made := s.wins(own) & s.cell &^ (mask | move)
		k := &kids[n]
		k.state = state{st.opp, own, st.oppWins &^ move, made, 0, st.n + 1}
		score, done, flipped := s.settle(&k.state)
		if done {
			best = max(best, -score)
			if best > alpha {
				return best, n, true
			}
			continue
		}
		k.flipped, k.alpha = !flipped, int8(alpha)
		if k.flipped {
			k.alpha = int8(-alpha - 1)
		}
		k.order = s.rate(st, move, made, &k.state)
		k.key = s.key(k.own, k.own|k.opp, k.n)
		s.table.prefetch(k.key)
		n++
	}
	all := n
	n = 0
	for i := range all {
		k := &kids[i]
		low, high := s.limit(k)
		if k.flipped {
			low, high = -high, -low
		}
		if low > alpha {
			return low, n, true
		}
		if high <= alpha {
			best = max(best, high)
			continue
		}
		x := *k
		j := n
		for ; j > 0 && kids[j-1].order < x.order; j-- {
			kids[j] = kids[j-1]
		}
		kids[j] = x
		n++
	}
	return best, n, false
}

// limit finds bounds of a child's score without a search.
func (s *Solver) limit(k *child) (low, high int) {
	low, high = s.bounds(&k.state)
	if s.use.Cutoffs {
		if l, h, found := s.recall(k.key); found {
			low, high = max(low, l), min(high, h)
		}
	}
	alpha := int(k.alpha)
	if low > alpha || high <= alpha || !s.use.Zugzwang {
		return low, high
	}
	if v, proved := s.follows(k.own, k.opp, k.ownWins, true, alpha+1); proved {
		low = max(low, v)
	} else if v, proved := s.follows(k.opp, k.own, k.oppWins, false, -alpha); proved {
		high = min(high, -v)
	}
	return low, high
}
