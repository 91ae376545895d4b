package book

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

func FuzzDecode(f *testing.F) {
	var buf bytes.Buffer
	board := solver.Board{Columns: 5, Rows: 4, Align: 4}
	if err := encode(&buf, board, 2, []uint64{0, 1, 1 << 20}, []byte{0, 256 - 9, 1, 0, 256 - 1, 9}); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add(buf.Bytes()[:buf.Len()-3])
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decode(string(data))
		if err != nil {
			return
		}
		// A book that decode accepts must be the same after encode and decode.
		var again bytes.Buffer
		if err := encode(&again, b.Board, b.plies, b.keys, b.bounds); err != nil {
			t.Fatal(err)
		}
		if c, err := decode(again.String()); err != nil || !slices.Equal(c.keys, b.keys) || !slices.Equal(c.bounds, b.bounds) {
			t.Fatalf("encoded and decoded again: %+v, %v", c, err)
		}
		for i, key := range b.keys {
			if low, high := int8(b.bounds[i]), int8(b.bounds[len(b.keys)+i]); low > high || i > 0 && key <= b.keys[i-1] {
				t.Fatalf("%x after %x: %d to %d", key, b.keys[:i], low, high)
			}
		}
	})
}

// encode writes a book.
func encode(w io.Writer, b solver.Board, plies int, keys []uint64, bounds []byte) error {
	buf := []byte{byte(b.Columns), byte(b.Rows), byte(b.Align), byte(plies)}
	buf = binary.AppendUvarint(buf, uint64(len(keys)))
	last := uint64(0)
	for _, k := range keys {
		buf = binary.AppendUvarint(buf, k-last)
		last = k
	}
	buf = append(buf, bounds...)
	if _, err := io.WriteString(w, magic); err != nil {
		return err
	}
	z, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(buf); err != nil {
		return err
	}
	return z.Close()
}
