package book

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Read reads a book that Generator.Encode has written.
func Read(r io.Reader) (*Book, error) { return decode(r) }

// Board returns the board of the book.
func (b *Book) Board() solver.Board { return b.grid.Board }

// Exact returns the number of positions with an exact score.
func (b *Book) Exact() int {
	n := 0
	for _, e := range b.entries {
		if e != 0 && e>>boundBits&(1<<boundBits-1) == e&(1<<boundBits-1) {
			n++
		}
	}
	return n
}

// Verified is the result of Verify.
type Verified struct {
	Positions, Exact int      // the number of positions solved, and of those with an exact score in the book
	Wrong            []string // a description of each position with a wrong score in the book
}

// Verify solves a random sample of the positions again, without the book and with a new
// transposition table, and compares the scores. It fails only with the error of ctx.
func (b *Book) Verify(ctx context.Context, sample int, seed uint64, tableBytes int, progress func(Progress)) (Verified, error) {
	var keys []uint64
	for _, e := range b.entries {
		if e != 0 {
			keys = append(keys, e>>(2*boundBits))
		}
	}
	slices.Sort(keys)
	rng := rand.New(rand.NewPCG(seed, seed))
	rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	s := solver.New(b.Board(), solver.NewTable(b.Board(), tableBytes))
	var v Verified
	keys = keys[:min(sample, len(keys))]
	for i, key := range keys {
		low, high, _ := b.Probe(key)
		// The window is one wider than the bounds on each side, to detect a score outside
		// the bounds.
		got, ok := s.Solve(b.grid.position(key), low-1, high+1, func() bool { return ctx.Err() != nil })
		if !ok {
			return v, ctx.Err()
		}
		v.Positions++
		if low == high {
			v.Exact++
		}
		if got < low || got > high {
			v.Wrong = append(v.Wrong, fmt.Sprintf("position %x: the book says %d to %d, the solver %d", key, low, high, got))
		}
		if progress != nil {
			progress(Progress{"verify", i + 1, len(keys)})
		}
	}
	return v, nil
}
