package solver

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
)

// plain is minimax without pruning, on a board of cells. It has its own code for the rules.
type plain struct {
	Board
	cells [][]int // by column and row: 0 free, 1 and 2 the sides
	discs int
}

func newPlain(b Board, p Position) *plain {
	q := &plain{Board: b, discs: p.Discs()}
	side := 1 + q.discs%2
	for c := range b.Columns {
		q.cells = append(q.cells, make([]int, b.Rows))
		for r := range b.Rows {
			bit := uint64(1) << (c*(b.Rows+1) + r)
			switch {
			case p.Own&bit != 0:
				q.cells[c][r] = side
			case p.Mask&bit != 0:
				q.cells[c][r] = 3 - side
			}
		}
	}
	return q
}

// aligned reports whether the disc at c, r is part of an alignment.
func (q *plain) aligned(c, r int) bool {
	side := q.cells[c][r]
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		run := 1
		for _, sign := range []int{1, -1} {
			for i := 1; ; i++ {
				x, y := c+sign*i*d[0], r+sign*i*d[1]
				if x < 0 || x >= q.Columns || y < 0 || y >= q.Rows || q.cells[x][y] != side {
					break
				}
				run++
			}
		}
		if run >= q.Align {
			return true
		}
	}
	return false
}

func (q *plain) score() int {
	best := -1000
	if q.discs == q.Cells() {
		return 0
	}
	for c := range q.Columns {
		r := 0
		for r < q.Rows && q.cells[c][r] != 0 {
			r++
		}
		if r == q.Rows {
			continue
		}
		q.cells[c][r] = 1 + q.discs%2
		q.discs++
		if q.aligned(c, r) {
			best = max(best, (q.Cells()+2-q.discs)/2)
		} else {
			best = max(best, -q.score())
		}
		q.discs--
		q.cells[c][r] = 0
	}
	return best
}

// randomPosition plays random discs until discs are on the board, without alignments. ok is
// false if every move would make an alignment.
func randomPosition(rng *rand.Rand, b Board, discs int) (p Position, ok bool) {
	q := newPlain(b, p)
	for tries := 0; q.discs < discs; {
		if tries++; tries > 10*b.Columns*discs {
			return p, false
		}
		c := rng.IntN(b.Columns)
		r := slices.Index(q.cells[c], 0)
		if r < 0 {
			continue
		}
		q.cells[c][r] = 1 + q.discs%2
		if q.aligned(c, r) {
			q.cells[c][r] = 0
			continue
		}
		q.discs++
		p = play(b, p, c)
	}
	return p, true
}

var smallBoards = []Board{
	{4, 4, 4},
	{4, 4, 3},
	{5, 4, 4},
	{4, 5, 4},
	{5, 5, 5},
	{5, 5, 4},
	{6, 5, 5},
	{7, 6, 4},
	{8, 7, 4},
	{4, 15, 4},
	{12, 4, 4},
	{9, 6, 5},
	{7, 7, 4},
	{10, 5, 5},
}

// positionsNearEnd returns random positions of all small boards with at most this many
// free cells. Plain minimax solves them quickly.
func positionsNearEnd(t *testing.T, rng *rand.Rand, free, perBoard int) iter.Seq2[Board, Position] {
	return func(yield func(Board, Position) bool) {
		for _, b := range smallBoards {
			found := 0
			for try := 0; try < 20*perBoard && found < perBoard; try++ {
				if p, ok := randomPosition(rng, b, b.Cells()-1-rng.IntN(free)); ok {
					found++
					if !yield(b, p) {
						return
					}
				}
			}
			if found < perBoard/4 {
				t.Errorf("%v: only %d positions", b, found)
			}
		}
	}
}

// TestEqualsPlainMinimax compares the search with plain minimax.
func TestEqualsPlainMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var s *Solver
	for b, p := range positionsNearEnd(t, rng, 8, 400) {
		if s == nil || b != s.Board {
			if !b.Fits() {
				t.Fatalf("%v does not fit", b)
			}
			s = New(b, NewTable(b, 1<<20))
		}
		want := newPlain(b, p).score()
		if got := s.exact(p); got != want {
			t.Fatalf("%v %+v: %d, plain minimax says %d", b, p, got, want)
		}
		checkWindows(t, s, p, want)
	}
}

// checkWindows checks Solve with each small window around the score.
func checkWindows(t *testing.T, s *Solver, p Position, want int) {
	t.Helper()
	for lo := want - 3; lo < want+3; lo++ {
		hi := lo + 2
		got, ok := s.Solve(p, lo, hi, nil)
		switch {
		case !ok,
			want > lo && want < hi && got != want,
			want <= lo && (got > lo || got < want),
			want >= hi && (got < hi || got > want):
			t.Fatalf("%v %+v with the window %d to %d: %d, but the score is %d", s.Board, p, lo, hi, got, want)
		}
	}
}
