package minimax

import (
	"math/bits"

	"github.com/quatre/quatre/internal/rules"
)

// The weights of the Connect Four evaluator, in points. A window is a line of as many cells
// as there are discs to align. It is open to a side if the other side has no disc in it. The
// weights are the best of ten sets in matches on 7x6.
const (
	windowLacksOne = 8 // an open window that lacks one disc
	windowLacksTwo = 3 // an open window that lacks two discs
	discInCentre   = 4 // a disc in the middle column, or in one of the two middle columns
	discNearCentre = 2 // a disc in a middle column or in a column next to it
)

// connect4Evaluator counts open windows for all cells of the board at once, with the bits
// of rules.Bitboard.
type connect4Evaluator struct {
	pos          *rules.Connect4Position
	align        int
	words        int               // words of a Bitboard that the board uses
	directions   [4]int            // bits from one cell to the next in a window
	starts       [4]rules.Bitboard // first cells of the windows, by direction
	centre, near rules.Bitboard
}

func newConnect4Evaluator(pos *rules.Connect4Position) *connect4Evaluator {
	columns, rows, align := pos.Size()
	stride := rows + 1
	e := &connect4Evaluator{
		pos: pos, align: align,
		words:      (columns*stride + 63) / 64,
		directions: [4]int{1, stride, stride + 1, stride - 1},
	}
	steps := [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} // columns and rows from one cell to the next
	for c := range columns {
		fromCentre := max(2*c+1-columns, columns-1-2*c) / 2
		for r := range rows {
			bit := c*stride + r
			for i, step := range steps {
				endColumn, endRow := c+(align-1)*step[0], r+(align-1)*step[1]
				if endColumn < columns && 0 <= endRow && endRow < rows {
					e.starts[i][bit/64] |= 1 << (bit % 64)
				}
			}
			if fromCentre == 0 {
				e.centre[bit/64] |= 1 << (bit % 64)
			}
			if fromCentre <= 1 {
				e.near[bit/64] |= 1 << (bit % 64)
			}
		}
	}
	return e
}

// score implements evaluator.
func (e *connect4Evaluator) score() Score {
	turn := e.pos.Turn()
	own, other := e.pos.Discs(turn), e.pos.Discs(turn.Other())
	points := 0
	for w := range e.words {
		points += discInCentre*bitDifference(own[w]&e.centre[w], other[w]&e.centre[w]) +
			discNearCentre*bitDifference(own[w]&e.near[w], other[w]&e.near[w])
	}
	if e.words == 1 {
		return Score(points + e.windowsOneWord(own[0], other[0]))
	}
	return Score(points + e.windows(own, other))
}

// windowsOneWord returns the points for the open windows of own minus those of other, on a
// board of at most 64 bits.
func (e *connect4Evaluator) windowsOneWord(own, other uint64) int {
	points := 0
	for i, d := range e.directions {
		var ours, theirs counter
		x, y := own, other
		for range e.align {
			ours, theirs = ours.add(x), theirs.add(y)
			x, y = x>>(uint(d)%64), y>>(uint(d)%64)
		}
		points += e.openPoints(ours, theirs, e.starts[i][0])
	}
	return points
}

// windows is windowsOneWord for a board of any size.
func (e *connect4Evaluator) windows(own, other *rules.Bitboard) int {
	points := 0
	for i, d := range e.directions {
		var ours, theirs [len(rules.Bitboard{})]counter
		x, y := *own, *other
		for range e.align {
			for w := range e.words {
				ours[w], theirs[w] = ours[w].add(x[w]), theirs[w].add(y[w])
			}
			x, y = x.Down(d), y.Down(d)
		}
		for w := range e.words {
			points += e.openPoints(ours[w], theirs[w], e.starts[i][w])
		}
	}
	return points
}

// openPoints returns the points for the windows that begin at starts. ours and theirs
// count the discs of each side in each window.
func (e *connect4Evaluator) openPoints(ours, theirs counter, starts uint64) int {
	openToUs, openToThem := starts&^theirs.nonZero(), starts&^ours.nonZero()
	return windowLacksOne*bitDifference(openToUs&ours.equal(e.align-1), openToThem&theirs.equal(e.align-1)) +
		windowLacksTwo*bitDifference(openToUs&ours.equal(e.align-2), openToThem&theirs.equal(e.align-2))
}

// bitDifference returns how many more bits a has than b.
func bitDifference(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }

// counter is 64 numbers from 0 to 7, one for each bit position. ones, twos and fours have
// the binary digits of the numbers.
type counter struct{ ones, twos, fours uint64 }

// add adds 1 to the numbers at the set bits. None of these numbers may be 7.
func (c counter) add(bits uint64) counter {
	carry := c.ones & bits
	return counter{c.ones ^ bits, c.twos ^ carry, c.fours | c.twos&carry}
}

// nonZero returns the bits whose numbers are not 0.
func (c counter) nonZero() uint64 { return c.ones | c.twos | c.fours }

// equal returns the bits whose numbers are n.
func (c counter) equal(n int) uint64 {
	ones, twos, fours := -uint64(n&1), -uint64(n>>1&1), -uint64(n>>2&1)
	return ^((c.ones ^ ones) | (c.twos ^ twos) | (c.fours ^ fours))
}
