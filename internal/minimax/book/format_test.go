package book

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

func FuzzDecode(f *testing.F) {
	var buf bytes.Buffer
	board := solver.Board{Columns: 5, Rows: 4, Align: 4}
	if err := encode(&buf, board, 2, map[uint64]bounds{0: {0, 0}, 1: {-9, -1}, 1 << 20: {1, 9}}); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add(buf.Bytes()[:buf.Len()-3])
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		// A book that decode accepts must be the same after encode and decode.
		entries := map[uint64]bounds{}
		for _, e := range b.entries {
			if e != 0 {
				low, high, ok := b.probe(e >> (2 * boundBits))
				if !ok || low > high {
					t.Fatalf("%x: %d to %d, found %v", e, low, high, ok)
				}
				entries[e>>(2*boundBits)] = bounds{int8(low), int8(high)}
			}
		}
		var again bytes.Buffer
		if err := encode(&again, b.grid.Board, b.plies, entries); err != nil {
			t.Fatal(err)
		}
		if c, err := decode(&again); err != nil || !slices.Equal(c.entries, b.entries) {
			t.Fatalf("encoded and decoded again: %+v, %v", c, err)
		}
	})
}

// encode writes a book.
func encode(w io.Writer, b solver.Board, plies int, entries map[uint64]bounds) error {
	keys := slices.Sorted(maps.Keys(entries))
	buf := []byte{byte(b.Columns), byte(b.Rows), byte(b.Align), byte(plies)}
	buf = binary.AppendUvarint(buf, uint64(len(keys)))
	last := uint64(0)
	for _, k := range keys {
		buf = binary.AppendUvarint(buf, k-last)
		last = k
	}
	for _, k := range keys {
		buf = append(buf, byte(entries[k].low))
	}
	for _, k := range keys {
		buf = append(buf, byte(entries[k].high))
	}
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
