package solver

import "math/bits"

// follows reports whether the score of side a, which has the discs a and whose
// opponent has b, is proved to be at least need by a strategy of following:
// wherever b plays, a plays on top of it. It returns what is proved, which may be
// more.
//
// The cells that are left and can be played without giving a win away are the
// region. Suppose that b is to move and their number is even. In a column with an
// even number of them b gets the 1st, the 3rd and so on from below, a the others;
// in a column with an odd number b may get any, for after its last cell a has to
// play at the bottom of another such column, which there always is and which is even
// from then on. If a is to move and the number is odd, it first plays at the bottom
// of an odd column of its choice. Whatever b does, its discs stand on b's discs
// of now and these cells of the region. If they hold no alignment, b cannot win:
// a's score is at least 0, and at least 1 if the cells that a is sure to get
// complete one of its own.
//
// A threat of a's that cannot be played yet makes it stronger. Let t be a cell that
// completes an alignment for a, and u the free cell under it. The region then ends
// below u: if b ever plays u, a plays t and wins; a never does; and when the region
// is full, b has to. So a wins with its last disc but as many as fit in the cells
// from u to the top, given that b has no alignment in what it can get, u included.
//
// Following is Claimeven of Victor Allis, "A Knowledge-based Approach of
// Connect-Four" (1988), chapter 3; that the player with the right threat wins by
// zugzwang is explained there too. Both are proofs here, not estimates, and give bounds of
// the exact score.
func (g *geometry) follows(a, b, wins uint64, aMoves bool, need int) (bound int, proved bool) {
	mask := a | b
	free := g.cell &^ mask
	left := bits.OnesCount64(free)
	odd := g.oddColumns(mask)
	parity := 0 // of the region's size
	if aMoves {
		parity = 1
	}
	if need <= 1 && left&1 == parity {
		if sure, safe := g.safe(b, region{free, g.first, odd}, aMoves); safe {
			if g.aligned(a | sure) {
				return 1, true
			}
			if need <= 0 {
				return 0, true
			}
		}
	}
	for rest := wins &^ (mask + g.bottom); rest != 0; rest &= rest - 1 {
		under := rest & -rest >> 1
		column := g.columnOf[bits.TrailingZeros64(under)]
		frozen := column &^ (under - 1)
		size := bits.OnesCount64(frozen)
		if size/2 < need || (left-size)&1 != parity {
			continue
		}
		r := region{free &^ frozen, g.first, odd}
		if size&1 == 1 {
			r.first ^= column
			r.odd ^= column & g.bottom
		}
		if _, safe := g.safe(b|under, r, aMoves); safe {
			return size / 2, true
		}
	}
	return 0, false
}

// region is the cells that two sides share by following.
type region struct {
	free  uint64 // all of them
	first uint64 // in columns with an even number of them, the 1st, 3rd, … from below
	odd   uint64 // the bottom cells of the board's columns that have an odd number of them
}

// safe reports whether b, which is followed, gets no alignment with its discs and
// the cells of the region that it can get. It returns those that are sure to be
// its opponent's.
func (g *geometry) safe(b uint64, r region, aMoves bool) (sure uint64, safe bool) {
	if !aMoves {
		open := r.free & (r.first | g.columnsOf(r.odd))
		return r.free &^ open, !g.aligned(b | open)
	}
	for rest := r.odd; rest != 0; rest &= rest - 1 {
		start := rest & -rest
		open := r.free & (r.first | g.columnsOf(r.odd&^start))
		if !g.aligned(b | open) {
			return r.free &^ open, true
		}
	}
	return 0, false
}

// oddColumns returns the bottom cells of the columns with an odd number of free
// cells: those whose lowest free cell is an odd number of places below the top.
func (g *geometry) oddColumns(mask uint64) uint64 {
	lowest := (mask + g.bottom) & g.cell &^ g.first
	// All cells of a column and any one of them add up to more than a column
	// holds, so the bit on top of it is set.
	return (lowest + g.cell) >> uint(g.Rows&63) & g.bottom
}

// columnsOf returns all cells of the columns whose bottom cells are given.
func (g *geometry) columnsOf(bottoms uint64) uint64 {
	return bottoms<<(g.Rows&63) - bottoms
}
