// Package book holds opening books of Connect Four. A book has exact scores of positions
// with few discs, which take a solver longest. Package solver has found these scores. The tests
// solve a sample of them again, and compare all outcomes of 7x6 with those of another solver.
//
// A book of n plies contains the quiet positions with at most n discs. A position is quiet
// if neither side could complete an alignment with the next disc. The score of any other
// position follows from its winning or forced move. For each position the book has the
// exact score or, if finding the score took too long, bounds that tell the outcome.
//
// For returns the book of a board and decompresses it at the first call. Lookup computes one
// hash, usually needs one memory access, and allocates nothing.
package book

import (
	"bytes"
	"embed"
	"fmt"
	"math/bits"
	"sync"

	"github.com/quatre/quatre/internal/minimax/solver"
)

//go:embed data
var files embed.FS

// An entry is one word: the key, the lower bound and the upper bound. boundOffset is
// added to each bound, so that no bound is negative and no entry is zero.
const (
	keyBits     = 64 - 2*boundBits
	boundBits   = 6
	boundOffset = 32
)

// Book is the opening book of one board. It is safe for concurrent use.
type Book struct {
	grid    *grid
	plies   int
	entries []uint64 // a hash table with open addressing; 0 is an empty slot
	shift   uint     // 64 minus the bits of an index of entries
}

// For returns the book of a board, or nil if there is none.
func For(b solver.Board) *Book {
	if load, found := loaders()[b]; found {
		return load()
	}
	return nil
}

// loaders returns, for each board with an embedded book, a function that loads the book. The
// name of a book's file tells the board.
var loaders = sync.OnceValue(func() map[solver.Board]func() *Book {
	names, err := files.ReadDir("data")
	if err != nil {
		panic(err)
	}
	all := map[solver.Board]func() *Book{}
	for _, e := range names {
		var b solver.Board
		if _, err := fmt.Sscanf(e.Name(), "%dx%dx%d.book", &b.Columns, &b.Rows, &b.Align); err != nil {
			continue
		}
		all[b] = sync.OnceValue(func() *Book {
			data, err := files.ReadFile("data/" + e.Name())
			if err != nil {
				panic(err)
			}
			book, err := decode(bytes.NewReader(data))
			if err != nil {
				panic(fmt.Sprintf("book: embedded %s: %v", e.Name(), err))
			}
			return book
		})
	}
	return all
})

func newBook(b solver.Board, plies, count int) *Book {
	indexBits := uint(bits.Len(uint(2*count))) + 1
	return &Book{grid: newGrid(b), plies: plies, entries: make([]uint64, 1<<indexBits), shift: 64 - indexBits}
}

// Lookup returns bounds of the score of a position that is not over, for the side to move
// and in the convention of package solver. If the exact score is known, low and high are
// equal. Otherwise both are positive or both are negative, so the outcome is known. Lookup
// plays winning and forced moves first. ok is false if the book does not have the position
// after these moves.
func (b *Book) Lookup(p solver.Position) (low, high int, ok bool) {
	sign := 1
	for n := p.Discs(); n <= b.plies; n++ {
		if low, high, ok := b.probe(b.grid.key(p)); ok {
			if sign < 0 {
				low, high = -high, -low
			}
			return low, high, true
		}
		free := b.grid.Landing(p.Mask)
		if b.grid.winningCells(p.Own, free) != 0 {
			win := sign * ((b.grid.Cells() + 1 - n) / 2)
			return win, win, true
		}
		forced := b.grid.winningCells(p.Mask^p.Own, free)
		if forced == 0 {
			break // the position is quiet but not in the book
		}
		p, sign = play(p, forced&-forced), -sign
	}
	return 0, 0, false
}

// probe is Lookup by the key of a quiet position: Own + Mask, or the same sum for the
// mirror image if that is smaller.
func (b *Book) probe(key uint64) (low, high int, ok bool) {
	last := len(b.entries) - 1
	for i := int(key * hashMultiplier >> b.shift); b.entries[i] != 0; i = (i + 1) & last {
		if e := b.entries[i]; e>>(2*boundBits) == key {
			return int(e>>boundBits&(1<<boundBits-1)) - boundOffset, int(e&(1<<boundBits-1)) - boundOffset, true
		}
	}
	return 0, 0, false
}

// hashMultiplier is the odd number next to 2^64 divided by the golden ratio (Donald
// Knuth, "The Art of Computer Programming", volume 3, 6.4).
const hashMultiplier = 0x9E3779B97F4A7C15

func (b *Book) add(key uint64, v bounds) {
	last := len(b.entries) - 1
	i := int(key * hashMultiplier >> b.shift)
	for b.entries[i] != 0 {
		i = (i + 1) & last
	}
	b.entries[i] = key<<(2*boundBits) | uint64(v.low+boundOffset)<<boundBits | uint64(v.high+boundOffset)
}
