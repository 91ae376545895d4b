package solver

// Solver finds the scores of positions of one board. Only one goroutine at a time may use a
// Solver. Any number of Solvers may share a Table.
type Solver struct {
	*Grid
	table *Table

	low, high int // of the last Solve; see Bounds

	children []child // buffers for the children of one node, by number of discs
	nodes    int
	stop     func() bool
	stopped  bool
}

// New returns a Solver.
func New(b Board, t *Table) *Solver {
	return &Solver{Grid: NewGrid(b), table: t, children: make([]child, b.Cells()*b.Columns)}
}

// Nodes returns how many positions the Solver has searched since New. It counts neither forced
// moves nor children that need no search because of a bound.
func (s *Solver) Nodes() int { return s.nodes }

// Solve returns the score of p if it is between lo and hi. A result of at most lo is an upper
// bound of the score. A result of at least hi is a lower bound. Solve calls stop, which may be
// nil, about every thousand nodes, and returns false when stop returns true.
func (s *Solver) Solve(p Position, lo, hi int, stop func() bool) (score int, ok bool) {
	st, score, done, flipped := s.prepare(p)
	if done {
		s.low, s.high = score, score
		return score, true
	}
	if flipped {
		lo, hi = -hi, -lo
	}
	low, high := s.generalBounds(&st)
	s.low, s.high = low, high
	defer func() {
		if flipped {
			s.low, s.high = -s.high, -s.low
		}
	}()
	w := newWindow(max(low, min(lo, high)), min(high, max(hi, low)))
	for w.low < w.high {
		alpha := w.nextAlpha()
		v, ok := s.searchNullWindow(&st, alpha, stop)
		if !ok {
			return 0, false
		}
		w.update(alpha, v)
		if v > alpha {
			s.low = max(s.low, v)
		} else {
			s.high = min(s.high, v)
		}
	}
	if flipped {
		return -w.low, true
	}
	return w.low, true
}

// Bounds returns the bounds of the score that the last Solve has proved, even if it was stopped.
// The score is at least low and at most high.
func (s *Solver) Bounds() (low, high int) { return s.low, s.high }

// searchNullWindow is search, and stops when stop returns true. Then ok is false.
func (s *Solver) searchNullWindow(st *state, alpha int, stop func() bool) (v int, ok bool) {
	s.stop, s.stopped = stop, false
	v = s.search(st, s.key(st.own, st.own|st.opp, st.n), alpha)
	return v, !s.stopped
}

// prepare converts p to a state and plays the forced moves. If they decide the game, score is
// the score of p and done is true. flipped is that of playForced.
func (s *Solver) prepare(p Position) (st state, score int, done, flipped bool) {
	st = state{own: p.Own, opp: p.Mask ^ p.Own, n: p.Discs()}
	st.ownWins = s.Wins(st.own) & s.allCells &^ p.Mask
	st.oppWins = s.Wins(st.opp) & s.allCells &^ p.Mask
	if st.ownWins&(p.Mask+s.bottom) != 0 {
		return st, s.winAt(st.n), true, false
	}
	score, done, flipped = s.playForced(&st)
	return st, score, done, flipped
}

// winAt returns the score of a win with the next disc, with n discs on the board.
func (g *Grid) winAt(n int) int { return (g.cellCount + 1 - n) / 2 }

const mirrorBelow = 12

// key returns the key of a position in the table: a Grid.Key, or the sum that it is made of. A search
// often meets both a position with few discs, fewer than mirrorBelow, and its mirror image.
func (s *Solver) key(own, mask uint64, n int) uint64 {
	if n < mirrorBelow {
		return s.Key(Position{own, mask})
	}
	return own + mask
}
