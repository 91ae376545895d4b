package book

import (
	"math/bits"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// grid maps a board to bits: column by column from the left, each column from the bottom and
// with one bit above it that is always 0.
type grid struct {
	solver.Board
	stride      uint
	bottom      uint64   // the lowest cell of each column
	cells       uint64   // all cells
	centreFirst []uint64 // the cells of each column, ordered by distance from the centre
}

func newGrid(b solver.Board) *grid {
	g := &grid{Board: b, stride: uint(b.Rows + 1)}
	for c := range b.Columns {
		g.bottom |= 1 << (uint(c) * g.stride)
	}
	g.cells = g.bottom<<uint(b.Rows) - g.bottom
	for i := range b.Columns {
		// From the middle outwards, alternating left and right.
		c := b.Columns / 2
		if d := (i + 1) / 2; i%2 == 1 {
			c -= d
		} else {
			c += d
		}
		if b.Columns%2 == 0 && i == b.Columns-1 {
			c = 0
		}
		low := uint64(1) << (uint(c) * g.stride)
		g.centreFirst = append(g.centreFirst, low<<uint(b.Rows)-low)
	}
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

// position is the inverse of key.
func (g *grid) position(key uint64) solver.Position {
	var p solver.Position
	for c := range uint(g.Columns) {
		sum := key >> (c * g.stride) & (1<<g.stride - 1)
		mask := uint64(1)<<(bits.Len64(sum+1)-1) - 1
		p.Mask |= mask << (c * g.stride)
		p.Own |= (sum - mask) << (c * g.stride)
	}
	return p
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

// quiet reports whether neither side could complete an alignment with the next disc. Then the
// side to move cannot win at once and need not answer a threat.
func (g *grid) quiet(p solver.Position) bool {
	free := g.moves(p)
	return g.winningCells(p.Own, free)|g.winningCells(p.Mask^p.Own, free) == 0
}
