package minimax

import (
	"github.com/quatre/quatre/internal/rules"
)

// connect4Evaluator counts open lines for all cells of the board at once, with the bits of
// rules.Bitboard.
type connect4Evaluator struct {
	align        int
	words        int               // words of a Bitboard that the board uses
	directions   [4]int            // bits from one cell to the next in a line: columns, rows, diagonals
	starts       [4]rules.Bitboard // first cells of the lines, by direction
	centre, near rules.Bitboard
}

func newConnect4Evaluator(pos *rules.Connect4Position) *connect4Evaluator {
	columns, rows, align := pos.Size()
	stride := rows + 1
	e := &connect4Evaluator{
		align:      align,
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

// points returns the points of the side with the discs own.
func (e *connect4Evaluator) points(w *weights, own, other *rules.Bitboard) int {
	points := 0
	for i := range e.words {
		points += w.centre.of(own[i]&e.centre[i], other[i]&e.centre[i]) + w.near.of(own[i]&e.near[i], other[i]&e.near[i])
	}
	for i, d := range e.directions {
		if e.words == 1 {
			ours, theirs := countOneWord(e.align, d, own[0], other[0])
			points += w.factors[i] * e.linePoints(w, ours, theirs, e.starts[i][0])
			continue
		}
		ours, theirs := e.count(d, own), e.count(d, other)
		for k := range e.words {
			points += w.factors[i] * e.linePoints(w, ours[k], theirs[k], e.starts[i][k])
		}
	}
	return points
}

// linePoints returns the points for the lines that begin at starts, without the factor of their
// direction. ours and theirs count the discs of each side in each line.
func (e *connect4Evaluator) linePoints(w *weights, ours, theirs counter, starts uint64) int {
	openToUs, openToThem := starts&^theirs.nonZero(), starts&^ours.nonZero()
	points := 0
	for lacks := range w.lines[:w.kinds] {
		if discs := e.align - 1 - lacks; discs > 0 {
			points += w.lines[lacks].of(openToUs&ours.equal(discs), openToThem&theirs.equal(discs))
		}
	}
	return points
}

// count counts the discs in each line of a direction, by the first cell of the line.
func (e *connect4Evaluator) count(direction int, discs *rules.Bitboard) (n [len(rules.Bitboard{})]counter) {
	x := *discs
	for range e.align {
		for w := range e.words {
			n[w] = n[w].add(x[w])
		}
		x = x.Down(direction)
	}
	return n
}

// countOneWord counts the discs of two sides on a board of at most 64 bits. The levels search
// mostly such boards.
func countOneWord(align, direction int, own, other uint64) (ours, theirs counter) {
	for range align {
		ours, theirs = ours.add(own), theirs.add(other)
		own, other = own>>(uint(direction)%64), other>>(uint(direction)%64)
	}
	return ours, theirs
}

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
