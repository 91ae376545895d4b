package solver

import "math/bits"

// claimevenBound reports whether a strategy of following proves that the score of side a is at
// least need. If so, it is at least bound, which may be more than need. The parameters a and b
// are the discs of the two sides, which have the same names below. Following means that a
// always plays on top of b's last disc. wins has the cells that would complete an alignment
// of a.
//
// The region is the set of free cells that can be played without giving a win away.
// Suppose that b is to move and the region has an even number of cells. In a column with
// an even number of region cells, b gets the 1st, the 3rd and so on from below, and a
// gets the others. In a column with an odd number b may get any of them: after b has
// played its last cell, a must play at the bottom of another odd column. There always is
// such a column, and the number of its region cells is even from then on. If a is to move
// and the region is odd, a first plays at the bottom of an odd column of its choice. So b
// never gets more than its present discs, the 1st, 3rd and so on of the region cells in even
// columns, and all region cells in odd columns. If these contain no alignment, b cannot win,
// and the score of a is at least 0. It is at least 1 if the cells that a certainly gets
// complete an alignment of a.
//
// A threat of a that cannot be played yet makes the bound stronger. Let t be a cell that
// completes an alignment of a, and u the free cell below it. The region then ends below
// u. If b plays u, a plays t and wins. a never plays u. When the region is full, b must
// play u. So if b has no alignment in what it can get, including u, then a wins,
// and its score is half the number of cells from u to the top.
//
// This is the rule Claimeven in Victor Allis, "A Knowledge-based Approach of
// Connect-Four" (1988), chapter 3, which also explains how zugzwang decides for the
// player with the right threat. Here the rule and the threats give proved bounds of the exact
// score, not estimates.
func (g *Grid) claimevenBound(a, b, wins uint64, aMoves bool, need int) (bound int, proved bool) {
	mask := a | b
	free := g.allCells &^ mask
	freeCount := bits.OnesCount64(free)
	odd := g.oddColumns(mask)
	parity := 0 // the size of the region modulo 2 must be parity
	if aMoves {
		parity = 1
	}
	if need <= 1 && freeCount&1 == parity {
		if sure, safe := g.claimevenHolds(b, region{free, g.oddCells, odd}, aMoves); safe {
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
		if size/2 < need || (freeCount-size)&1 != parity {
			continue
		}
		r := region{free &^ frozen, g.oddCells, odd}
		if size&1 == 1 {
			r.oddCells ^= column
			r.oddColumns ^= column & g.bottom
		}
		if _, safe := g.claimevenHolds(b|under, r, aMoves); safe {
			return size / 2, true
		}
	}
	return 0, false
}

// region is the set of cells in which one side follows the other.
type region struct {
	free       uint64 // all cells of the region
	oddCells   uint64 // the 1st, 3rd, … region cell from below, in columns with an even number of them
	oddColumns uint64 // the bottom cells of the columns with an odd number of region cells
}

// claimevenHolds reports whether b gets no alignment with its discs and the region cells that
// it can get while side a follows. sure has the region cells that a certainly gets.
func (g *Grid) claimevenHolds(b uint64, r region, aMoves bool) (sure uint64, safe bool) {
	if !aMoves {
		open := r.free & (r.oddCells | g.columnsOf(r.oddColumns))
		return r.free &^ open, !g.aligned(b | open)
	}
	for rest := r.oddColumns; rest != 0; rest &= rest - 1 {
		start := rest & -rest
		open := r.free & (r.oddCells | g.columnsOf(r.oddColumns&^start))
		if !g.aligned(b | open) {
			return r.free &^ open, true
		}
	}
	return 0, false
}

// oddColumns returns the bottom cells of the columns with an odd number of free cells. The
// lowest free cell of such a column is at an odd distance below the bit above the column.
func (g *Grid) oddColumns(mask uint64) uint64 {
	lowest := (mask + g.bottom) & g.allCells &^ g.oddCells
	// The sum of all cells of a column and one of its cells exceeds the bits of the column,
	// so the addition sets the bit above the column.
	return (lowest + g.allCells) >> uint(g.Rows&63) & g.bottom
}

// columnsOf returns all cells of the columns with these bottom cells.
func (g *Grid) columnsOf(bottoms uint64) uint64 {
	return bottoms<<(g.Rows&63) - bottoms
}
