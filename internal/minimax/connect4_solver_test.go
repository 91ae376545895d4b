package minimax

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
)

// discScore returns a Score in the convention of package solver.
func discScore(pos *rules.Connect4Position, s Score) string {
	board := boardOf(pos)
	switch plies, certain := s.Mate(); {
	case !certain:
		return "0"
	case plies > 0:
		return strconv.Itoa((board.Cells() + 2 - pos.Ply() - plies) / 2)
	default:
		return strconv.Itoa(-(board.Cells() + 2 - pos.Ply() + plies) / 2)
	}
}

// discLine returns an Analysis as a line of the solver's test data, without the moves.
func discLine(pos *rules.Connect4Position, a Analysis) string {
	fields := []string{discScore(pos, a.Value.Low)}
	for range boardOf(pos).Columns {
		fields = append(fields, ".")
	}
	for _, m := range a.Moves {
		fields[1+m.Move] = discScore(pos, m.Value.Low)
	}
	return strings.Join(fields, " ")
}

// TestConnect4Scores compares the values of all columns, and one best column, with
// exact values from other solvers.
func TestConnect4Scores(t *testing.T) {
	files, err := filepath.Glob("solver/testdata/*-easy.txt")
	if err != nil {
		t.Fatal(err)
	}
	others, err := filepath.Glob("solver/testdata/[4568]x*.txt")
	if err != nil {
		t.Fatal(err)
	}
	const each = 15 // the maximum of positions from each file
	rng := rand.New(rand.NewPCG(4, 4))
	compared := 0
	for _, file := range append(files, others...) {
		variant, lines := readScores(t, file)
		for _, line := range lines[:min(each, len(lines))] {
			moves, want, _ := strings.Cut(line, " ")
			pos := replay(t, variant, strings.Trim(moves, "-")).(*rules.Connect4Position)
			a, err := engine.Analyse(t.Context(), pos, unlimitedBudget, nil)
			if err != nil || !a.Exact() || discLine(pos, a) != want {
				t.Errorf("%s %s: %s, %v, want %s", variant, moves, discLine(pos, a), err, want)
			}
			limits := newLimits(t.Context(), unlimitedBudget)
			one, err := engine.solverOf(pos).solve(&limits, pos, solveRequest{oneBest: rng})
			if m := one.Best(); err != nil || one.Value != a.Value || len(m) == 0 || !slices.Contains(a.Best(), m[0]) {
				t.Errorf("%s %s: %v worth %v (%v), but %v are best, worth %v", variant, moves, m, one.Value, err, a.Best(), a.Value)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("only %d positions compared", compared)
	}
}

// readScores reads a file of the solver's test data.
func readScores(t *testing.T, file string) (variant string, lines []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if name, found := strings.CutPrefix(line, "# game "); found {
			variant = name
		} else if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return variant, lines
}

// TestAnalyseBounds checks that every report is consistent with the exact values.
func TestAnalyseBounds(t *testing.T) {
	variant, lines := readScores(t, "solver/testdata/7x6-middle-easy.txt")
	reports := 0
	for _, line := range lines[:10] {
		moves, _, _ := strings.Cut(line, " ")
		pos := replay(t, variant, moves)
		var all []Analysis
		last, err := engine.Analyse(t.Context(), pos, unlimitedBudget, func(a Analysis) { all = append(all, a) })
		if err != nil || !last.Exact() {
			t.Fatalf("%s: %+v, %v", moves, last, err)
		}
		reports += len(all)
		for _, a := range all {
			for i, m := range a.Moves {
				exact := last.Moves[i].Value.Low
				if v := m.Value; v.Low > exact || v.High < exact || v.Estimate < -100 || v.Estimate > 100 || v.Exact() && v.Estimate != 0 {
					t.Errorf("%s: %+v, but it is worth %d", moves, m, exact)
				}
			}
			if a.Value.Low > last.Value.Low || a.Value.High < last.Value.High {
				t.Errorf("%s: %+v, but it is worth %+v", moves, a.Value, last.Value)
			}
		}
	}
	if reports < 10 {
		t.Errorf("only %d reports", reports)
	}
}

// TestAnalyseLimits checks that without a budget Analyse returns bounds and no error, and that
// it returns the error of a cancelled context. These boards have no book, because a book
// would have the value of their start.
func TestAnalyseLimits(t *testing.T) {
	for _, variant := range []string{"connect4:9x5:4", "connect4:8x7:4", "connect4:15x15:5"} {
		pos := game(t, variant).Start()
		a, err := engine.Analyse(t.Context(), pos, time.Millisecond, nil)
		if err != nil || len(a.Moves) != len(pos.Moves(nil)) || a.Depth < 1 {
			t.Errorf("%s: %+v, %v", variant, a, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := engine.Analyse(ctx, pos, unlimitedBudget, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", variant, err)
		}
	}
	if _, err := engine.Analyse(t.Context(), replay(t, "connect4:7x6:4", "1212121"), unlimitedBudget, nil); !errors.Is(err, ErrOver) {
		t.Error(err)
	}
}

// TestScoresMatchPlies checks the conversion of scores to plies, on boards with an even
// and with an odd number of cells.
func TestScoresMatchPlies(t *testing.T) {
	for _, board := range []solver.Board{{Columns: 7, Rows: 6, Align: 4}, {Columns: 5, Rows: 5, Align: 4}} {
		for discs := range board.Cells() {
			c := connect4Solve{board: board, discs: discs}
			seen := map[Score]bool{0: true}
			for plies := 1; discs+plies <= board.Cells(); plies++ {
				s, want := (board.Cells()+2-discs-plies)/2, Win-Score(plies)
				if plies%2 == 0 {
					s, want = -s, Score(plies)-Win
				}
				if got := want.Discs(c.board.Cells(), c.discs); got != s {
					t.Errorf("%v with %d discs: %d becomes %d, want %d", board, discs, want, got, s)
				}
				if got := c.plyScore(s); got != want || seen[got] {
					t.Errorf("%v with %d discs: score %d becomes %d, want %d", board, discs, s, got, want)
				}
				seen[want] = true
			}
		}
	}
}

// TestKeptBoards checks that an engine keeps what it made for the boards of the last searches, and frees the memory of a
// dropped board before it makes the next tables.
func TestKeptBoards(t *testing.T) {
	const tableBytes = 64 << 20
	boards := newConnect4Boards(tableBytes, nil)
	made, create := 0, boards.create
	boards.create = func(b solver.Board) *connect4Board { made++; return create(b) }
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, columns := range []int{6, 7, 6, 8, 6, 8, 7, 9, 10, 11, 12, 6, 7, 8, 9, 10, 11, 12} {
		b := boards.of(solver.Board{Columns: columns, Rows: 4, Align: 4})
		b.engine()
		b.exact()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > tableBytes {
			t.Fatalf("the heap grew by %d MiB, the tables have %d MiB", grown>>20, tableBytes>>20)
		}
	}
	if made != 15 {
		t.Errorf("made %d boards, want 15: 6x4 stays at first", made)
	}
}

// TestEngineUsesItsBook checks that an engine answers from the book that it was given, without a search, and from the
// embedded books for other boards.
func TestEngineUsesItsBook(t *testing.T) {
	var made *book.Book
	board := solver.Board{Columns: 5, Rows: 4, Align: 4}
	err := book.Make(t.Context(), book.Config{
		Board: board, Plies: 3, Outcomes: 6, Threads: 1, TableBytes: 1, Results: filepath.Join(t.TempDir(), "book"),
		Report: func(string, int, int) {}, Save: func(b *book.Book) error { made = b; return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(1<<20, made)
	for moves, exact := range map[string]bool{"": true, "33": true, "33222": false} {
		c := newConnect4Solve(replay(t, "connect4:5x4:4", moves).(*rules.Connect4Position), e.boards.of(board).exact(), nil)
		for _, k := range c.moves {
			if k.low != k.high && (exact || k.low <= 0 && k.high >= 0) {
				t.Errorf("%q: the book says %d to %d of a move", moves, k.low, k.high)
			}
		}
	}
	if other := e.boards.of(solver.Board{Columns: 6, Rows: 4, Align: 4}).exact(); other.book == nil || other.book == made {
		t.Error("the embedded book of another board is lost")
	}
}
