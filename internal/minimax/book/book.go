// Package book holds opening books of Connect Four. A book has exact scores of positions
// with few discs, which take a solver longest. Package solver has found these scores. The tests
// solve a sample of them again, and compare all outcomes of 7x6 with those of another solver.
//
// A book of n plies contains the quiet positions with at most n discs. A position is quiet
// if neither side could complete an alignment with the next disc. The score of any other
// position follows from its winning or forced move. For each position the book has the
// exact score or, if finding the score took too long, bounds that tell the outcome.
package book

import (
	"compress/flate"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/minimax/solver"
)

//go:embed data
var files embed.FS

// Book is the opening book of one board. It is safe for concurrent use.
type Book struct {
	*solver.Grid
	plies  int
	keys   []uint64 // the solver.Grid.Key of each position, ascending
	bounds []byte   // the lower bounds of the scores by index in keys, then the upper bounds; each is an int8
}

// For decompresses the book of a board, which takes some milliseconds. It returns nil if there is
// none.
func For(b solver.Board) *Book {
	data, err := files.ReadFile(fmt.Sprintf("data/%dx%dx%d.book", b.Columns, b.Rows, b.Align))
	if err != nil {
		return nil
	}
	book, err := decode(string(data))
	if err != nil {
		panic(fmt.Sprintf("book: the embedded file of %+v is %v", b, err))
	}
	return book
}

// Lookup returns bounds of the score of a position that is not over, for the side to move
// and in the convention of package solver. If the exact score is known, low and high are
// equal. Otherwise both are positive or both are negative, so the outcome is known. Lookup
// plays winning and forced moves first. ok is false if the book does not have the position
// after these moves. Lookup allocates nothing.
func (b *Book) Lookup(p solver.Position) (low, high int, ok bool) {
	sign := 1
	for n := p.Discs(); n <= b.plies; n++ {
		if i, found := slices.BinarySearch(b.keys, b.Key(p)); found {
			low, high = sign*int(int8(b.bounds[i])), sign*int(int8(b.bounds[len(b.keys)+i]))
			return min(low, high), max(low, high), true
		}
		free := b.Landing(p.Mask)
		if b.Wins(p.Own)&free != 0 {
			win := sign * ((b.Cells() + 1 - n) / 2)
			return win, win, true
		}
		forced := b.Wins(p.Mask^p.Own) & free
		if forced == 0 {
			break // the position is quiet but not in the book
		}
		p, sign = p.After(forced&-forced), -sign
	}
	return 0, 0, false
}

// A book file has this content:
//
//	magic, columns, rows, align, plies   one byte each; the magic four bytes
//	number of positions                  uvarint
//	keys                                 uvarints: differences of ascending keys
//	low bounds, then high bounds         one byte for each position, two's complement
//
// Everything after the magic is compressed with DEFLATE. Neighbouring keys differ only in
// their low columns, so the differences are short.
const magic = "QBK1"

// maxEntries limits what the reader allocates for a damaged file.
const maxEntries = 1 << 22

var errFormat = errors.New("not an opening book")

func decode(file string) (*Book, error) {
	compressed, isBook := strings.CutPrefix(file, magic)
	content := flate.NewReader(strings.NewReader(compressed))
	data, err := io.ReadAll(io.LimitReader(content, maxEntries*(binary.MaxVarintLen64+2)))
	if !isBook || err != nil || len(data) < 4 {
		return nil, errFormat
	}
	board := solver.Board{Columns: int(data[0]), Rows: int(data[1]), Align: int(data[2])}
	in := data[4:] // without an io.Reader, which would be much slower
	count, n := binary.Uvarint(in)
	if in = in[max(n, 0):]; !board.Fits() || n <= 0 || count > maxEntries || uint64(len(in)) < 2*count {
		return nil, errFormat
	}
	first := len(in) - int(2*count)
	b := &Book{Grid: solver.NewGrid(board), plies: int(data[3]), keys: make([]uint64, count), bounds: in[first:]}
	in = in[:first]
	key := uint64(0)
	for i := range b.keys {
		delta, n := binary.Uvarint(in)
		if n <= 0 || i > 0 && key+delta <= key || int8(b.bounds[i]) > int8(b.bounds[len(b.keys)+i]) {
			return nil, errFormat
		}
		in = in[n:]
		key += delta
		b.keys[i] = key
	}
	if len(in) > 0 {
		return nil, errFormat
	}
	return b, nil
}
