package book

import (
	"bytes"
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
				low, high, ok := b.Probe(e >> (2 * boundBits))
				if !ok || low > high {
					t.Fatalf("%x: %d to %d, found %v", e, low, high, ok)
				}
				entries[e>>(2*boundBits)] = bounds{int8(low), int8(high)}
			}
		}
		if len(entries) != b.Len() {
			t.Fatalf("%d entries, but Len is %d", len(entries), b.Len())
		}
		var again bytes.Buffer
		if err := encode(&again, b.Board(), b.Plies(), entries); err != nil {
			t.Fatal(err)
		}
		if c, err := decode(&again); err != nil || c.Len() != b.Len() {
			t.Fatalf("encoded and decoded again: %+v, %v", c, err)
		}
	})
}
