package solver

// checkInterval is the number of nodes between two calls of stop.
const checkInterval = 1 << 10

// child is a move of a node, with what the node knows before the search of the move. Its size
// is one cache line.
type child struct {
	state
	key     uint64
	rank    int32
	alpha   int8 // the null window of the node, as the child sees it
	flipped bool // true if the opponent of the node's side is to move
}

// search finds out whether the score of a state is higher than alpha. A result higher than
// alpha is a lower bound of the score, any other result an upper bound. The state must be the
// result of playForced, and key must be its key in the table. Once stopped is set, the result
// is meaningless.
func (s *Solver) search(st *state, key uint64, alpha int) int {
	if s.nodes++; s.nodes%checkInterval == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
	if s.stopped {
		return 0
	}
	before := s.nodes
	low, high := s.generalBounds(st)
	if l, h, found := s.table.get(key); found {
		low, high = max(low, l), min(high, h)
	}
	switch {
	case low > alpha:
		return low
	case high <= alpha:
		return high
	}
	children := s.children[st.n*s.Columns:][:s.Columns]
	best, n, cut := s.expand(st, alpha, children)
	if cut {
		s.table.put(key, best, high, 1)
		return best
	}
	// No remaining move makes two threats, so the side to move wins with its third disc from
	// now at best.
	high = min(high, max(best, s.winAt(st.n+4)))
	if high <= alpha {
		s.table.put(key, low, high, 1)
		return high
	}
	for i := range n {
		k := &children[i]
		v := s.search(&k.state, k.key, int(k.alpha))
		if s.stopped {
			return 0
		}
		if k.flipped {
			v = -v
		}
		if best = max(best, v); best > alpha {
			s.table.put(key, best, high, s.nodes-before)
			return best
		}
	}
	s.table.put(key, low, min(best, high), s.nodes-before)
	return best
}
