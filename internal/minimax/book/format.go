package book

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// A book file is compressed with gzip, which has a checksum, and has this content:
//
//	magic                                         four bytes
//	columns, rows, align, plies, outcome plies    one byte each
//	number of positions                           uvarint
//	keys                                          uvarints: differences of ascending keys
//	low bounds                                    one byte for each position, two's complement
//	high bounds less low bounds                   one byte for each position
//
// Neighbouring keys differ only in their low columns, so the differences are short. If there are outcomes, both functions of
// type outcomes follow, wins first:
//
//	seed, slots                                   uvarints
//	words                                         slots/64 + 2 times eight bytes, little endian
const magic = "QBK2"

// maxContent limits what the reader allocates for a damaged file, in bytes.
const maxContent = 64 << 20

var errFormat = errors.New("not an opening book, or damaged")

// Write writes b as a file for Load.
func (b *Book) Write(w io.Writer) error {
	data := append([]byte(magic), byte(b.Columns), byte(b.Rows), byte(b.Align), byte(b.plies), byte(b.outcomePlies))
	data = binary.AppendUvarint(data, uint64(len(b.keys)))
	last := uint64(0)
	for _, k := range b.keys {
		data = binary.AppendUvarint(data, k-last)
		last = k
	}
	data = append(data, b.bounds[:len(b.keys)]...)
	for i, high := range b.bounds[len(b.keys):] {
		data = append(data, high-b.bounds[i])
	}
	if b.outcomePlies > 0 {
		for _, r := range []*retrieval{&b.outcomes.wins, &b.outcomes.draws} {
			data = binary.AppendUvarint(binary.AppendUvarint(data, r.seed), r.slots)
			for _, word := range r.words {
				data = binary.LittleEndian.AppendUint64(data, word)
			}
		}
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(data)
	return errors.Join(err, z.Close())
}

func decode(file []byte) (*Book, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, errFormat
	}
	content, err := io.ReadAll(io.LimitReader(z, maxContent))
	if err != nil {
		return nil, errFormat
	}
	return decodeContent(content)
}

// decodeContent reads what a file has compressed.
func decodeContent(content []byte) (*Book, error) {
	in := input{rest: content}
	start := in.bytes(uint64(len(magic)) + 5)
	if in.short || string(start[:len(magic)]) != magic {
		return nil, errFormat
	}
	start = start[len(magic):]
	board := solver.Board{Columns: int(start[0]), Rows: int(start[1]), Align: int(start[2])}
	if !board.Fits() {
		return nil, errFormat
	}
	b := &Book{Grid: solver.NewGrid(board), plies: int(start[3]), outcomePlies: int(start[4])}
	count := in.uvarint()
	if count > uint64(len(content)) {
		return nil, errFormat
	}
	b.keys = make([]uint64, count)
	for i, key := 0, uint64(0); i < len(b.keys); i++ {
		if key += in.uvarint(); i > 0 && key <= b.keys[i-1] {
			return nil, errFormat
		}
		b.keys[i] = key
	}
	b.bounds = bytes.Clone(in.bytes(2 * count)) // content can be freed then
	if in.short {
		return nil, errFormat
	}
	for i, low := range b.bounds[:count] {
		high := &b.bounds[len(b.keys)+i]
		if *high += low; int8(*high) < int8(low) {
			return nil, errFormat
		}
	}
	if b.outcomePlies > 0 {
		b.outcomes.wins, b.outcomes.draws = in.retrieval(), in.retrieval()
	}
	if in.short || len(in.rest) > 0 {
		return nil, errFormat
	}
	return b, nil
}

// input is what is left to read. It has no io.Reader, which would be much slower.
type input struct {
	rest  []byte
	short bool // there was less than was asked for
}

func (in *input) uvarint() uint64 {
	x, n := binary.Uvarint(in.rest)
	in.short = in.short || n <= 0
	in.rest = in.rest[max(n, 0):]
	return x
}

func (in *input) bytes(n uint64) (taken []byte) {
	in.short = in.short || n > uint64(len(in.rest))
	n = min(n, uint64(len(in.rest)))
	taken, in.rest = in.rest[:n:n], in.rest[n:]
	return taken
}

func (in *input) retrieval() (r retrieval) {
	seed, slots := in.uvarint(), in.uvarint()
	if in.short = in.short || slots < 64 || slots/8 > uint64(len(in.rest)); in.short {
		return r
	}
	r = newSlots(seed, slots)
	_, err := binary.Decode(in.bytes(8*uint64(len(r.words))), binary.LittleEndian, r.words)
	in.short = in.short || err != nil
	return r
}
