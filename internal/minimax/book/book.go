// Package book holds opening books of Connect Four: scores of positions with few
// discs, which take a solver longest. The books are made by the solver of this
// project (`aiworker book`), can be made again and are checked by solving a sample
// of them again.
//
// A book knows the quiet positions with at most its number of discs: those in which
// nobody can complete an alignment with the next disc. The others are worth what
// they are worth after the winning or forced move. Of each position it holds the exact score
// or, where there was no time to find that, the outcome as bounds.
//
// For gives the book of a board, decompressed at the first call. Lookup is one hash,
// in most cases one access to memory, and allocates nothing.
package book

import (
	"bytes"
	"embed"
	"fmt"
	"math/bits"
	"sync"

	"github.com/quatre/quatre/internal/minimax/solver"
)

//go:generate go run ../../../cmd/aiworker book -game connect4:7x6:4 -plies 8 -out data/7x6x4.book -work /tmp/book-7x6x4 -table 2048

//go:embed data
var files embed.FS

// Sizes of an entry, which is one word: key, low and high, each bound moved by
// boundZero so that it is not negative and no entry is zero.
const (
	keyBits     = 64 - 2*boundBits
	boundBits   = 6
	boundOffset = 32
)

// Book is the opening book of one board. It is safe for concurrent use.
type Book struct {
	grid    *grid
	plies   int
	count   int
	entries []uint64 // open addressing; zero is an empty place
	shift   uint     // leaves as many bits of a hash as entries has places
}

// Fits reports whether a book can be made for the board: it fits the solver, and its
// key fits in 52 bits.
func Fits(b solver.Board) bool { return b.Fits() && b.Columns*(b.Rows+1) <= keyBits }

// For returns the book of a board, or nil if there is none.
func For(b solver.Board) *Book {
	if load, found := loaders()[b]; found {
		return load()
	}
	return nil
}

// loaders has a function for each embedded book, found by the file's name.
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
	places := uint(bits.Len(uint(2*count))) + 1
	return &Book{grid: newGrid(b), plies: plies, count: count, entries: make([]uint64, 1<<places), shift: 64 - places}
}

// Plies returns the greatest number of discs of the book's positions.
func (b *Book) Plies() int { return b.plies }

// Len returns the number of positions, mirror images counted once.
func (b *Book) Len() int { return b.count }

// Lookup returns what the book knows of a position in which the game goes on: its score
// for the side to move, counted in discs as solver.Score counts, is at least low and at most
// high. They are equal where the score is exact. Otherwise they tell the outcome: both are
// positive, or both negative. A move that wins or is forced is played first. ok is false if the book
// does not hold what comes then.
func (b *Book) Lookup(p solver.Position) (low, high int, ok bool) {
	sign := 1
	for n := p.Discs(); n <= b.plies; n++ {
		if low, high, ok := b.Probe(b.grid.key(p)); ok {
			if sign < 0 {
				low, high = -high, -low
			}
			return low, high, true
		}
		free := b.grid.moves(p)
		if b.grid.winningCells(p.Own, free) != 0 {
			win := sign * ((b.grid.Cells() + 1 - n) / 2)
			return win, win, true
		}
		forced := b.grid.winningCells(p.Mask^p.Own, free)
		if forced == 0 {
			break // it should be in the book, and is not
		}
		p, sign = play(p, forced&-forced), -sign
	}
	return 0, 0, false
}

// Probe is Lookup for callers that have a quiet position's key: the smaller one of
// Own + Mask and the same sum of the mirror image.
func (b *Book) Probe(key uint64) (low, high int, ok bool) {
	last := len(b.entries) - 1
	for i := int(key * hashMultiplier >> b.shift); b.entries[i] != 0; i = (i + 1) & last {
		if e := b.entries[i]; e>>(2*boundBits) == key {
			return int(e>>boundBits&(1<<boundBits-1)) - boundOffset, int(e&(1<<boundBits-1)) - boundOffset, true
		}
	}
	return 0, 0, false
}

// spread is Knuth's multiplier (The Art of Computer Programming, volume 3, 6.4): the golden ratio of 2^64.
const hashMultiplier = 0x9E3779B97F4A7C15

func (b *Book) add(key uint64, v bounds) {
	last := len(b.entries) - 1
	i := int(key * hashMultiplier >> b.shift)
	for b.entries[i] != 0 {
		i = (i + 1) & last
	}
	b.entries[i] = key<<(2*boundBits) | uint64(v.low+boundOffset)<<boundBits | uint64(v.high+boundOffset)
}
