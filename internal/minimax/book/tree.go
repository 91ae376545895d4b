package book

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// negamax searches with a null window: high must be low + 1. The result is a lower bound
// of at least high, or an upper bound of at most low. negamax itself searches positions with
// fewer discs than g.Plies, so that the work file keeps each result. The solver searches the
// other positions.
func (g *Generator) negamax(s *solver.Solver, p solver.Position, low, high int) (int, error) {
	n := p.Discs()
	free := g.grid.moves(p)
	if free == 0 {
		return 0, nil
	}
	if g.grid.winningCells(p.Own, free) != 0 {
		return (g.Board.Cells() + 1 - n) / 2, nil
	}
	key, forced := g.grid.key(p), g.grid.winningCells(p.Mask^p.Own, free)
	if v, found := g.work.get(key); found {
		switch {
		case int(v.low) >= high:
			return int(v.low), nil
		case int(v.high) <= low:
			return int(v.high), nil
		}
	}
	var v int
	var err error
	switch {
	case forced != 0 && n < g.Plies:
		v, err = g.negamax(s, play(p, forced&-forced), -high, -low)
		return -v, err
	case n < g.Plies:
		v, err = g.bestMoveValue(s, p, free, low, high)
	default:
		var ok bool
		if v, ok = s.Solve(p, low, high, g.cancelled.Load); !ok {
			return 0, errCancelled
		}
	}
	if err != nil || forced != 0 {
		return v, err
	}
	// Every score lies between the score of a loss with the disc after the next one and that
	// of a win with the next disc.
	found := bounds{int8(-(g.Board.Cells() - n) / 2), int8((g.Board.Cells() + 1 - n) / 2)}
	if v >= high {
		found.low = int8(v)
	} else {
		found.high = int8(v)
	}
	return v, g.work.put(key, found)
}

// bestMoveValue is negamax over all moves. It begins with the moves whose known bounds are
// best, because these bounds often decide without a search.
func (g *Generator) bestMoveValue(s *solver.Solver, p solver.Position, free uint64, low, high int) (int, error) {
	type child struct {
		solver.Position
		rank int
	}
	var children []child
	for _, column := range g.grid.centreFirst {
		if cell := free & column; cell != 0 {
			k := child{play(p, cell), 0}
			if v, found := g.work.get(g.grid.key(k.Position)); found {
				k.rank = -int(v.low) - int(v.high)
			}
			children = append(children, k)
		}
	}
	slices.SortStableFunc(children, func(a, b child) int { return cmp.Compare(b.rank, a.rank) })
	best := -g.Board.Cells()
	for _, k := range children {
		v, err := g.negamax(s, k.Position, -high, -low)
		if err != nil {
			return 0, err
		}
		if best = max(best, -v); best >= high {
			break
		}
	}
	return best, nil
}

// findPrincipalScores finds the score of every position that can occur if one side plays
// only its best moves, whatever the other side plays.
func (g *Generator) findPrincipalScores(ctx context.Context) error {
	for side := range 2 {
		level := map[uint64]solver.Position{0: {}}
		for n := range g.Plies + 1 {
			next := map[uint64]solver.Position{}
			ps := g.inListOrder(n, level)
			name := fmt.Sprintf("perfect %s, %d discs", [2]string{"first", "second"}[side], n)
			err := g.forEach(ctx, name, ps, func(s *solver.Solver, p solver.Position) error {
				children, err := g.continuations(s, p, n%2 == side)
				g.work.mu.Lock()
				defer g.work.mu.Unlock()
				for _, k := range children {
					next[g.grid.key(k)] = k
				}
				return err
			})
			if err != nil {
				return err
			}
			level = next
		}
	}
	return nil
}

// inListOrder returns the positions of set in the order of g.positions. Positions that are not
// quiet come last.
func (g *Generator) inListOrder(n int, set map[uint64]solver.Position) []solver.Position {
	var out []solver.Position
	listed := map[uint64]bool{}
	for _, p := range g.positions[n] {
		key := g.grid.key(p)
		if _, found := set[key]; found {
			out, listed[key] = append(out, p), true
		}
	}
	rest := len(out)
	for key, p := range set {
		if !listed[key] {
			out = append(out, p)
		}
	}
	slices.SortFunc(out[rest:], func(a, b solver.Position) int { return cmp.Compare(g.grid.key(a), g.grid.key(b)) })
	return out
}

// continuations finds the exact score of a position and returns the positions after it.
// With bestOnly it returns only the positions after the best moves.
func (g *Generator) continuations(s *solver.Solver, p solver.Position, bestOnly bool) ([]solver.Position, error) {
	free, n := g.grid.moves(p), p.Discs()
	if g.grid.winningCells(p.Own, free) != 0 {
		return nil, nil // a win ends the game, and positions after a missed win need no score here
	}
	forced := g.grid.winningCells(p.Mask^p.Own, free)
	if n == g.Plies {
		if forced != 0 {
			return nil, nil
		}
		return nil, g.findScore(s, p)
	}
	var children []solver.Position
	if forced != 0 {
		return append(children, play(p, forced&-forced)), nil
	}
	score, err := g.exactScore(s, p)
	if err != nil {
		return nil, err
	}
	for ; free != 0; free &= free - 1 {
		k := play(p, free&-free)
		if bestOnly {
			v, err := g.negamax(s, k, -score, -score+1)
			if err != nil {
				return nil, err
			}
			if v > -score {
				continue
			}
		}
		children = append(children, k)
	}
	return children, nil
}
