// Package book holds opening books of Connect Four. A book has exact scores of positions with few discs, which take a
// solver longest, and may have outcomes of positions with more discs. Package solver has found them: see Make. The tests
// solve a sample again, and compare all outcomes of 7x6 with 8 discs with those of another solver.
//
// A position is quiet if neither side could complete an alignment with the next disc. A book has quiet positions: the
// score of any other follows from its winning or forced move. For each it has the exact score or, if finding the score
// took too long, bounds that tell the outcome.
package book

import (
	"embed"
	"fmt"
	"os"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

//go:embed data
var files embed.FS

// Book is the opening book of one board. It is safe for concurrent use.
type Book struct {
	*solver.Grid
	plies  int      // the most discs of a position whose bounds are known
	keys   []uint64 // the solver.Grid.Key of each position, ascending
	bounds []byte   // the lower bounds of the scores by index in keys, then the upper bounds; each is an int8

	outcomePlies int // number of discs of the positions with outcomes, or of those from which forced moves lead there; 0: none
	outcomes     outcomes
}

// For decompresses the embedded book of a board, which takes some milliseconds. It returns nil if
// there is none.
func For(b solver.Board) *Book {
	data, err := files.ReadFile(fmt.Sprintf("data/%dx%dx%d.book", b.Columns, b.Rows, b.Align))
	if err != nil {
		return nil
	}
	book, err := decode(data)
	if err != nil {
		panic(fmt.Sprintf("book: the embedded file of %+v is %v", b, err))
	}
	return book
}

// Load reads the book in a file. It returns an error if the file is none, or is damaged.
func Load(name string) (*Book, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	b, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s is %w", name, err)
	}
	return b, nil
}

// Lookup returns bounds of the score of a position that is not over, for the side to move
// and in the convention of package solver. If the exact score is known, low and high are
// equal. Otherwise both are positive or both are negative, so the outcome is known. Lookup
// plays winning and forced moves first. ok is false if the book knows neither bounds nor the
// outcome of the position after these moves. A nil Book knows nothing.
func (b *Book) Lookup(p solver.Position) (low, high int, ok bool) {
	if b == nil {
		return 0, 0, false
	}
	q, sign, score, decided := settle(b.Grid, p)
	if decided {
		return score, score, true
	}
	if i, found := slices.BinarySearch(b.keys, b.Key(q)); found {
		low, high = sign*int(int8(b.bounds[i])), sign*int(int8(b.bounds[len(b.keys)+i]))
		return min(low, high), max(low, high), true
	}
	if n := p.Discs(); b.outcomePlies == 0 || n > b.outcomePlies || n < b.outcomePlies-maxAhead || !reachable(b.Grid, p) {
		return 0, 0, false
	}
	most := winAt(b.Grid, p)
	switch sign * b.outcome(q) {
	case win:
		return 1, most, true
	case loss:
		return -most, -1, true
	default:
		return 0, 0, true
	}
}

// maxAhead is the most plies that Lookup searches to find an outcome.
const maxAhead = 6

// outcome returns the outcome of a quiet position that follows from one with outcomePlies discs or fewer by forced
// moves. Moves must lead to it from the empty board.
func (b *Book) outcome(p solver.Position) int {
	if p.Discs() >= b.outcomePlies {
		return b.outcomes.of(b.Key(p))
	}
	best := loss
	for free := b.Landing(p.Mask); free != 0 && best < win; free &= free - 1 {
		q, sign, score, decided := settle(b.Grid, p.After(free&-free))
		if !decided {
			score = sign * b.outcome(q)
		}
		best = max(best, -score)
	}
	return min(best, win)
}

// settle plays winning and forced moves until the position is quiet or its score is decided. If it
// is decided, score is the score of p. Otherwise q is quiet, and sign is -1 if the opponent of the
// side to move in p is to move in q.
func settle(g *solver.Grid, p solver.Position) (q solver.Position, sign, score int, decided bool) {
	for sign = 1; ; sign = -sign {
		free := g.Landing(p.Mask)
		if free == 0 {
			return p, sign, 0, true
		}
		if g.Wins(p.Own)&free != 0 {
			return p, sign, sign * winAt(g, p), true
		}
		forced := g.Wins(p.Mask^p.Own) & free
		if forced == 0 {
			return p, sign, 0, false
		}
		p = p.After(forced & -forced)
	}
}

// winAt returns the score of a win with the next disc.
func winAt(g *solver.Grid, p solver.Position) int { return (g.Cells() + 1 - p.Discs()) / 2 }

// reachable reports whether moves lead from the empty board to p. Positions that were set up by hand need not be
// reachable: if the second player has the bottom discs of all columns, the first player cannot have begun.
func reachable(g *solver.Grid, p solver.Position) bool {
	tried := map[uint64]bool{} // by the mask
	var emptied func(p solver.Position) bool
	emptied = func(p solver.Position) bool {
		if p.Mask == 0 || tried[p.Mask] {
			return p.Mask == 0
		}
		tried[p.Mask] = true
		mover := p.Mask ^ p.Own // takes back a disc on the top of a column
		for tops := (p.Mask + g.Landing(0)) >> 1 & mover; tops != 0; tops &= tops - 1 {
			if top := tops & -tops; emptied(solver.Position{Own: mover ^ top, Mask: p.Mask ^ top}) {
				return true
			}
		}
		return false
	}
	return emptied(p)
}
