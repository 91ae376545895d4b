package book

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// smallBook returns a book with three positions, and the outcome of every key below 100.
func smallBook() *Book {
	found := map[uint64]int8{}
	for key := range uint64(100) {
		found[key] = int8(key%3) - 1
	}
	return &Book{
		Grid: solver.NewGrid(solver.Board{Columns: 5, Rows: 4, Align: 4}), plies: 2,
		keys: []uint64{0, 1, 1 << 20}, bounds: []byte{0, 256 - 9, 1, 0, 256 - 1, 9},
		outcomePlies: 3, outcomes: newOutcomes(found),
	}
}

// write returns the file of a book.
func write(t testing.TB, b *Book) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func FuzzDecode(f *testing.F) {
	z, err := gzip.NewReader(bytes.NewReader(write(f, smallBook())))
	if err != nil {
		f.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Add(content[:len(content)-3])
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decodeContent(data)
		if err != nil {
			return
		}
		// A book that decodeContent accepts must be the same after Write and decode.
		if c, err := decode(write(t, b)); err != nil || !reflect.DeepEqual(b, c) {
			t.Fatalf("written and read again: %+v, %v", c, err)
		}
		for i, key := range b.keys {
			if low, high := int8(b.bounds[i]), int8(b.bounds[len(b.keys)+i]); low > high || i > 0 && key <= b.keys[i-1] {
				t.Fatalf("%x after %x: %d to %d", key, b.keys[:i], low, high)
			}
		}
		for key := range uint64(100) {
			if b.outcomePlies > 0 {
				b.outcomes.of(key) // must not panic
			}
		}
	})
}

// Every change of a byte, every cut and every addition is noticed, except in the date of the gzip format.
func TestDamagedFiles(t *testing.T) {
	good := write(t, smallBook())
	if b, err := decode(good); err != nil || !reflect.DeepEqual(b, smallBook()) {
		t.Fatalf("read %+v, %v", b, err)
	}
	for i := range good {
		changed := slices.Clone(good)
		changed[i] ^= 0x10
		for _, file := range [][]byte{changed, good[:i]} {
			if b, err := decode(file); err == nil && !reflect.DeepEqual(b, smallBook()) {
				t.Errorf("a file with a change or a cut at %d is accepted", i)
			}
		}
	}
	name := filepath.Join(t.TempDir(), "book")
	for _, content := range []string{"a text", string(good) + "\x00", string(good[:20])} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(name); err == nil || err.Error() != name+" is not an opening book, or damaged" {
			t.Errorf("the error of %q is %v", content, err)
		}
	}
	if _, err := Load(name + "s"); err == nil {
		t.Error("a file that is missing is a book")
	}
}
