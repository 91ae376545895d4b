package solver

import (
	"math/bits"
	"slices"
)

// Board is a board size of Connect Four.
type Board struct{ Columns, Rows, Align int }

// Fits reports whether New accepts the board: columns of Rows+1 bits must fit into 64 bits, and
// Align must be 3 to 5.
func (b Board) Fits() bool {
	return b.Columns >= 1 && b.Rows >= 1 && b.Columns*(b.Rows+1) <= 64 && b.Align >= 3 && b.Align <= 5
}

// Cells returns the number of cells.
func (b Board) Cells() int { return b.Columns * b.Rows }

// Position is a position that is not over. It has one bit for each cell: column by column from
// the left, each column from the bottom and with one bit above it that is always 0, as in the
// first word of rules.Bitboard.
type Position struct {
	Own  uint64 // discs of the side to move
	Mask uint64 // all discs
}

// Discs returns the number of discs on the board.
func (p Position) Discs() int { return bits.OnesCount64(p.Mask) }

// After returns the position after a disc on a cell, from the view of the other side.
func (p Position) After(cell uint64) Position {
	return Position{Own: p.Mask ^ p.Own, Mask: p.Mask | cell}
}

// Grid has the masks and distances of a board.
type Grid struct {
	Board
	cellCount int
	stride    uint       // bits from one column to the next
	lines     [3]uint    // bits between neighbours in a row and on the two diagonals
	bottom    uint64     // the lowest cell of each column
	allCells  uint64     // all cells
	columns   [64]uint64 // the cells of each column, ordered by distance from the centre

	columnOf [64]uint64 // the cells of the column that a bit is in

	// oddCells are the cells at an even distance below the bit above their column. In a
	// column with an even number of free cells they are the 1st, 3rd, … free cell from
	// below; see zugzwang.go.
	oddCells uint64
}

// NewGrid returns the grid of a board.
func NewGrid(b Board) *Grid {
	g := &Grid{Board: b, cellCount: b.Cells(), stride: uint(b.Rows + 1)}
	g.lines = [3]uint{g.stride - 1, g.stride, g.stride + 1}
	for c := range b.Columns {
		low := uint64(1) << (uint(c) * g.stride)
		column := low<<uint(b.Rows) - low
		g.bottom |= low
		g.allCells |= column
		g.columns[c] = column
		for r := range g.stride {
			g.columnOf[uint(c)*g.stride+r] = column
			if r < uint(b.Rows) && (b.Rows-int(r))%2 == 0 {
				g.oddCells |= low << r
			}
		}
	}
	slices.SortStableFunc(g.columns[:b.Columns], func(x, y uint64) int {
		off := func(column uint64) int {
			c := bits.TrailingZeros64(column) / int(g.stride)
			return max(2*c+1-b.Columns, b.Columns-1-2*c)
		}
		return off(x) - off(y)
	})
	return g
}

// Landing returns the cells where a disc can land.
func (g *Grid) Landing(mask uint64) uint64 { return (mask + g.bottom) & g.allCells }

// Empty returns the cells without a disc.
func (g *Grid) Empty(mask uint64) uint64 { return g.allCells &^ mask }

// Mirror returns the mirror image of a set of cells.
func (g *Grid) Mirror(set uint64) uint64 {
	column := uint64(1)<<g.stride - 1
	var out uint64
	for range g.Columns {
		out = out<<g.stride | set&column
		set >>= g.stride
	}
	return out
}

// Key returns a number that only a position and its mirror image share. The sum Own + Mask is
// unique: a column of h discs adds 2^h - 1 for Mask and less than 2^h for Own, so the sum
// determines both. Mirror also mirrors sums, because a column of a sum fits into the bits of that
// column.
func (g *Grid) Key(p Position) uint64 {
	sum := p.Own + p.Mask
	return min(sum, g.Mirror(sum))
}

// Wins returns the cells that would complete an alignment of the discs. The result may have
// occupied cells and bits outside the board.
func (g *Grid) Wins(discs uint64) uint64 {
	switch g.Align {
	case 4:
		return g.wins4(discs)
	case 3:
		return g.wins3(discs)
	default:
		return g.wins5(discs)
	}
}

func (g *Grid) wins4(b uint64) uint64 {
	w := b << 1 & (b << 2) & (b << 3)
	for _, d := range g.lines {
		// Two discs next to the cell on one side, and a third disc: the next one on that
		// side, or next to the cell on the other side.
		pair := b << (d & 63) & (b << (2 * d & 63))
		w |= pair & (b<<(3*d&63) | b>>(d&63))
		pair = b >> (d & 63) & (b >> (2 * d & 63))
		w |= pair & (b>>(3*d&63) | b<<(d&63))
	}
	return w
}

func (g *Grid) wins3(b uint64) uint64 {
	w := b << 1 & (b << 2)
	for _, d := range g.lines {
		left, right := b<<(d&63), b>>(d&63)
		w |= left&(b<<(2*d&63)|right) | right&(b>>(2*d&63))
	}
	return w
}

func (g *Grid) wins5(b uint64) uint64 {
	w := b << 1 & (b << 2) & (b << 3) & (b << 4)
	for _, d := range g.lines {
		l1, l2, r1, r2 := b<<(d&63), b<<(2*d&63), b>>(d&63), b>>(2*d&63)
		w |= l1 & l2 & (b<<(3*d&63)&(b<<(4*d&63)|r1) | r1&r2)
		w |= r1 & r2 & (b >> (3 * d & 63)) & (b>>(4*d&63) | l1)
	}
	return w
}

// aligned reports whether the set contains an alignment.
func (g *Grid) aligned(set uint64) bool {
	found := uint64(0)
	for _, d := range [4]uint{1, g.lines[0], g.lines[1], g.lines[2]} {
		pairs := set & (set >> (d & 63))
		switch g.Align {
		case 4:
			found |= pairs & (pairs >> (2 * d & 63))
		case 3:
			found |= pairs & (set >> (2 * d & 63))
		default:
			found |= pairs & (pairs >> (2 * d & 63)) & (set >> (4 * d & 63))
		}
	}
	return found != 0
}
