package book

import "github.com/quatre/quatre/internal/minimax/solver"

// positions returns the quiet positions of a board up to symmetry, by number of discs
// from 0 to plies. Positions with the same number are in the order of a depth-first walk that
// plays the centre first. Then neighbours in the list share most of the positions after them,
// and the transposition table has these already.
func (g *grid) positions(plies int) [][]solver.Position {
	out := make([][]solver.Position, plies+1)
	seen := map[uint64]bool{}
	var walk func(solver.Position)
	walk = func(p solver.Position) {
		key := g.key(p)
		if seen[key] {
			return
		}
		seen[key] = true
		n := p.Discs()
		free := g.moves(p)
		if free == 0 {
			return
		}
		if g.quiet(p) {
			out[n] = append(out[n], g.position(key))
		}
		if n == plies {
			return
		}
		wins := g.winningCells(p.Own, free)
		for _, column := range g.centreFirst {
			if cell := free & column &^ wins; cell != 0 {
				walk(play(p, cell))
			}
		}
	}
	walk(solver.Position{})
	return out
}
