package heuristic

import (
	"math/bits"

	"github.com/quatre/quatre/internal/rules"
)

// window is the content of a line of cells.
type window struct {
	discs   uint8 // the sum of discOf[side] over the discs in the window
	missing uint8 // the XOR of the numbers of the window's empty cells
	class   uint8
}

// discOf is what a disc of each side adds to window.discs.
var discOf = [2]uint8{1, 8}

// discsSize is one more than the largest value of window.discs.
const discsSize = 5*8 + 1

// state is a position that play and undo change in place. They update what the search and the
// evaluation need at every node: the discs in each window, the cells that would complete
// a window, and the points of all windows. A move touches only the windows through its
// cell, at most 20 on any board.
//
// The state has no winner: the search never plays a disc that wins.
type state struct {
	g            *geometry
	turn         int // 0 for the first player, 1 for the second
	empty        int // number of empty cells
	open         cellSet
	next         cellSet    // the lowest empty cell of each column
	threats      [2]cellSet // cells that complete a window of a side; may include filled cells
	points       int32      // sum over all windows, for the first player
	hash         uint64
	mirror       uint64 // the hash of the mirrored position
	threatCounts [2][maxCells]uint8
	windows      [maxWindows]window
}

func (s *state) reset(g *geometry) {
	*s = state{g: g, empty: g.cellCount, open: g.board}
	for w := range g.words {
		s.next[w] = g.board[w] & laneLow
	}
	copy(s.windows[:], g.windows)
}

// load sets the state to a position where nobody has won, mirrored or not.
func (s *state) load(g *geometry, pos *rules.Connect4Position, mirrored bool) {
	s.reset(g)
	first := pos.Discs(rules.First)
	for c := range g.columns {
		from := c
		if mirrored {
			from = g.columns - 1 - c
		}
		for r := range pos.Height(from) {
			s.turn = 1
			if first.Has(from*(g.rows+1) + r) {
				s.turn = 0
			}
			s.play(uint8(c*laneBits + r))
		}
	}
	s.turn = pos.Ply() & 1
}

// play puts a disc of the side to move on a cell and passes the turn. The cell must be the
// lowest empty cell of its column.
func (s *state) play(cell uint8) {
	side := s.turn & 1
	disc, almost, points := discOf[side], s.g.lacksOne[side], s.points
	for _, n := range s.g.windowsThrough[cell] {
		w := &s.windows[n]
		values := &s.g.values[w.class]
		points -= values[w.discs]
		w.discs += disc
		w.missing ^= cell
		points += values[w.discs]
		if w.discs == almost {
			if s.threatCounts[side][w.missing]++; s.threatCounts[side][w.missing] == 1 {
				s.threats[side].flip(w.missing)
			}
		}
	}
	s.points = points
	s.toggle(cell, side)
	s.empty--
	s.turn ^= 1
}

// undo takes back the last disc, which is on this cell. points must be the value before
// that move.
func (s *state) undo(cell uint8, points int32) {
	s.turn ^= 1
	s.empty++
	side := s.turn & 1
	s.toggle(cell, side)
	disc, almost := discOf[side], s.g.lacksOne[side]
	for _, n := range s.g.windowsThrough[cell] {
		w := &s.windows[n]
		if w.discs == almost {
			if s.threatCounts[side][w.missing]--; s.threatCounts[side][w.missing] == 0 {
				s.threats[side].flip(w.missing)
			}
		}
		w.discs -= disc
		w.missing ^= cell
	}
	s.points = points
}

// toggle fills or empties a cell in the sets and in the hashes.
func (s *state) toggle(cell uint8, side int) {
	word, bit := cell/64&(maxWords-1), uint64(1)<<(cell%64)
	s.open[word] ^= bit
	// Before the disc is played, next has this cell. Afterwards it has the cell above. There
	// is no cell above the top row.
	s.next[word] ^= bit | bit<<1&s.g.board[word]
	s.hash ^= s.g.zobrist[side][cell]
	s.mirror ^= s.g.zobrist[side][s.g.mirroredCell(cell)]
}

// mirroredCell returns the mirror image of a cell.
func (g *geometry) mirroredCell(cell uint8) uint8 {
	return uint8(g.columns-1)*laneBits - cell&^(laneBits-1) | cell&(laneBits-1)
}

// lowest returns the lowest bit of each lane that has one.
func lowest(lanes uint64) uint64 { return lanes &^ (lanes | laneHigh - laneLow) }

// cellsBelow returns, for each lane, all bits below its lowest bit. For an empty lane it
// returns all bits but bit 15.
func cellsBelow(lanes uint64) uint64 { return ^lanes & (lanes | laneHigh - laneLow) &^ laneHigh }

// cellNumber returns the number of the lowest cell in a word.
func cellNumber(word int, bit uint64) uint8 { return uint8(word*64 + bits.TrailingZeros64(bit)) }
