package book

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

var classic = solver.Board{Columns: 7, Rows: 6, Align: 4}

// readDataSet reads the UCI data set; see testdata/README.md.
func readDataSet(t testing.TB) map[solver.Position]int {
	f, err := os.Open("testdata/uci-8ply.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	outcomes := map[string]int{"win": 1, "draw": 0, "loss": -1}
	all := map[solver.Position]int{}
	for lines := bufio.NewScanner(z); lines.Scan(); {
		cells, word, _ := strings.Cut(lines.Text(), " ")
		outcome, known := outcomes[word]
		if len(cells) != classic.Cells() || !known {
			t.Fatalf("cannot read %q", lines.Text())
		}
		var p solver.Position
		for i := range len(cells) {
			bit := uint64(1) << (i/classic.Rows*(classic.Rows+1) + i%classic.Rows)
			if cells[i] != 'b' {
				p.Mask |= bit
			}
			if cells[i] == 'x' { // with 8 discs the first player is to move
				p.Own |= bit
			}
		}
		all[p] = outcome
	}
	return all
}

// The book has the positions with 8 discs of the data set, no others, and the same outcomes.
func TestOutcomesMatchDataSet(t *testing.T) {
	b, data := For(classic), readDataSet(t)
	for p, want := range data {
		low, high, ok := b.Lookup(p)
		if !(grid{b.Grid}).quiet(p) {
			t.Fatalf("%+v is not quiet, so the book cannot have it", p)
		}
		if !ok || want > 0 && low <= 0 || want < 0 && high >= 0 || want == 0 && (low != 0 || high != 0) {
			t.Fatalf("%+v: the book says %d to %d, found %v; the data set says %d", p, low, high, ok, want)
		}
	}
	with8 := 0
	for _, key := range b.keys {
		if (grid{b.Grid}).position(key).Discs() == 8 {
			with8++
		}
	}
	if with8 != 67_557 || len(data) != with8 {
		t.Errorf("%d positions with 8 discs, the data set has %d, both should have 67,557", with8, len(data))
	}
}

// eachBook calls f for every embedded book.
func eachBook(t *testing.T, f func(t *testing.T, b *Book)) {
	names, err := fs.Glob(files, "data/*.book")
	if err != nil || len(names) < 4 {
		t.Fatalf("the books are %v, %v", names, err)
	}
	for _, name := range names {
		var board solver.Board
		if _, err := fmt.Sscanf(name, "data/%dx%dx%d.book", &board.Columns, &board.Rows, &board.Align); err != nil {
			t.Fatal(err)
		}
		b := For(board)
		if b.Board != board {
			t.Errorf("the book file of %+v has positions of %+v", board, b.Board)
		}
		t.Run(fmt.Sprintf("%dx%dx%d", board.Columns, board.Rows, board.Align), func(t *testing.T) { f(t, b) })
	}
}

func TestEmbeddedBooks(t *testing.T) {
	eachBook(t, func(t *testing.T, b *Book) {
		for _, key := range b.keys {
			p := grid{b.Grid}.position(key)
			low, high, ok := b.Lookup(p)
			if !ok || low > high || low <= 0 && high >= 0 && low != high {
				t.Fatalf("position %x: %d to %d, found %v", key, low, high, ok)
			}
			if !(grid{b.Grid}).quiet(p) {
				t.Fatalf("position %x is not quiet", key)
			}
			mirrored := solver.Position{Own: b.Mirror(p.Own), Mask: b.Mirror(p.Mask)}
			if l, h, ok := b.Lookup(mirrored); !ok || l != low || h != high {
				t.Fatalf("position %x: %d to %d, its mirror image %d to %d", key, low, high, l, h)
			}
		}
	})
}

// TestBookValuesAreConsistent checks that the bounds of a position agree with the bounds of
// the positions after it, as far as the book has them: the score of a position is the maximum
// of the negated scores of the positions after it.
func TestBookValuesAreConsistent(t *testing.T) {
	eachBook(t, func(t *testing.T, b *Book) {
		for _, key := range b.keys {
			p := grid{b.Grid}.position(key)
			low, high, _ := b.Lookup(p)
			best, worst, all := -b.Cells(), -b.Cells(), true
			for free := b.Landing(p.Mask); free != 0; free &= free - 1 {
				l, h, ok := b.Lookup(p.After(free & -free))
				if !ok {
					all = false
					continue
				}
				best, worst = max(best, -h), max(worst, -l)
			}
			if best > high || all && worst < low {
				t.Fatalf("position %+v: %d to %d, but its moves are worth %d to %d", p, low, high, best, worst)
			}
		}
	})
}

func TestVerifySample(t *testing.T) {
	const (
		sample = 6
		nodes  = 60_000 // the limit for one position, to keep the test short
	)
	eachBook(t, func(t *testing.T, b *Book) {
		rng := rand.New(rand.NewPCG(4, 6))
		s := solver.New(b.Board, solver.NewTable(b.Board, 8<<20))
		exact := 0
		for range 10 * sample {
			p := b.random(rng)
			before := s.Nodes()
			low, high, _ := b.Lookup(p)
			got, ok := s.Solve(p, low-1, high+1, func() bool { return s.Nodes()-before > nodes })
			if !ok {
				continue
			}
			if got < low || got > high {
				t.Errorf("position %+v: the book says %d to %d, the solver %d", p, low, high, got)
			}
			if exact++; exact == sample {
				return
			}
		}
		if exact == 0 {
			t.Error("no position was easy enough to be solved again")
		}
	})
}

// random returns a position of the book.
func (b *Book) random(rng *rand.Rand) solver.Position {
	return grid{b.Grid}.position(b.keys[rng.IntN(len(b.keys))])
}

func TestLookup(t *testing.T) {
	b := For(classic)
	if allocs := testing.AllocsPerRun(100, func() { b.Lookup(solver.Position{}) }); allocs != 0 {
		t.Errorf("Lookup allocates %v times", allocs)
	}
	nine := solver.Position{Mask: 0b111 | 0b111<<7 | 0b111<<14, Own: 0b010 | 0b101<<7 | 0b010<<14}
	if _, _, ok := b.Lookup(nine); ok {
		t.Error("a position of nine discs is in a book of eight")
	}
	if got := For(solver.Board{Columns: 9, Rows: 9, Align: 4}); got != nil {
		t.Errorf("there is a book %+v of a board that no book fits", got)
	}
}

func BenchmarkLoad(b *testing.B) {
	data, err := files.ReadFile("data/7x6x4.book")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(data)), "bytes")
	for b.Loop() {
		if _, err := decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	book := For(classic)
	rng := rand.New(rand.NewPCG(1, 2))
	var ps [1 << 12]solver.Position
	for i := range ps {
		ps[i] = book.random(rng)
	}
	i := 0
	for b.Loop() {
		if _, _, ok := book.Lookup(ps[i%len(ps)]); !ok {
			b.Fatal("not found")
		}
		i++
	}
}
