package solver

import "math/bits"

type Switches struct {
	NoETC, NoFollow, NoThreatOrder, NoMirror, NoBisect bool
	MirrorTo                                           int
	X                                                  [16]int
}

// Solver values positions of one board.
type Solver struct {
	*geometry
	table  *Table
	sw     Switches
	nodes  int
	st     [20]int
	hist   [2][64]int32
	stop   func() bool
	halted bool
}

func New(b Board, t *Table) *Solver { return NewWith(b, t, Switches{MirrorTo: 12, X: [16]int{0: 100, 2: 1, 5: 10, 9: 30, 15: 100}}) }

func NewWith(b Board, t *Table, sw Switches) *Solver {
	return &Solver{geometry: newGeometry(b), table: t, sw: sw}
}

func (s *Solver) Nodes() int { return s.nodes }

// state: a position where the side to move cannot win at once.
type state struct {
	own, opp         uint64
	ownWins, oppWins uint64
	moves            uint64
	n                int
}

// settle plays forced moves. done: value is exact for the side to move in st at entry;
// otherwise flipped says whether the side to move has changed.
func (s *Solver) settle(st *state) (value int, done, flipped bool) {
	own, opp, ownWins, oppWins, n := st.own, st.opp, st.ownWins, st.oppWins, st.n
	for {
		mask := own | opp
		possible := (mask + s.bottom) & s.cell
		move := possible & oppWins
		if move != 0 {
			if move&(move-1) != 0 || move<<1&oppWins != 0 {
				value = -((s.cells - n) / 2)
				break
			}
		} else {
			move = possible &^ (oppWins >> 1)
			if move&(move-1) != 0 {
				*st = state{own, opp, ownWins, oppWins, move, n}
				return 0, false, flipped
			}
			if move == 0 {
				if possible != 0 {
					value = -((s.cells - n) / 2)
				}
				break
			}
		}
		own |= move
		ownWins = s.wins(own) &^ (mask | move) & s.cell
		oppWins &^= move
		own, opp, ownWins, oppWins = opp, own, oppWins, ownWins
		n++
		flipped = !flipped
	}
	if flipped {
		value = -value
	}
	return value, true, flipped
}

func (s *Solver) key(own, mask uint64, n int) uint64 {
	k := own + mask
	if n < s.sw.MirrorTo {
		m := s.mirror(own) + s.mirror(mask)
		k = min(k, m)
	}
	return k
}

type child struct {
	state
	move      uint64
	order     int32
	flipped   bool
	low, high int // from the parent's side
}

func (s *Solver) search(st *state, alpha, beta int) int {
	s.nodes++
	if s.nodes&1023 == 0 && s.stop != nil && s.stop() {
		s.halted = true
	}
	if s.halted {
		return 0
	}
	before := s.nodes
	n := st.n
	mask := st.own | st.opp
	left := s.cells - n
	// no win with discs n+1; loses at the earliest with n+4
	high := (left - 1) / 2
	low := -((left - 2) / 2)
	key := s.key(st.own, mask, n)
	if l, h, ok := s.table.get(key); ok {
		low, high = max(low, l), min(high, h)
	}
	if low >= beta {
		s.st[0]++
		return low
	}
	if high <= alpha {
		s.st[1]++
		return high
	}
	alpha0 := max(alpha, low)
	beta = min(beta, high)
	alpha = alpha0

	var kids [16]child
	count := 0
	best := -100
	top := -100 // highest possible
	for c := range s.Columns {
		m := st.moves & s.column[s.order[c]]
		if m == 0 {
			continue
		}
		k := &kids[count]
		own := st.own | m
		wins := s.wins(own) &^ (mask | m) & s.cell
		k.own, k.opp, k.ownWins, k.oppWins, k.n = st.opp, own, st.oppWins&^m, wins, n+1
		v, done, flipped := s.settle(&k.state)
		if done {
			v = -v
			if v >= beta {
				s.st[2]++
				s.put(key, v, high, before)
				return v
			}
			best = max(best, v)
			continue
		}
		k.flipped = !flipped
		kl, kh := -((s.cells - k.n - 2) / 2), (s.cells-k.n-1)/2
		if !s.sw.NoETC {
			if l, h, ok := s.table.get(s.key(k.own, k.own|k.opp, k.n)); ok {
				kl, kh = max(kl, l), min(kh, h)
			}
		}
		if !s.sw.NoFollow && kl < kh {
			if c := s.control(k.own, k.opp, k.ownWins, true); c > kl {
				kl = c
			}
			if c := s.control(k.opp, k.own, k.oppWins, false); -c < kh {
				kh = -c
			}
		}
		if k.flipped {
			kl, kh = -kh, -kl
		}
		if kl >= beta {
			s.st[3]++
			s.put(key, kl, high, before)
			return kl
		}
		if kh <= alpha {
			best = max(best, kh)
			continue
		}
		best = max(best, kl)
		k.low, k.high = kl, kh
		k.move = m
		top = max(top, kh)
		k.order = s.rate(st, k, m, wins, c)
		// insertion
		x := *k
		j := count
		for ; j > 0 && kids[j-1].order < x.order; j-- {
			kids[j] = kids[j-1]
		}
		kids[j] = x
		count++
	}
	if s.sw.X[11] == 0 && high > (left-3)/2 {
		high = max((left-3)/2, best)
		if high <= alpha {
			s.st[4]++
			s.put(key, low, high, before)
			return high
		}
		beta = min(beta, high)
	}
	alpha = max(alpha, best)
	for i := range count {
		k := &kids[i]
		var v int
		if k.flipped {
			v = -s.search(&k.state, -beta, -alpha)
		} else {
			v = s.search(&k.state, alpha, beta)
		}
		if s.halted {
			return 0
		}
		if v >= beta {
			s.st[min(6+i,12)]++
			if s.sw.X[8] != 0 && i > 0 {
				s.learn(kids[:count], i, n)
			}
			s.put(key, v, high, before)
			return v
		}
		best = max(best, v)
		alpha = max(alpha, v)
	}
	s.st[5]++
	if count == 0 {
		s.st[15]++
	}
	if best > alpha0 {
		s.put(key, best, best, before)
	} else {
		s.put(key, low, best, before)
	}
	return best
}

func (s *Solver) put(key uint64, low, high, before int) {
	s.table.put(key, low, high, s.nodes-before+1)
}

func (s *Solver) rate(st *state, k *child, m, wins uint64, c int) int32 {
	if s.sw.NoThreatOrder {
		return 0
	}
	x := &s.sw.X
	mine := s.first
	side := 0
	if (s.cells-st.n)&1 == 1 {
		mine = ^mine
		side = 1
	}
	v := int32(bits.OnesCount64(wins)*x[0] + bits.OnesCount64(wins&mine)*x[1] - c*x[2])
	// settled child: threats of both after the chain, from our side
	our, their := k.oppWins, k.ownWins
	if k.flipped == false {
		our, their = k.ownWins, k.oppWins
	}
	v += int32((bits.OnesCount64(our)-bits.OnesCount64(their))*x[3] + (bits.OnesCount64(our&mine)-bits.OnesCount64(their&^mine))*x[4])
	v -= int32(bits.OnesCount64(k.moves) * x[5])
	v += int32((k.n - st.n - 1) * x[6])
	v += int32((k.low + k.high) * x[7])
	if x[8] != 0 {
		v += s.hist[side][bits.TrailingZeros64(m)] * int32(x[8]) >> 12
	}
	if x[12] != 0 || x[13] != 0 {
		for r := range s.Rows {
			c := bits.OnesCount64(wins & (s.bottom << uint(r)))
			v += int32(c * ((s.Rows-1-r)*x[12]))
			if side == r&1 {
				v += int32(c*(s.Rows-1-r)*x[13])
			}
		}
	}
	if x[14] != 0 {
		// opponent's threats taken away or made playable
		v += int32(bits.OnesCount64(st.oppWins&m) * x[14])
	}
	if x[15] != 0 && st.ownWins&(m<<1) != 0 {
		v -= int32(x[15])
	}
	if x[9] != 0 && st.oppWins&m<<1 == 0 && m<<1&wins != 0 {
		v -= int32(x[9])
	}
	return v
}

func (s *Solver) learn(kids []child, i, n int) {
	side := (s.cells - n) & 1
	h := &s.hist[side]
	for j := range i {
		a := &h[bits.TrailingZeros64(kids[j].move)]
		*a -= int32(1<<8) + *a>>8
	}
	a := &h[bits.TrailingZeros64(kids[i].move)]
	*a += int32(i<<8) - *a>>8
}

// Solve returns the score if it lies between lo and hi, otherwise a bound.
func (s *Solver) Score(p Position) int {
	v, _ := s.Solve(p, -s.cells, s.cells, nil)
	return v
}

func (s *Solver) Solve(p Position, lo, hi int, stop func() bool) (int, bool) {
	s.stop, s.halted = stop, false
	n := p.Discs()
	possible := (p.Mask + s.bottom) & s.cell
	st := state{own: p.Own, opp: p.Mask ^ p.Own, n: n}
	st.ownWins = s.wins(st.own) &^ p.Mask & s.cell
	st.oppWins = s.wins(st.opp) &^ p.Mask & s.cell
	if st.ownWins&possible != 0 {
		return (s.cells + 1 - n) / 2, true
	}
	v, done, flipped := s.settle(&st)
	if done {
		return v, true
	}
	if flipped {
		lo, hi = -hi, -lo
	}
	left := s.cells - st.n
	low, high := max(lo, -((left-2)/2)), min(hi, (left-1)/2)
	first := true
	for low < high {
		mid := low + (high-low)/2
		if s.sw.X[10] == 1 {
			mid = min(max(0, low), high-1)
		} else if s.sw.X[10] == 2 {
			if low < 0 && high > 0 {
				mid = 0
				if first { mid = -1 }
				first = false
			} else if low >= 0 {
				mid = (low + high)/2
				mid = min(mid, low+3)
			} else {
				mid = max((low+high-1)/2, high-4)
			}
		} else if mid <= 0 && low/2 < mid {
			mid = low / 2
		} else if mid >= 0 && high/2 > mid {
			mid = high / 2
		}
		r := s.search(&st, mid, mid+1)
		if s.halted {
			return 0, false
		}
		if r <= mid {
			high = r
		} else {
			low = r
		}
	}
	if flipped {
		low = -low
	}
	return low, true
}

// Moves returns the score of each column, from the left, for the side to move in
// p, and whether it can be played.
func (s *Solver) Moves(p Position, stop func() bool) (scores []int, legal []bool, ok bool) {
	scores, legal = make([]int, s.Columns), make([]bool, s.Columns)
	wins := s.wins(p.Own)
	for c := range s.Columns {
		m := (p.Mask + s.bottom) & s.column[c]
		switch {
		case m == 0:
			continue
		case m&wins != 0:
			scores[c] = (s.cells + 1 - p.Discs()) / 2
		case p.Mask|m == s.cell:
			scores[c] = 0
		default:
			v, ok := s.Solve(Position{Own: p.Mask ^ p.Own, Mask: p.Mask | m}, -s.cells, s.cells, stop)
			if !ok {
				return nil, nil, false
			}
			scores[c] = -v
		}
		legal[c] = true
	}
	return scores, legal, true
}
