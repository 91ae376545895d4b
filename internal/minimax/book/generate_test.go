package book

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// smallBoard is a board that plain minimax solves quickly.
var smallBoard = solver.Board{Columns: 4, Rows: 4, Align: 4}

func config(t testing.TB, b solver.Board, plies int) Config {
	return Config{Board: b, Plies: plies, Pass: Scores, Dir: t.TempDir(), TableBytes: 1 << 20, Goroutines: 2}
}

// generateBook makes a book, writes it and reads it again.
func generateBook(t testing.TB, board solver.Board, plies int) *Book {
	t.Helper()
	g, err := NewGenerator(config(t, board, plies))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return encodeAndRead(t, g)
}

func encodeAndRead(t testing.TB, g *Generator) *Book {
	t.Helper()
	var buf bytes.Buffer
	if err := g.Encode(&buf); err != nil {
		t.Fatal(err)
	}
	b, err := Read(&buf)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// plain is minimax without pruning. It remembers the values that it has found.
type plain struct {
	grid *grid
	seen map[solver.Position]int
}

func (m *plain) value(p solver.Position) int {
	if v, found := m.seen[p]; found {
		return v
	}
	free, best := m.grid.moves(p), -m.grid.Cells()
	if free == 0 {
		best = 0
	}
	for ; free != 0; free &= free - 1 {
		cell := free & -free
		if m.grid.aligned(p.Own | cell) {
			best = (m.grid.Cells() + 1 - p.Discs()) / 2
			break
		}
		best = max(best, -m.value(play(p, cell)))
	}
	m.seen[p] = best
	return best
}

func TestScoresMatchPlainMinimax(t *testing.T) {
	for _, board := range []solver.Board{smallBoard, {Columns: 5, Rows: 3, Align: 3}, {Columns: 3, Rows: 5, Align: 3}} {
		b := generateBook(t, board, 6)
		m := plain{newGrid(board), map[solver.Position]int{}}
		for n, list := range b.grid.positions(6) {
			for _, p := range list {
				want := m.value(p)
				if low, high, ok := b.Lookup(p); !ok || low != want || high != want {
					t.Fatalf("%+v, %d discs, %+v: %d to %d, found %v; want %d", board, n, p, low, high, ok, want)
				}
			}
		}
		for _, p := range nonQuietPositions(b.grid, 6) {
			want := m.value(p)
			if low, high, ok := b.Lookup(p); ok && (low != want || high != want) || !ok && p.Discs() < 5 && b.winsAtOnceOrBlocksIntoQuiet(p) {
				t.Fatalf("%+v, %+v: %d to %d, found %v; want %d", board, p, low, high, ok, want)
			}
		}
		if v, err := b.Verify(t.Context(), 50, 1, 1<<20, nil); err != nil || len(v.Wrong) > 0 {
			t.Errorf("%+v: %v, %v", board, v.Wrong, err)
		}
	}
}

// nonQuietPositions returns the positions that are not quiet. It does not use g.positions.
func nonQuietPositions(g *grid, plies int) (out []solver.Position) {
	seen := map[solver.Position]bool{}
	var walk func(solver.Position)
	walk = func(p solver.Position) {
		if seen[p] || p.Discs() > plies || g.aligned(p.Mask^p.Own) || g.moves(p) == 0 {
			return
		}
		seen[p] = true
		if !g.quiet(p) {
			out = append(out, p)
		}
		for free := g.moves(p); free != 0; free &= free - 1 {
			walk(play(p, free&-free))
		}
	}
	walk(solver.Position{})
	return out
}

// winsAtOnceOrBlocksIntoQuiet reports whether the side to move can win with its next disc, or
// must block one cell and the position after that is quiet.
func (b *Book) winsAtOnceOrBlocksIntoQuiet(p solver.Position) bool {
	free := b.grid.moves(p)
	if b.grid.winningCells(p.Own, free) != 0 {
		return true
	}
	forced := b.grid.winningCells(p.Mask^p.Own, free)
	return b.grid.quiet(play(p, forced&-forced))
}

func TestPassesFindOnlyTheirPart(t *testing.T) {
	c := config(t, smallBoard, 6)
	for _, pass := range []Pass{Outcomes, Principal} {
		c.Pass, c.Dir = pass, t.TempDir()
		g, err := NewGenerator(c)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if err := g.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, solved, exact := g.Counts()
		if pass == Outcomes && solved != all || exact == all {
			t.Errorf("pass %d: of %d positions %d have an outcome, %d an exact score", pass, all, solved, exact)
		}
		b := encodeAndRead(t, g)
		low, high, ok := b.Lookup(solver.Position{})
		if !ok || pass == Principal && low != high {
			t.Errorf("pass %d: the start is worth %d to %d, found %v", pass, low, high, ok)
		}
		if b.Len() != solved || b.Exact() != exact {
			t.Errorf("pass %d: the book has %d positions, %d exact; want %d and %d", pass, b.Len(), b.Exact(), solved, exact)
		}
	}
}

func TestRunResumes(t *testing.T) {
	c := config(t, smallBoard, 6)
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	c.Goroutines = 1
	c.Progress = func(Progress) {
		if seen++; seen == 100 {
			cancel()
		}
	}
	g, err := NewGenerator(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Run(ctx); err != context.Canceled {
		t.Errorf("Run with a context that ends: %v", err)
	}
	_, before, _ := g.Counts()
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	// A crash can leave half a line at the end.
	name := filepath.Join(c.Dir, workName)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(text, "abc -"...), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Progress = nil
	if g, err = NewGenerator(c); err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	all, again, _ := g.Counts()
	if before == 0 || again != before || again == all {
		t.Errorf("of %d positions %d were solved, and %d after reopening the work file", all, before, again)
	}
	if err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all, _, exact := g.Counts(); exact != all {
		t.Errorf("%d of %d scores are known", exact, all)
	}
}

func TestNewGeneratorRefusals(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		text   string // the content of the work file
		want   string
	}{
		{change: func(c *Config) { c.Board.Columns, c.Board.Rows = 8, 7 }, want: "more than 52 bits"},
		{change: func(c *Config) { c.Board.Align = 6 }, want: "3 to 5"},
		{change: func(c *Config) { c.Plies = 16 }, want: "0 to 15"},
		{text: "# book connect4:5x4:4\n", want: "begins with"},
		{text: workHeader(smallBoard) + "\nnonsense\n", want: "line 2"},
		{text: workHeader(smallBoard) + "\n0 1 -1\n", want: "line 2"},
	} {
		cfg := config(t, smallBoard, 4)
		if c.change != nil {
			c.change(&cfg)
		}
		if err := os.WriteFile(filepath.Join(cfg.Dir, workName), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := NewGenerator(cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestContradictionIsAnError(t *testing.T) {
	cfg := config(t, smallBoard, 4)
	// These results are false: the game on 4x4 is a draw.
	if err := os.WriteFile(filepath.Join(cfg.Dir, workName), []byte(workHeader(smallBoard)+"\n0 -8 -2\n1 -8 -1\n2 -8 -1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := NewGenerator(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "contradicts") {
		t.Errorf("Run with a false work file: %v", err)
	}
}
