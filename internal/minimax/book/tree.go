package book

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// value is negamax with a null window, high = low + 1: it returns a lower bound that
// is at least high, or an upper bound that is at most low. Positions of fewer
// discs than the book's are valued by those after them, so that each result
// is kept in the work file; the solver values the rest.
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
	// The extremes are those of a win with the next disc and of a loss with the one after.
	found := bounds{int8(-(g.Board.Cells() - n) / 2), int8((g.Board.Cells() + 1 - n) / 2)}
	if v >= high {
		found.low = int8(v)
	} else {
		found.high = int8(v)
	}
	return v, g.work.put(key, found)
}

// best is the value over all moves. Those with the best known upper bound for the
// other side come first: they often decide without a search.
func (g *Generator) bestMoveValue(s *solver.Solver, p solver.Position, free uint64, low, high int) (int, error) {
	type child struct {
		solver.Position
		hope int
	}
	var kids []child
	for _, column := range g.grid.centre {
		if cell := free & column; cell != 0 {
			k := child{play(p, cell), 0}
			if v, found := g.work.get(g.grid.key(k.Position)); found {
				k.hope = -int(v.low) - int(v.high)
			}
			kids = append(kids, k)
		}
	}
	slices.SortStableFunc(kids, func(a, b child) int { return cmp.Compare(b.hope, a.hope) })
	best := -g.Board.Cells()
	for _, k := range kids {
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

// principal finds the score of every position that can occur while one side plays
// its best moves only, whatever the other does.
func (g *Generator) findPrincipalScores(ctx context.Context) error {
	for side := range 2 {
		level := map[uint64]solver.Position{0: {}}
		for n := range g.Plies + 1 {
			next := map[uint64]solver.Position{}
			ps := g.inListOrder(n, level)
			name := fmt.Sprintf("perfect %s, %d discs", [2]string{"first", "second"}[side], n)
			err := g.forEach(ctx, name, ps, func(s *solver.Solver, p solver.Position) error {
				kids, err := g.continuations(s, p, n%2 == side)
				g.work.mu.Lock()
				defer g.work.mu.Unlock()
				for _, k := range kids {
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

// inOrder returns the positions in the order of the list; those that are not quiet come last.
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

// continuations makes the position's score exact and returns the positions after it:
// after the best moves only, if strict.
func (g *Generator) continuations(s *solver.Solver, p solver.Position, strict bool) ([]solver.Position, error) {
	free, n := g.grid.moves(p), p.Discs()
	if g.grid.winningCells(p.Own, free) != 0 {
		return nil, nil // the game ends, or the other side is not worth following
	}
	forced := g.grid.winningCells(p.Mask^p.Own, free)
	if n == g.Plies {
		if forced != 0 {
			return nil, nil
		}
		return nil, g.findScore(s, p)
	}
	var kids []solver.Position
	if forced != 0 {
		return append(kids, play(p, forced&-forced)), nil
	}
	score, err := g.exactScore(s, p)
	if err != nil {
		return nil, err
	}
	for ; free != 0; free &= free - 1 {
		k := play(p, free&-free)
		if strict {
			v, err := g.negamax(s, k, -score, -score+1)
			if err != nil {
				return nil, err
			}
			if v > -score {
				continue
			}
		}
		kids = append(kids, k)
	}
	return kids, nil
}
