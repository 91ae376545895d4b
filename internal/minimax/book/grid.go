package book

import "github.com/quatre/quatre/internal/minimax/solver"

// grid is the board of a book.
type grid struct{ *solver.Grid }

func newGrid(b solver.Board) *grid { return &grid{solver.NewGrid(b)} }

// key returns a number that only a position and its mirror image share. The sum Own + Mask is
// unique: a column of h discs adds 2^h - 1 for Mask and less than 2^h for Own, so the sum
// determines both. Mirror also mirrors keys, because a column of a key fits into the bits of that
// column.
func (g *grid) key(p solver.Position) uint64 {
	k := p.Own + p.Mask
	return min(k, g.Mirror(k))
}

// play returns the position after a disc on a cell, from the view of the other side.
func play(p solver.Position, cell uint64) solver.Position {
	return solver.Position{Own: p.Mask ^ p.Own, Mask: p.Mask | cell}
}

// winningCells returns the subset of cells that complete an alignment of discs.
func (g *grid) winningCells(discs, cells uint64) uint64 { return g.Wins(discs) & cells }
