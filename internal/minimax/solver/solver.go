package solver

// Solver values positions of one board. It belongs to one goroutine at a time;
// any number of them may share a Table.
type Solver struct {
	*geometry
	table *Table
	use   Techniques

	busy *claims // what others of a Team are searching; nil without a Team

	kids   []child // room for the moves of one node with each number of discs
	nodes  int
	stop   func() bool
	halted bool
}

// New returns a Solver that uses every technique.
func New(b Board, t *Table) *Solver { return NewWith(b, t, AllTechniques()) }

// NewWith returns a Solver that uses some techniques only, to measure what
// each is worth. The values are the same.
func NewWith(b Board, t *Table, use Techniques) *Solver {
	return &Solver{geometry: newGeometry(b), table: t, use: use, kids: make([]child, b.Cells()*b.Columns)}
}

// Nodes returns how many positions the Solver has searched since New: those with
// a choice between moves that do not lose at once, in which the table and the bounds did
// not answer before.
func (s *Solver) Nodes() int { return s.nodes }

// Score returns the exact score of p.
func (s *Solver) Score(p Position) int {
	score, _ := s.Solve(p, -s.cells, s.cells, nil)
	return score
}

// Solve returns the score of p if it lies between lo and hi. Otherwise it returns
// lo or less, which is an upper bound then, or hi or more, a lower bound. If stop,
// which may be nil, says so it gives up and returns false; it is asked every
// some hundred nodes.
func (s *Solver) Solve(p Position, lo, hi int, stop func() bool) (score int, ok bool) {
	return s.solve(p, lo, hi, func(st *state, alpha int) (int, bool) {
		return s.ask(st, alpha, stop)
	})
}

// solve finds a score by questions to ask, each about a null window.
func (s *Solver) solve(p Position, lo, hi int, ask func(*state, int) (int, bool)) (score int, ok bool) {
	st, score, done, flipped := s.root(p)
	if done {
		return score, true
	}
	if flipped {
		lo, hi = -hi, -lo
	}
	low, high := s.bounds(&st)
	w := newWindow(max(low, min(lo, high)), min(high, max(hi, low)))
	for w.low < w.high {
		alpha := w.next(s.use)
		v, ok := ask(&st, alpha)
		if !ok {
			return 0, false
		}
		w.learn(alpha, v)
	}
	if flipped {
		return -w.low, true
	}
	return w.low, true
}

// ask answers whether the score of st is more than alpha, as search does, unless
// stop says that it has to give up.
func (s *Solver) ask(st *state, alpha int, stop func() bool) (v int, ok bool) {
	s.stop, s.halted = stop, false
	v = s.search(st, s.key(st.own, st.own|st.opp, st.n), alpha)
	return v, !s.halted
}

// root makes p a state and plays what is forced there. If that decides the game it
// returns the score of p and true.
func (s *Solver) root(p Position) (st state, score int, done, flipped bool) {
	st = state{own: p.Own, opp: p.Mask ^ p.Own, n: p.Discs()}
	st.ownWins = s.wins(st.own) & s.cell &^ p.Mask
	st.oppWins = s.wins(st.opp) & s.cell &^ p.Mask
	if st.ownWins&(p.Mask+s.bottom) != 0 {
		return st, s.winAt(st.n), true, false
	}
	score, done, flipped = s.settle(&st)
	return st, score, done, flipped
}

// winAt returns the score of winning by the next disc with n on the board.
func (g *geometry) winAt(n int) int { return (g.cells + 1 - n) / 2 }

// Moves returns the score of playing each column, from the left, for the side to
// move in p; legal tells which can be played.
func (s *Solver) Moves(p Position, stop func() bool) (scores []int, legal []bool, ok bool) {
	scores, legal = make([]int, s.Columns), make([]bool, s.Columns)
	wins := s.wins(p.Own)
	for c := range s.Columns {
		move := (p.Mask + s.bottom) & s.columnOf[uint(c)*s.stride]
		if move == 0 {
			continue
		}
		legal[c] = true
		switch {
		case move&wins != 0:
			scores[c] = s.winAt(p.Discs())
		case p.Mask|move == s.cell:
			scores[c] = 0
		default:
			v, ok := s.Solve(Position{Own: p.Mask ^ p.Own, Mask: p.Mask | move}, -s.cells, s.cells, stop)
			if !ok {
				return nil, nil, false
			}
			scores[c] = -v
		}
	}
	return scores, legal, true
}

// key returns the number under which the table keeps a position: in each column
// the discs of the side to move, added to the discs of both. That is
// one to one: the highest disc of a column's sum shows its height.
//
// Positions with few discs often meet their own mirror image, so those have the
// lower of both numbers.
func (s *Solver) key(own, mask uint64, n int) uint64 {
	k := own + mask
	if n < s.use.MirrorBelow {
		k = min(k, s.mirror(own)+s.mirror(mask))
	}
	return k
}
