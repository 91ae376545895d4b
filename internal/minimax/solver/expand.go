package solver

// expand fills children with the moves that must be searched, the most promising first, and
// returns their number n. best is an upper bound of the scores of all other moves. If expand
// proves that a move scores more than alpha, cut is true and best is a lower bound of the
// score of that move.
func (s *Solver) expand(st *state, alpha int, children []child) (best, n int, cut bool) {
	mask := st.own | st.opp
	best = -s.cellCount
	for _, column := range s.columns[:s.Columns] {
		move := st.moves & column
		if move == 0 {
			continue
		}
		own := st.own | move
		newThreats := s.Wins(own) & s.allCells &^ (mask | move)
		k := &children[n]
		k.state = state{st.opp, own, st.oppWins &^ move, newThreats, 0, st.n + 1}
		score, done, flipped := s.playForced(&k.state)
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
		k.rank = s.rank(st, move, newThreats, &k.state)
		k.key = s.key(k.own, k.own|k.opp, k.n)
		s.table.prefetch(k.key)
		n++
	}
	all := n
	n = 0
	for i := range all {
		k := &children[i]
		low, high := s.childBounds(k)
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
		for ; j > 0 && children[j-1].rank < x.rank; j-- {
			children[j] = children[j-1]
		}
		children[j] = x
		n++
	}
	return best, n, false
}

// childBounds finds bounds of a child's score without a search.
func (s *Solver) childBounds(k *child) (low, high int) {
	low, high = s.generalBounds(&k.state)
	if l, h, found := s.table.get(k.key); found {
		low, high = max(low, l), min(high, h)
	}
	alpha := int(k.alpha)
	if low > alpha || high <= alpha {
		return low, high
	}
	if v, proved := s.claimevenBound(k.own, k.opp, k.ownWins, true, alpha+1); proved {
		low = max(low, v)
	} else if v, proved := s.claimevenBound(k.opp, k.own, k.oppWins, false, -alpha); proved {
		high = min(high, -v)
	}
	return low, high
}
