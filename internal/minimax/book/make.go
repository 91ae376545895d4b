package book

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Config says which book Make makes, and how.
type Config struct {
	Board      solver.Board
	Plies      int    // all positions with at most this number of discs get their exact scores
	Outcomes   int    // and those with more, up to this number, their outcomes; 0: none
	Threads    int    // at least 1
	TableBytes int    // of the table that the threads share
	Results    string // the names of the files of results start with it

	// Report is called at the start of a pass, "outcomes" or "scores", and after each position.
	Report func(pass string, done, all int)

	// Save receives the book after each pass.
	Save func(*Book) error
}

// Make makes a book in two passes: it solves the outcomes of all positions with Outcomes discs, and then the scores of those
// with Plies discs. The scores of positions with fewer discs follow. The embedded book of the board saves some of the work,
// and must not contradict what follows.
//
// Each pass keeps its results in a file, from which the next call goes on. If ctx ends, Make returns its cause. The book is the
// same bytes in any case.
func Make(ctx context.Context, cfg Config) error {
	if !cfg.Board.Fits() || cfg.Plies < 0 || cfg.Outcomes != 0 && cfg.Outcomes <= cfg.Plies ||
		max(cfg.Plies, cfg.Outcomes) >= cfg.Board.Cells() {
		return errors.New("a book needs a board that fits the exact solver, and fewer plies of scores than of outcomes than cells")
	}
	known := For(cfg.Board)
	if known == nil {
		known = &Book{Grid: solver.NewGrid(cfg.Board)}
	}
	m := &maker{cfg, known, solver.NewTable(cfg.Board, cfg.TableBytes)}
	if cfg.Outcomes > 0 {
		found, err := m.solve(ctx, "outcomes", cfg.Outcomes, m.outcome)
		if err != nil {
			return err
		}
		known.outcomePlies, known.outcomes = cfg.Outcomes, newOutcomes(found)
		if err := cfg.Save(known); err != nil {
			return err
		}
	}
	scores, err := m.solve(ctx, "scores", cfg.Plies, m.score)
	if err != nil {
		return err
	}
	if err := m.deriveScores(scores); err != nil {
		return err
	}
	b := *known
	b.plies, b.keys, b.bounds = cfg.Plies, slices.Sorted(maps.Keys(scores)), nil
	for range 2 { // both bounds are the score
		for _, key := range b.keys {
			b.bounds = append(b.bounds, byte(scores[key]))
		}
	}
	return cfg.Save(&b)
}

type maker struct {
	Config
	known *Book // the embedded book, with the new outcomes once they are known
	table *solver.Table
}

// finder finds a result of a position, unless stop returns true.
type finder func(s *solver.Solver, p solver.Position, stop func() bool) (result int, ok bool)

func (m *maker) outcome(s *solver.Solver, p solver.Position, stop func() bool) (int, bool) {
	v, ok := s.Solve(p, loss, win, stop)
	return min(max(v, loss), win), ok
}

// score finds the outcome first. Then it needs no search on the other side of 0.
func (m *maker) score(s *solver.Solver, p solver.Position, stop func() bool) (int, bool) {
	low, high, ok := m.known.Lookup(p)
	if !ok {
		if _, ok := s.Solve(p, loss, win, stop); !ok {
			return 0, false
		}
		low, high = s.Bounds()
	}
	return s.Solve(p, low, high, stop)
}

// solve finds the results of the quiet positions that follow from those with n discs, and returns them by key.
func (m *maker) solve(ctx context.Context, pass string, n int, find finder) (found map[uint64]int8, err error) {
	positions := settled(m.known.Grid, reached(m.known.Grid, n))
	b := m.Board
	r, err := openResults(fmt.Sprintf("%s.%dx%dx%d.%s%d", m.Results, b.Columns, b.Rows, b.Align, pass, n), len(positions))
	if err != nil {
		return nil, err
	}
	report := func(done int) { m.Report(pass, done, len(positions)) }
	report(r.count)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := func() bool { return ctx.Err() != nil }
	var next atomic.Int64
	var threads sync.WaitGroup
	for range m.Threads {
		threads.Go(func() {
			s := solver.New(m.Board, m.table)
			for i := int(next.Add(1)) - 1; i < len(positions) && !stop(); i = int(next.Add(1)) - 1 {
				if r.of[i] != unknown {
					continue
				}
				if v, ok := find(s, positions[i], stop); ok {
					if err := r.add(i, v, report); err != nil {
						cancel(err)
					}
				}
			}
		})
	}
	threads.Wait()
	found = make(map[uint64]int8, len(positions))
	for i, p := range positions {
		found[m.known.Key(p)] = r.of[i]
	}
	return found, errors.Join(context.Cause(ctx), r.file.Close())
}

// deriveScores adds the scores of all positions with fewer discs to those of the positions with Plies discs.
func (m *maker) deriveScores(scores map[uint64]int8) error {
	g := m.known.Grid
	for n := m.Plies - 1; n >= 0; n-- {
		for _, p := range settled(g, reached(g, n)) {
			if _, found := scores[g.Key(p)]; found {
				continue // it has more than n discs
			}
			best := -g.Cells()
			for free := g.Landing(p.Mask); free != 0; free &= free - 1 {
				q, sign, score, decided := settle(g, p.After(free&-free))
				if !decided {
					score = sign * int(scores[g.Key(q)])
				}
				best = max(best, -score)
			}
			if low, high, ok := m.known.Lookup(p); ok && (best < low || best > high) {
				return fmt.Errorf("position %x scores %d, but %d to %d by the embedded book or the outcomes", g.Key(p), best, low, high)
			}
			scores[g.Key(p)] = int8(best)
		}
	}
	return nil
}

// reached returns all positions with n discs that a game can reach and that are not won, without mirror images, in the order
// in which a depth-first walk from the empty board first meets them. So neighbours have most discs in common, and their
// searches share entries of the table.
func reached(g *solver.Grid, n int) []solver.Position {
	all := []solver.Position{{}}
	for range n {
		all = follow(g, all, func(p solver.Position, add func(solver.Position)) {
			for free := g.Landing(p.Mask) &^ g.Wins(p.Own); free != 0; free &= free - 1 {
				add(p.After(free & -free))
			}
		})
	}
	return all
}

// settled returns the quiet positions that follow from positions by forced moves.
func settled(g *solver.Grid, positions []solver.Position) []solver.Position {
	return follow(g, positions, func(p solver.Position, add func(solver.Position)) {
		if q, _, _, decided := settle(g, p); !decided {
			add(q)
		}
	})
}

// follow returns the positions that next adds for each position, once each and without mirror images.
func follow(
	g *solver.Grid, positions []solver.Position, next func(p solver.Position, add func(solver.Position)),
) (all []solver.Position) {
	seen := map[uint64]struct{}{}
	for _, p := range positions {
		next(p, func(q solver.Position) {
			if _, again := seen[g.Key(q)]; !again {
				seen[g.Key(q)] = struct{}{}
				all = append(all, q)
			}
		})
	}
	return all
}
