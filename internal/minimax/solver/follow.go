package solver

import "math/bits"

// followHigh: the side to move has discs a, an even number of cells is left.
// The other side (b) answers every disc by one on top of it.
func (s *Solver) followHigh(a, b uint64) int {
	mask := a | b
	odd := s.oddColumns(mask)
	if odd&(odd-1) == 0 && odd != 0 { // cannot be
		return 100
	}
	free := s.cell &^ mask
	full := s.spreadColumns(odd)
	if s.aligned(a | free&(s.first|full)) {
		return 100
	}
	if s.aligned(b | free&^s.first&^full) {
		return -1
	}
	return 0
}

// followHigh2: side b is to move with odd cells left, and takes the lowest cell of an odd column; returns the bound on a's score.
func (s *Solver) followHigh2(a, b uint64) int {
	mask := a | b
	odd := s.oddColumns(mask)
	free := s.cell &^ mask
	best := 100
	for rest := odd; rest != 0; rest &= rest - 1 {
		one := rest & -rest
		full := s.spreadColumns(odd &^ one)
		if s.aligned(a | free&(s.first|full)) {
			continue
		}
		best = 0
		if s.aligned(b | free&^s.first&^full) {
			return -1
		}
	}
	return best
}

// oddColumns: bottom bits of the columns with an odd number of free cells.
func (s *Solver) oddColumns(mask uint64) uint64 {
	possible := mask + s.bottom       // one bit per column, the top clear bit if it is full
	o := possible &^ s.first & s.cell // rows-r odd: odd free
	// to bottom bits
	var out uint64
	for o != 0 {
		i := uint(63 - leading(o))
		out |= 1 << (i / s.stride * s.stride)
		o &^= 1 << i
	}
	return out
}

func (s *Solver) spreadColumns(bottoms uint64) uint64 {
	return bottoms<<(s.stride-1) - bottoms
}

func leading(x uint64) int { return bits.LeadingZeros64(x) }

const none = -100

// control returns a lower bound of the score of side a, which follows its opponent b.
func (s *Solver) control(a, b, aWins uint64, aMoves bool) int {
	mask := a | b
	free := s.cell &^ mask
	left := bits.OnesCount64(free)
	odd := s.oddColumns(mask)
	best := none
	starts := 0 // parity of the region that a needs
	if aMoves {
		starts = 1
	}
	if left&1 == starts {
		if aMoves {
			for rest := odd; rest != 0; rest &= rest - 1 {
				full := s.spreadColumns(odd &^ (rest & -rest))
				if !s.aligned(b | free&(s.first|full)) {
					best = 0
					if s.aligned(a | free&^s.first&^full) {
						best = 1
						break
					}
				}
			}
		} else {
			full := s.spreadColumns(odd)
			if !s.aligned(b | free&(s.first|full)) {
				best = 0
				if s.aligned(a | free&^s.first&^full) {
					best = 1
				}
			}
		}
	}
	if s.sw.X[7] == 1 {
		return best
	}
	possible := (mask + s.bottom) & s.cell
	for rest := aWins &^ possible & free; rest != 0; rest &= rest - 1 {
		t := rest & -rest
		u := t >> 1
		col := s.column[uint(bits.TrailingZeros64(t))/s.stride]
		frozen := col &^ (u - 1)
		size := bits.OnesCount64(frozen)
		if (left-size)&1 != starts || size/2 <= best {
			continue
		}
		region := free &^ frozen
		bot := col & s.bottom
		odd2 := odd &^ bot
		if bits.OnesCount64(region&col)&1 == 1 {
			odd2 |= bot
		}
		first := s.first
		if size&1 == 1 {
			first ^= col
		}
		if aMoves {
			for o := odd2; o != 0; o &= o - 1 {
				full := s.spreadColumns(odd2 &^ (o & -o))
				if !s.aligned(b | region&(first|full) | u) {
					best = size / 2
					break
				}
			}
		} else {
			full := s.spreadColumns(odd2)
			if !s.aligned(b | region&(first|full) | u) {
				best = size / 2
			}
		}
	}
	return best
}
