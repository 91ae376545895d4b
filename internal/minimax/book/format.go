package book

import (
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/quatre/quatre/internal/minimax/solver"
)

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

// bounds are the known bounds of a position's score.
type bounds struct{ low, high int8 }

var errFormat = errors.New("not an opening book")

func decode(r io.Reader) (*Book, error) {
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(r, head); err != nil || string(head) != magic {
		return nil, errFormat
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(r), maxEntries*(binary.MaxVarintLen64+2)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFormat, err)
	}
	if len(data) < 4 {
		return nil, errFormat
	}
	board := solver.Board{Columns: int(data[0]), Rows: int(data[1]), Align: int(data[2])}
	if !board.Fits() || board.Columns*(board.Rows+1) > keyBits {
		return nil, errFormat
	}
	in := data[4:] // without an io.Reader, which would be much slower
	count, n := binary.Uvarint(in)
	if in = in[max(n, 0):]; n <= 0 || count > maxEntries || uint64(len(in)) < 2*count {
		return nil, errFormat
	}
	values := in[len(in)-int(2*count):]
	in = in[:len(in)-len(values)]
	b := newBook(board, int(data[3]), int(count))
	key := uint64(0)
	for i := range count {
		delta, n := binary.Uvarint(in)
		if n <= 0 || i > 0 && delta == 0 {
			return nil, errFormat
		}
		in = in[n:]
		if key += delta; key >= 1<<keyBits {
			return nil, errFormat
		}
		v := bounds{int8(values[i]), int8(values[count+i])}
		if v.low > v.high || v.low <= -boundOffset || v.high >= boundOffset {
			return nil, errFormat
		}
		b.add(key, v)
	}
	if len(in) > 0 {
		return nil, errFormat
	}
	return b, nil
}
