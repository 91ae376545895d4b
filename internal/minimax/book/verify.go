package book

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Verify solves n random positions again, without the book, and returns an error that lists those that the book has wrong. They
// are of those with most discs that have scores and, by turns, outcomes: all else follows from these. It calls report after each.
func (b *Book) Verify(ctx context.Context, n int, rng *rand.Rand, tableBytes int, report func(done int)) error {
	samples := [][]solver.Position{reached(b.Grid, b.plies)}
	if b.outcomePlies > 0 {
		samples = append(samples, reached(b.Grid, b.outcomePlies))
	}
	s := solver.New(b.Board, solver.NewTable(b.Board, tableBytes))
	var wrong []error
	for i := range n {
		sample := samples[i%len(samples)]
		p := sample[rng.IntN(len(sample))]
		low, high, ok := b.Lookup(p)
		score, solved := s.Solve(p, low-1, high+1, func() bool { return ctx.Err() != nil })
		if !solved {
			return context.Cause(ctx)
		}
		if !ok || score < low || score > high {
			wrong = append(wrong, fmt.Errorf("position %x scores %d, but the book has %d to %d", b.Key(p), score, low, high))
		}
		report(i + 1)
	}
	return errors.Join(wrong...)
}
