package solver

// checkInterval is how many nodes are searched between two questions to stop.
const checkInterval = 1 << 10

// child is a move of a node, with what is known of it before it is searched. It
// takes one line of the processor's cache.
type child struct {
	state
	key     uint64
	order   int32
	alpha   int8 // the node's null window, as the child sees it
	flipped bool // its side to move is the node's opponent
}

// search answers whether the score of a settled state, whose number is key, is more than
// alpha. What it returns is more than alpha and a lower bound of the score, or it is not and is an upper bound.
// It means nothing once halted is set.
func (s *Solver) search(st *state, key uint64, alpha int) int {
	if s.nodes++; s.nodes%checkInterval == 0 && s.stop != nil && s.stop() {
		s.halted = true
	}
	if s.halted {
		return 0
	}
	before := s.nodes
	low, high := s.bounds(st)
	if l, h, found := s.recall(key); found {
		low, high = max(low, l), min(high, h)
	}
	switch {
	case low > alpha:
		return low
	case high <= alpha:
		return high
	}
	kids := s.kids[st.n*s.Columns:][:s.Columns]
	best, n, cut := s.expand(st, alpha, kids)
	if cut {
		s.keep(key, best, high, 1)
		return best
	}
	// No move makes two threats: the side to move wins two discs later at best.
	high = min(high, max(best, s.winAt(st.n+4)))
	if high <= alpha {
		s.keep(key, low, high, 1)
		return high
	}
	for waiting, again := uint64(1)<<n-1, false; waiting != 0; again = true {
		for i := range n {
			k := &kids[i]
			if waiting>>i&1 == 0 || i > 0 && !again && s.elsewhere(k) {
				continue
			}
			waiting &^= 1 << i
			best = max(best, s.try(k))
			if s.halted {
				return 0
			}
			if best > alpha {
				s.keep(key, best, high, s.nodes-before)
				return best
			}
		}
	}
	s.keep(key, low, min(best, high), s.nodes-before)
	return best
}

// try searches a child and returns what that says for the node.
func (s *Solver) try(k *child) int {
	claimed := s.busy != nil && s.cells-k.n >= worthClaiming
	if claimed {
		s.busy.claim(k.key)
	}
	v := s.search(&k.state, k.key, int(k.alpha))
	if claimed {
		s.busy.release(k.key)
	}
	if k.flipped {
		v = -v
	}
	return v
}

// elsewhere reports whether another goroutine of a Team is searching the child.
func (s *Solver) elsewhere(k *child) bool {
	return s.busy != nil && s.cells-k.n >= worthClaiming && s.busy.taken(k.key)
}

// recall returns what the table knows of a position.
func (s *Solver) recall(key uint64) (low, high int, found bool) {
	if !s.use.Table {
		return 0, 0, false
	}
	return s.table.get(key)
}

// keep tells the table what is known of a position now, after so many nodes.
func (s *Solver) keep(key uint64, low, high, nodes int) {
	if !s.use.Table {
		return
	}
	if !s.use.Work {
		nodes = 1
	}
	s.table.put(key, low, high, nodes)
}
