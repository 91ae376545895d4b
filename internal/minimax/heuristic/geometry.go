package heuristic

import (
	"math/rand/v2"

	"github.com/quatre/quatre/internal/rules"
)

// The largest board, and its layout. A cell is numbered column*laneBits + row. A set of
// cells is an array of words, in which each column has a lane of 16 bits and four columns
// share a word:
//
//	word 0                    word 1
//	.. col 3 | 2 | 1 | 0      .. col 7 | 6 | 5 | 4
//
// Bit 0 of a lane is the bottom row. No board has 16 rows, so bit 15 is always clear. It
// stops bits that a shift carries over from the next lane, and borrows of a subtraction
// in all lanes at once.
const (
	maxSide  = rules.Connect4MaxSide
	laneBits = 16
	maxWords = 4
	maxCells = maxWords * 64 // the number of possible cell numbers

	// maxWindows is reached on 15x15 with 3 to align: 13 windows in each of 15 rows and
	// columns, and 13x13 in each diagonal direction.
	maxWindows = 2*13*15 + 2*13*13

	laneLow  = 0x0001_0001_0001_0001 // bit 0 of each lane
	laneHigh = laneLow << (laneBits - 1)
)

// cellSet is a set of cells.
type cellSet [maxWords]uint64

func (s *cellSet) has(cell uint8) bool { return s[cell/64]>>(cell%64)&1 != 0 }
func (s *cellSet) flip(cell uint8)     { s[cell/64] ^= 1 << (cell % 64) }

// geometry has what never changes on a board: its windows, the masks of the evaluation and
// the random numbers of the hash. A window is a line of as many cells as there are discs
// to align.
type geometry struct {
	columns, rows, align int
	words                int // words of a cellSet that the board uses
	cellCount            int // number of cells of the board
	weights              *weights

	board          cellSet
	goodRows       [2]cellSet // by side, the rows whose threats favour it; see profitingSide
	windows        []window   // on the empty board
	windowsThrough [maxCells][]uint16

	values     [classes][discsSize]int32    // points of a window for the first player, by class and discs
	ranks      [2][classes][discsSize]int32 // ranks of a move in a window, by side, class and discs
	lacksOne   [2]uint8                     // by side, the discs value of a window that lacks one disc
	zobrist    [2][maxCells]uint64          // random numbers of the Zobrist hash
	centrality [maxSide]int32               // how close a column is to the middle
}

// The classes of windows. There are two classes of rows, by the side that a threat in the
// row favours in the end.
const (
	vertical = iota
	diagonal
	rowOfFirst
	rowOfSecond
	classes
)

func newGeometry(columns, rows, align int) *geometry {
	g := &geometry{
		columns: columns, rows: rows, align: align,
		words: (columns + 3) / 4, cellCount: columns * rows, weights: &weightsOf[align],
		lacksOne: [2]uint8{uint8(align-1) * discOf[0], uint8(align-1) * discOf[1]},
	}
	for c := range columns {
		g.centrality[c] = int32(columns - max(2*c+1-columns, columns-1-2*c))
		for r := range rows {
			cell := uint8(c*laneBits + r)
			g.board.flip(cell)
			g.goodRows[g.profitingSide(r)].flip(cell)
		}
	}
	steps := [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} // columns and rows from one cell to the next
	for _, step := range steps {
		for c := range columns {
			for r := range rows {
				g.addWindow(c, r, step)
			}
		}
	}
	g.setWeights()
	// The seed is fixed so that a search can be repeated exactly.
	rng := rand.New(rand.NewPCG(uint64(columns*rows), uint64(align)))
	for side := range 2 {
		for cell := range g.zobrist[side] {
			g.zobrist[side][cell] = rng.Uint64()
		}
	}
	return g
}

// profitingSide returns the side, 0 for the first player, that a threat in this row
// favours in the end. Rows are counted from 0.
//
// Suppose that the threat is the only one and all other columns fill up. The opponent must not
// play below the threatened cell, so the free cells are the other columns and all but one of
// the cells below the threat. The player who must move when these are filled has to play below
// the threat, and the other player takes the threatened cell. The first player makes the odd
// moves, so the threat favours the first player if the number of free cells is odd. On 7x6,
// with six full columns and an even number of rows, these are the odd rows counted from 1, as
// in Victor Allis, "A Knowledge-based Approach of Connect-Four" (1988).
func (g *geometry) profitingSide(row int) int {
	free := (g.columns-1)*g.rows + row - 1
	return (free + 1) & 1
}

// addWindow adds the window that begins at a cell, if it ends on the board.
func (g *geometry) addWindow(column, row int, step [2]int) {
	endColumn, endRow := column+(g.align-1)*step[0], row+(g.align-1)*step[1]
	if endColumn >= g.columns || endRow >= g.rows || endRow < 0 {
		return
	}
	w := window{class: diagonal}
	switch {
	case step[0] == 0:
		w.class = vertical
	case step[1] == 0:
		w.class = uint8(rowOfFirst + g.profitingSide(row))
	}
	number := uint16(len(g.windows))
	for i := range g.align {
		cell := uint8((column+i*step[0])*laneBits + row + i*step[1])
		w.missing ^= cell
		g.windowsThrough[cell] = append(g.windowsThrough[cell], number)
	}
	g.windows = append(g.windows, w)
}
