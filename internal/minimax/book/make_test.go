package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// small is a board that plain minimax solves.
var small = solver.Board{Columns: 4, Rows: 4, Align: 4}

// config returns a configuration whose results are in a new folder.
func config(t *testing.T, board solver.Board, plies, outcomes int) (cfg Config, save **Book) {
	save = new(*Book)
	return Config{
		Board: board, Plies: plies, Outcomes: outcomes, Threads: 2, TableBytes: 1 << 20,
		Results: filepath.Join(t.TempDir(), "book"), Report: func(string, int, int) {},
		Save: func(b *Book) error { *save = b; return nil },
	}, save
}

// makeBook makes a book.
func makeBook(t *testing.T, board solver.Board, plies, outcomes int) *Book {
	t.Helper()
	cfg, save := config(t, board, plies, outcomes)
	if err := Make(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	return *save
}

// allPositions returns every position with n discs that nobody has won and in which the sides have the right number of
// discs, whether or not moves lead to it: what rules.Setup accepts.
func allPositions(g grid, n int) (all []solver.Position) {
	var fill func(column, x, o int, own, other uint64)
	fill = func(column, x, o int, own, other uint64) {
		if column == g.Columns {
			if x == (n+1)/2 && o == n/2 && !g.aligned(own) && !g.aligned(other) {
				p := solver.Position{Own: own, Mask: own | other} // own are the discs of the first player
				if n%2 == 1 {
					p.Own = other
				}
				all = append(all, p)
			}
			return
		}
		bottom := uint64(1) << (column * (g.Rows + 1))
		for height := range g.Rows + 1 {
			for colours := range uint64(1) << height {
				cells := bottom<<height - bottom
				first := colours * bottom
				fill(column+1, x+solver.Position{Mask: first}.Discs(), o+solver.Position{Mask: cells ^ first}.Discs(), own|first, other|cells^first)
			}
		}
	}
	fill(0, 0, 0, 0, 0)
	return all
}

// A book that Make has made has the exact scores of plain minimax, then its outcomes, and never the score of a
// position that moves do not lead to, unless it is right.
func TestMakeMatchesPlainMinimax(t *testing.T) {
	const plies, outcomes = 3, 8
	b := makeBook(t, small, plies, outcomes)
	m := plain{grid{b.Grid}, map[solver.Position]int{}}
	exact, known, apart := 0, 0, 0
	for n := range outcomes + 3 {
		reachable := map[solver.Position]bool{}
		for _, p := range reached(b.Grid, n) {
			reachable[p], reachable[solver.Position{Own: b.Mirror(p.Own), Mask: b.Mirror(p.Mask)}] = true, true
		}
		for _, p := range allPositions(m.grid, n) {
			want := m.value(p)
			low, high, ok := b.Lookup(p)
			switch {
			case ok && (want < low || want > high || low <= 0 && high >= 0 && low != high):
				t.Fatalf("%+v with %d discs: %d to %d, want %d", p, n, low, high, want)
			case n <= plies && reachable[p] && (!ok || low != high):
				t.Fatalf("%+v with %d discs: %d to %d, found %v, want exactly %d", p, n, low, high, ok, want)
			case n <= outcomes && reachable[p] && !ok:
				t.Fatalf("%+v with %d discs has no outcome", p, n)
			case ok && low == high:
				exact++
			case ok:
				known++
			case !reachable[p] && n <= outcomes:
				apart++
			}
		}
	}
	if exact < 1000 || known < 1000 || apart < 100 {
		t.Errorf("%d exact scores, %d outcomes, %d positions that moves do not lead to: the test is too small", exact, known, apart)
	}
}

func TestReachable(t *testing.T) {
	g := solver.NewGrid(small)
	for n := range 9 {
		keys := map[uint64]bool{}
		for _, p := range reached(g, n) {
			keys[g.Key(p)] = true
		}
		for _, p := range allPositions(grid{g}, n) {
			if got := reachable(g, p); got != keys[g.Key(p)] {
				t.Fatalf("%+v with %d discs: reachable is %v", p, n, got)
			}
		}
	}
}

// The numbers of positions, with mirror images, are those of John Tromp, "John's Connect Four Playground".
func TestReachedCounts(t *testing.T) {
	g := solver.NewGrid(classic)
	for n, want := range []int{1, 7, 49, 238, 1120, 4263, 16422} {
		count := 0
		for _, p := range reached(g, n) {
			if count++; g.Mirror(p.Own) != p.Own || g.Mirror(p.Mask) != p.Mask {
				count++
			}
		}
		if count != want {
			t.Errorf("%d positions with %d discs, want %d", count, n, want)
		}
	}
}

// Outcomes without scores, of all positions of the data set and their mirror images.
func TestOutcomesOfDataSet(t *testing.T) {
	b := &Book{Grid: solver.NewGrid(classic), outcomePlies: 8}
	found, data := map[uint64]int8{}, readDataSet(t)
	for p, outcome := range data {
		found[b.Key(p)] = int8(outcome)
	}
	b.outcomes = newOutcomes(found)
	for p, want := range data {
		for _, q := range []solver.Position{p, {Own: b.Mirror(p.Own), Mask: b.Mirror(p.Mask)}} {
			if low, high, ok := b.Lookup(q); !ok || min(max(low, loss), win) != want || min(max(high, loss), win) != want {
				t.Fatalf("%+v: %d to %d, found %v, want %d", q, low, high, ok, want)
			}
		}
	}
}

// A book that Make has made agrees with the scores of another solver; see ../solver/testdata.
func TestMakeMatchesAnotherSolver(t *testing.T) {
	board := solver.Board{Columns: 5, Rows: 4, Align: 4}
	b := makeBook(t, board, 4, 9)
	text, err := os.ReadFile("../solver/testdata/5x4.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(text)) {
		var moves string
		var score int
		if n, _ := fmt.Sscan(line, &moves, &score); n < 2 {
			continue
		}
		var p solver.Position
		for _, column := range strings.Trim(moves, "-") {
			p = p.After(b.Landing(p.Mask) & (31 << (5 * (column - '1'))))
		}
		switch low, high, ok := b.Lookup(p); {
		case p.Discs() > 9 && !ok:
		case !ok || score < low || score > high || p.Discs() <= 4 && low != high:
			t.Errorf("%s: %d to %d, found %v, want %d", moves, low, high, ok, score)
		default:
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("only %d positions are compared", compared)
	}
}

var errStop = errors.New("stop")

// A book is the same bytes whether or not making it was interrupted, and whatever a kill has left at the end of the files.
func TestMakeResumes(t *testing.T) {
	board := solver.Board{Columns: 5, Rows: 4, Align: 4}
	want := write(t, makeBook(t, board, 5, 7))
	cfg, save := config(t, board, 5, 7)
	rng := rand.New(rand.NewPCG(5, 4))
	runs, known := 0, map[string]int{}
	for ; runs == 0 || *save == nil || !bytes.Equal(write(t, *save), want); runs++ {
		if runs == 200 {
			t.Fatal("the book does not become that of a single run")
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cfg.Report = func(pass string, done, all int) {
			if done < known[pass]-1 { // the last record may have been torn
				t.Errorf("%d %s are known, but %d were before", done, pass, known[pass])
			}
			if known[pass] = done; rng.IntN(500) == 0 {
				cancel(errStop)
			}
		}
		if err := Make(ctx, cfg); err != nil && !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		files, err := filepath.Glob(cfg.Results + ".*")
		if err != nil || len(files) == 0 {
			t.Fatalf("the files are %v, %v", files, err)
		}
		for _, name := range files { // as if a kill or a crash had torn the last record
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data[:len(data)-min(rng.IntN(8), len(data))], make([]byte, rng.IntN(20))...)
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if runs < 5 {
		t.Errorf("the book was complete after %d runs: the test is too small", runs)
	}
}

func TestMakeRefuses(t *testing.T) {
	good, _ := config(t, small, 2, 4)
	for _, change := range []func(*Config){
		func(c *Config) { c.Board = solver.Board{Columns: 9, Rows: 9, Align: 4} },
		func(c *Config) { c.Plies = -1 },
		func(c *Config) { c.Plies = 4 },
		func(c *Config) { c.Plies, c.Outcomes = 16, 0 },
		func(c *Config) { c.Outcomes = 16 },
		func(c *Config) { c.Results = filepath.Join(c.Results, "missing") },
		func(c *Config) { c.Save = func(*Book) error { return errStop } },
	} {
		cfg := good
		if change(&cfg); Make(t.Context(), cfg) == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
}

func TestVerifyFindsWrongEntries(t *testing.T) {
	b := makeBook(t, small, 4, 6)
	verify := func() error {
		return b.Verify(t.Context(), 60, rand.New(rand.NewPCG(1, 1)), 1<<20, func(int) {})
	}
	if err := verify(); err != nil {
		t.Error(err)
	}
	right := slices.Clone(b.bounds)
	for i := range b.bounds {
		b.bounds[i]++
	}
	if err := verify(); err == nil || strings.Count(err.Error(), "\n") != 29 {
		t.Errorf("with all scores wrong, of which 30 are in the sample: %v", err)
	}
	b.bounds = right
	for i := range b.outcomes.wins.words {
		b.outcomes.wins.words[i] = ^b.outcomes.wins.words[i]
	}
	if verify() == nil {
		t.Error("wrong outcomes are not found")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errStop)
	if err := makeBook(t, classic, 0, 0).Verify(ctx, 1, rand.New(rand.NewPCG(1, 1)), 1<<20, nil); !errors.Is(err, errStop) {
		t.Errorf("verifying a book without time: %v", err)
	}
}

func TestOutcomesMatchMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{0, 1, 2, 63, 64, 65, 1000, 100_000} {
		set := map[uint64]int8{}
		for len(set) < n {
			set[rng.Uint64N(1<<49)] = int8(rng.IntN(3) - 1)
		}
		o := newOutcomes(set)
		for key, want := range set {
			if got := o.of(key); got != int(want) {
				t.Fatalf("%d keys: %x has %d, want %d", n, key, got, want)
			}
		}
		if again := newOutcomes(set); !slices.Equal(again.wins.words, o.wins.words) || !slices.Equal(again.draws.words, o.draws.words) {
			t.Errorf("%d keys in another order give other bits", n)
		}
	}
}
