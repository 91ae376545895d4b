package book

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Pass says which scores a Generator finds. Scores includes Outcomes and Principal.
type Pass int

const (
	Outcomes  Pass = iota // the outcome of every position
	Principal             // the scores of positions that can occur if at least one side plays perfectly
	Scores                // the score of every position
)

// Config configures a Generator.
type Config struct {
	Board      solver.Board
	Plies      int
	Pass       Pass
	Dir        string // the folder of the work file
	TableBytes int
	Goroutines int
	Progress   func(Progress) // called after each position, from several goroutines; may be nil
}

// Progress says how far a pass is.
type Progress struct {
	Pass        string
	Done, Total int
}

// Generator solves the positions of a book.
type Generator struct {
	Config
	grid      *grid
	positions [][]solver.Position // the quiet positions, by number of discs
	work      *workFile
	idle      chan *solver.Solver // solvers that no goroutine is using
	cancelled atomic.Bool         // true once the context of Run has ended
}

// NewGenerator enumerates the positions and reads the results of earlier runs from Dir.
// The caller must close the generator.
func NewGenerator(c Config) (*Generator, error) {
	if !Fits(c.Board) {
		return nil, fmt.Errorf("no book can be made for %dx%d, %d to align: 3 to 5 discs must be aligned, and a key must not have more than %d bits",
			c.Board.Columns, c.Board.Rows, c.Board.Align, keyBits)
	}
	if c.Plies < 0 || c.Plies >= c.Board.Cells() {
		return nil, fmt.Errorf("%d plies: a book of this board must have 0 to %d", c.Plies, c.Board.Cells()-1)
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return nil, err
	}
	work, err := openWork(filepath.Join(c.Dir, workName), c.Board)
	if err != nil {
		return nil, err
	}
	g := &Generator{Config: c, grid: newGrid(c.Board), work: work, idle: make(chan *solver.Solver, c.Goroutines)}
	g.positions = g.grid.positions(c.Plies)
	return g, nil
}

// Close closes the work file.
func (g *Generator) Close() error { return g.work.close() }

// Counts returns the number of positions that the complete book has, the number of those with
// a known outcome, and the number of those with an exact score.
func (g *Generator) Counts() (all, solved, exact int) {
	for _, ps := range g.positions {
		all += len(ps)
		for _, p := range ps {
			if v, found := g.work.get(g.grid.key(p)); found && v.knowsOutcome() {
				solved++
				if v.exact() {
					exact++
				}
			}
		}
	}
	return all, solved, exact
}

// Encode writes the book with the positions solved so far.
func (g *Generator) Encode(w io.Writer) error {
	entries := map[uint64]bounds{}
	for _, ps := range g.positions {
		for _, p := range ps {
			key := g.grid.key(p)
			if v, found := g.work.get(key); found && v.knowsOutcome() {
				entries[key] = v
			}
		}
	}
	return encode(w, g.Board, g.Plies, entries)
}

// knowsOutcome reports whether the bounds tell who wins or that nobody does.
func (b bounds) knowsOutcome() bool { return b.low > 0 || b.high < 0 || b.low == b.high }

// Run solves positions until the passes are complete. If ctx ends before that, Run returns
// the error of ctx.
func (g *Generator) Run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { g.cancelled.Store(true) })()
	table := solver.NewTable(g.Board, g.TableBytes)
	for range g.Goroutines {
		g.idle <- solver.New(g.Board, table)
	}
	if g.Pass == Outcomes {
		return g.findOutcomes(ctx)
	}
	for n := range min(g.Plies, fullOpeningPlies) + 1 {
		if err := g.findScores(ctx, n); err != nil {
			return err
		}
	}
	if err := g.findPrincipalScores(ctx); err != nil || g.Pass == Principal {
		return err
	}
	// Go from the fewest discs to the most. The positions with few discs are few, and
	// solving them bounds the scores of many others.
	for n := range g.Plies + 1 {
		if n == g.Plies-1 {
			if err := g.findOutcomes(ctx); err != nil {
				return err
			}
		}
		if err := g.findScores(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// fullOpeningPlies is the number of discs up to which Run solves all positions first, before
// the positions of perfect play. An analysis of a game from its start needs them.
const fullOpeningPlies = 2

// findScores finds the scores of all positions with n discs.
func (g *Generator) findScores(ctx context.Context, n int) error {
	return g.forEach(ctx, fmt.Sprintf("scores, %d discs", n), g.positions[n], g.findScore)
}

// findOutcomes finds all outcomes, from the most discs to the fewest, so that the
// positions after a position are known first.
func (g *Generator) findOutcomes(ctx context.Context) error {
	for n := g.Plies; n >= 0; n-- {
		if err := g.forEach(ctx, fmt.Sprintf("outcomes, %d discs", n), g.positions[n], g.findOutcome); err != nil {
			return err
		}
	}
	return nil
}

var errCancelled = errors.New("the context has ended")

// forEach calls do for every position, in order, on all solvers.
func (g *Generator) forEach(ctx context.Context, pass string, ps []solver.Position, do func(*solver.Solver, solver.Position) error) error {
	var wg sync.WaitGroup
	var next, done atomic.Int64
	errs := make([]error, g.Goroutines)
	for i := range g.Goroutines {
		wg.Go(func() {
			s := <-g.idle
			defer func() { g.idle <- s }()
			for errs[i] == nil {
				n := int(next.Add(1)) - 1
				if n >= len(ps) {
					return
				}
				if errs[i] = do(s, ps[n]); errs[i] == nil && g.Progress != nil {
					g.Progress(Progress{pass, int(done.Add(1)), len(ps)})
				}
			}
		})
	}
	wg.Wait()
	err := errors.Join(errs...)
	if ctx.Err() != nil && errors.Is(err, errCancelled) {
		return ctx.Err()
	}
	return err
}

// findOutcome finds the outcome of a position.
func (g *Generator) findOutcome(s *solver.Solver, p solver.Position) error {
	if v, found := g.work.get(g.grid.key(p)); found && v.knowsOutcome() {
		return nil
	}
	for _, w := range [2]int{0, -1} {
		v, err := g.negamax(s, p, w, w+1)
		if err != nil {
			return err
		}
		if v > w {
			return nil
		}
	}
	return nil
}

// findScore finds the exact score of a position.
func (g *Generator) findScore(s *solver.Solver, p solver.Position) error {
	_, err := g.exactScore(s, p)
	return err
}

func (g *Generator) exactScore(s *solver.Solver, p solver.Position) (int, error) {
	n := p.Discs()
	v := bounds{int8(-(g.Board.Cells() - n) / 2), int8((g.Board.Cells() + 1 - n) / 2)}
	if known, found := g.work.get(g.grid.key(p)); found {
		v = known
	}
	low, high := int(v.low), int(v.high)
	for low < high {
		mid := solver.Bisect(low, high)
		got, err := g.negamax(s, p, mid, mid+1)
		if err != nil {
			return 0, err
		}
		if got <= mid {
			high = got
		} else {
			low = got
		}
	}
	return low, nil
}
