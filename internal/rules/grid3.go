package rules

import "math/bits"

// The games on three by three cells share this file. A set of cells is a uint16 with one
// bit for each cell, row by row. Each game decides whether it counts rows from the bottom
// or from the top; the functions here work for both.
const (
	side3  = 3
	cells3 = side3 * side3
	all3   = 1<<cells3 - 1
)

// Lines3 has the rows, the columns and the diagonals, as sets of cells. Nobody may change it.
var Lines3 = [...]uint16{
	0b000_000_111, 0b000_111_000, 0b111_000_000,
	0b001_001_001, 0b010_010_010, 0b100_100_100,
	0b100_010_001, 0b001_010_100,
}

// filledLines returns the cells of all lines whose three cells are in set.
func filledLines(set uint16) (cells uint16) {
	for _, line := range Lines3 {
		if set&line == line {
			cells |= line
		}
	}
	return cells
}

// listCells returns the cells of a set in increasing order.
func listCells(set uint16) []int {
	cells := make([]int, 0, bits.OnesCount16(set))
	for ; set != 0; set &= set - 1 {
		cells = append(cells, bits.TrailingZeros16(set))
	}
	return cells
}
