package book

import "github.com/quatre/quatre/internal/minimax/solver"

// grid maps a board to bits: column by column from the left, each column from the bottom and
// with one bit above it that is always 0.
type grid struct {
	solver.Board
	stride uint
	bottom uint64 // the lowest cell of each column
	cells  uint64 // all cells
}

func newGrid(b solver.Board) *grid {
	g := &grid{Board: b, stride: uint(b.Rows + 1)}
	for c := range b.Columns {
		g.bottom |= 1 << (uint(c) * g.stride)
	}
	g.cells = g.bottom<<uint(b.Rows) - g.bottom
	return g
}

// key returns a number that only a position and its mirror image share. The sum Own + Mask is
// unique: a column of h discs adds 2^h - 1 for Mask and less than 2^h for Own, so the sum
// determines both.
func (g *grid) key(p solver.Position) uint64 {
	k := p.Own + p.Mask
	return min(k, g.mirror(k))
}

// mirror reverses the columns of a set. It also mirrors keys, because a column of a key
// fits into the bits of that column.
func (g *grid) mirror(set uint64) uint64 {
	column := uint64(1)<<g.stride - 1
	var out uint64
	for range g.Columns {
		out = out<<g.stride | set&column
		set >>= g.stride
	}
	return out
}

// moves returns the cells where a disc can land.
func (g *grid) moves(p solver.Position) uint64 { return (p.Mask + g.bottom) & g.cells }

// play returns the position after a disc on a cell, from the view of the other side.
func play(p solver.Position, cell uint64) solver.Position {
	return solver.Position{Own: p.Mask ^ p.Own, Mask: p.Mask | cell}
}

// winningCells returns the subset of cells that complete an alignment of discs.
func (g *grid) winningCells(discs, cells uint64) uint64 {
	var found uint64
	for ; cells != 0; cells &= cells - 1 {
		if cell := cells & -cells; g.aligned(discs | cell) {
			found |= cell
		}
	}
	return found
}

func (g *grid) aligned(discs uint64) bool {
	for _, step := range [4]uint{1, g.stride - 1, g.stride, g.stride + 1} {
		run := discs
		for i := range uint(g.Align - 1) {
			run &= discs >> (step * (i + 1))
		}
		if run != 0 {
			return true
		}
	}
	return false
}
