package book

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Read reads a book as Generator.Encode writes it.
func Read(r io.Reader) (*Book, error) { return decode(r) }

// Board returns the book's board.
func (b *Book) Board() solver.Board { return b.grid.Board }

// Exact returns of how many positions the book has the exact score.
func (b *Book) Exact() int {
	n := 0
	for _, e := range b.entries {
		if e != 0 && e>>boundBits&(1<<boundBits-1) == e&(1<<boundBits-1) {
			n++
		}
	}
	return n
}

// Verified is what Verify has checked.
type Verified struct {
	Positions, Exact int      // solved again; and of those, how many have an exact score in the book
	Wrong            []string // one sentence for each position whose score the book has wrong
}

// Verify solves a random sample of the book's positions from nothing, with a table of
// its own and without the book, and compares. Its error is that of ctx.
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
		// One more on either side: a score outside the bounds is then seen as such.
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
