package reasons

import (
	"math/bits"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// sides are the discs of both sides, as bits of a solver.Position.
type sides struct{ winner, loser uint64 }

func (p sides) mask() uint64 { return p.winner | p.loser }

// board is a board size with the arithmetic that reasons need. Sets of cells are bits of a
// solver.Position.
type board struct{ *solver.Grid }

// threats returns the free cells that would complete a line of discs.
func (b board) threats(discs uint64, p sides) uint64 { return b.Wins(discs) & b.Empty(p.mask()) }

// cell returns the cell of a set with one element.
func (b board) cell(set uint64) Cell {
	i := bits.TrailingZeros64(set)
	return Cell(i%(b.Rows+1)*b.Columns + i/(b.Rows+1))
}

// cells returns the cells of a set, column by column from the left.
func (b board) cells(set uint64) (out []Cell) {
	for one := range each(set) {
		out = append(out, b.cell(one))
	}
	return out
}

// list returns cells in the order of their sets.
func (b board) list(sets []uint64) (cells []Cell) {
	for _, s := range sets {
		cells = append(cells, b.cell(s))
	}
	return cells
}

// bit returns the set of a cell, or an empty set if the board does not have the cell.
func (b board) bit(c Cell) uint64 {
	if c < 0 || int(c) >= b.Columns*b.Rows {
		return 0
	}
	return 1 << (int(c)%b.Columns*(b.Rows+1) + int(c)/b.Columns)
}

// oddColumns returns the cells of the columns with an odd number of free cells.
func (b board) oddColumns(mask uint64) (odd uint64) {
	for c := range b.Columns {
		bottom := uint64(1) << (c * (b.Rows + 1))
		column := bottom<<b.Rows - bottom
		if bits.OnesCount64(column&^mask)%2 == 1 {
			odd |= column
		}
	}
	return odd
}

// each yields the elements of a set, as sets with one element.
func each(set uint64) func(yield func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(set & -set) {
				return
			}
		}
	}
}

// several reports whether a set has more than one element.
func several(set uint64) bool { return set&(set-1) != 0 }
