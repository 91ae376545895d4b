package rules

import "math/bits"

// Bitboard is a set of cells of a Connect Four board, with one bit for each cell. The
// columns follow one another, and each has one bit more than it has cells. On 7x6 the
// bits are numbered like this:
//
//	06  13  20  27  34  41  48   always clear
//	05  12  19  26  33  40  47   top row
//	04  11  18  25  32  39  46
//	03  10  17  24  31  38  45
//	02  09  16  23  30  37  44
//	01  08  15  22  29  36  43
//	00  07  14  21  28  35  42   bottom row
//
// The stride is rows+1. The cell in column c and row r is bit c*stride + r. The
// neighbours of a cell are always the same distance away: 1 up, stride to the right,
// stride+1 and stride-1 along the diagonals. The clear bits on top keep an alignment from
// continuing in the next column. Bit n is bit n%64 of word n/64. The largest board,
// 15x15, takes 240 bits. A board of up to 64 bits, such as 7x6 and 8x7, uses only the
// first word.
//
// The layout is that of John Tromp's Fhourstones benchmark.
type Bitboard [bitboardWords]uint64

const (
	bitboardWords = 4
	wordBits      = 64
)

// Has reports whether bit n is set. n is taken modulo 256. No board uses bit 239 or
// above, so a step from a cell to a neighbour off the board, at most 17 bits either way,
// ends on a clear bit.
func (b *Bitboard) Has(n int) bool {
	return b[uint(n)/wordBits%bitboardWords]>>(uint(n)%wordBits)&1 != 0
}

func (b *Bitboard) set(n int) {
	b[uint(n)/wordBits%bitboardWords] |= 1 << (uint(n) % wordBits)
}

func (b *Bitboard) clear(n int) {
	b[uint(n)/wordBits%bitboardWords] &^= 1 << (uint(n) % wordBits)
}

// Count returns the number of bits that are set.
func (b *Bitboard) Count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) +
		bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// Down returns the set with every bit moved n places towards bit 0: bit i of the result
// is bit i+n of b. n must be 1 to 63.
func (b *Bitboard) Down(n int) Bitboard {
	right, left := uint(n)%wordBits, uint(wordBits-n)%wordBits
	return Bitboard{
		b[0]>>right | b[1]<<left,
		b[1]>>right | b[2]<<left,
		b[2]>>right | b[3]<<left,
		b[3] >> right,
	}
}

// runs64 returns the first cell of each run of align discs (3 to 5) in direction d, on a
// board of one word.
//
// Pairs of neighbours cover a run: one pair starts at its first cell, one at its last
// cell but one, and in a run of five one at the cell in the middle.
func runs64(b uint64, d, align int) uint64 {
	pairs := b & (b >> uint(d))
	return pairs & (pairs >> uint(min(2, align-2)*d)) & (pairs >> uint((align-2)*d))
}

// countRun returns how many bits in a row are set next to bit n in direction d. Bit n
// itself is not counted.
func (b *Bitboard) countRun(n, d int) int {
	for count := 0; ; count++ {
		if n += d; !b.Has(n) {
			return count
		}
	}
}
