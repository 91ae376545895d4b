package book

import (
	"maps"
	"math/bits"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// grid adds to a board what only tests ask of it.
type grid struct{ *solver.Grid }

// plain is minimax without pruning. It remembers the values that it has found.
type plain struct {
	grid grid
	seen map[solver.Position]int
}

func (m *plain) value(p solver.Position) int {
	if v, found := m.seen[p]; found {
		return v
	}
	free, best := m.grid.Landing(p.Mask), -m.grid.Cells()
	if free == 0 {
		best = 0
	}
	for ; free != 0; free &= free - 1 {
		cell := free & -free
		if m.grid.aligned(p.Own | cell) {
			best = (m.grid.Cells() + 1 - p.Discs()) / 2
			break
		}
		best = max(best, -m.value(p.After(cell)))
	}
	m.seen[p] = best
	return best
}

// positions returns the quiet and the other positions of a board with at most this many discs.
func positions(g grid, plies int) (quiet, others []solver.Position) {
	seen := map[solver.Position]bool{}
	var walk func(solver.Position)
	walk = func(p solver.Position) {
		if seen[p] || p.Discs() > plies || g.aligned(p.Mask^p.Own) || g.Landing(p.Mask) == 0 {
			return
		}
		seen[p] = true
		if g.quiet(p) {
			quiet = append(quiet, p)
		} else {
			others = append(others, p)
		}
		for free := g.Landing(p.Mask); free != 0; free &= free - 1 {
			walk(p.After(free & -free))
		}
	}
	walk(solver.Position{})
	return quiet, others
}

func TestLookupMatchesPlainMinimax(t *testing.T) {
	for _, board := range []solver.Board{{Columns: 4, Rows: 4, Align: 4}, {Columns: 5, Rows: 3, Align: 3}, {Columns: 3, Rows: 5, Align: 3}} {
		g := grid{solver.NewGrid(board)}
		m := plain{g, map[solver.Position]int{}}
		quiet, others := positions(g, 6)
		values := map[uint64]byte{}
		for _, p := range quiet {
			values[g.Key(p)] = byte(m.value(p))
		}
		b := &Book{Grid: g.Grid, plies: 6, keys: slices.Sorted(maps.Keys(values))}
		for range 2 { // both bounds are the value
			for _, key := range b.keys {
				b.bounds = append(b.bounds, values[key])
			}
		}
		for _, p := range quiet {
			want := m.value(p)
			if low, high, ok := b.Lookup(p); !ok || low != want || high != want {
				t.Fatalf("%+v, %+v: %d to %d, found %v; want %d", board, p, low, high, ok, want)
			}
		}
		for _, p := range others {
			want := m.value(p)
			if low, high, ok := b.Lookup(p); ok && (low != want || high != want) || !ok && p.Discs() < 5 && b.winsAtOnceOrBlocksIntoQuiet(p) {
				t.Fatalf("%+v, %+v: %d to %d, found %v; want %d", board, p, low, high, ok, want)
			}
		}
	}
}

// winsAtOnceOrBlocksIntoQuiet reports whether the side to move can win with its next disc, or
// must block one cell and the position after that is quiet.
func (b *Book) winsAtOnceOrBlocksIntoQuiet(p solver.Position) bool {
	free := b.Landing(p.Mask)
	if b.Wins(p.Own)&free != 0 {
		return true
	}
	forced := b.Wins(p.Mask^p.Own) & free
	return grid{b.Grid}.quiet(p.After(forced & -forced))
}

// aligned reports whether a set of discs contains an alignment.
func (g grid) aligned(discs uint64) bool {
	stride := uint(g.Rows + 1)
	for _, step := range [4]uint{1, stride - 1, stride, stride + 1} {
		run := discs
		for i := range uint(g.Align - 1) {
			run &= discs >> (step * (i + 1))
		}
		if run != 0 {
			return true
		}
	}
	return false
}

// position returns the position of a key, or its mirror image, which has the same key.
func (g grid) position(key uint64) solver.Position {
	var p solver.Position
	stride := uint(g.Rows + 1)
	for c := range uint(g.Columns) {
		sum := key >> (c * stride) & (1<<stride - 1)
		mask := uint64(1)<<(bits.Len64(sum+1)-1) - 1
		p.Mask |= mask << (c * stride)
		p.Own |= (sum - mask) << (c * stride)
	}
	return p
}

// quiet reports whether neither side could complete an alignment with the next disc. Then the
// side to move cannot win at once and need not answer a threat.
func (g grid) quiet(p solver.Position) bool {
	free := g.Landing(p.Mask)
	return (g.Wins(p.Own)|g.Wins(p.Mask^p.Own))&free == 0
}
