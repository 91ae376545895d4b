package heuristic

import (
	"math/bits"

	"github.com/quatre/quatre/internal/rules"
)

// window is what a row of cells holds at the moment.
type window struct {
	discs   uint8 // discOf[side] for each disc of a side
	missing uint8 // the exclusive or of the numbers of its empty cells
	class   uint8
}

// discOf is what a disc of a side adds to a window's discs; stateSize is beyond
// all that five discs can add up to.
var discOf = [2]uint8{1, 8}

const stateSize = 5*8 + 1

// state is a position that is changed in place. What the search and the
// evaluation ask for at every node is kept up to date by each move: how many
// discs each window holds, the cells that would complete one, and the points of
// all windows together. A move touches the windows through its cell only, at
// most 20, whatever the size of the board.
//
// The state knows no winner: the search never plays a disc that wins.
type state struct {
	g       *geometry
	turn    int // 0 for the first player, 1 for the second
	empty   int // number of empty cells
	open    cells
	next    cells    // in each column the lowest empty cell
	threats [2]cells // cells that complete a window of a side; filled ones may be among them
	points  int32    // of the windows, for the first player
	hash    uint64
	mirror  uint64 // the hash of the mirrored position
	counts  [2][maxCells]uint8
	windows [maxWindows]window
}

func (s *state) reset(g *geometry) {
	*s = state{g: g, empty: g.area, open: g.board}
	for w := range g.words {
		s.next[w] = g.board[w] & laneLow
	}
	copy(s.windows[:], g.windows)
}

// load sets the state to a position in which nobody has won, mirrored or not.
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

// play puts a disc of the side to move on a cell, which is the lowest empty one
// of its column, and passes the turn.
func (s *state) play(cell uint8) {
	side := s.turn & 1
	disc, almost, points := discOf[side], s.g.almost[side], s.points
	for _, n := range s.g.through[cell] {
		w := &s.windows[n]
		values := &s.g.values[w.class]
		points -= values[w.discs]
		w.discs += disc
		w.missing ^= cell
		points += values[w.discs]
		if w.discs == almost {
			if s.counts[side][w.missing]++; s.counts[side][w.missing] == 1 {
				s.threats[side].flip(w.missing)
			}
		}
	}
	s.points = points
	s.toggle(cell, side)
	s.empty--
	s.turn ^= 1
}

// undo takes back the disc on a cell, which was the last to be played. points
// is what it was before.
func (s *state) undo(cell uint8, points int32) {
	s.turn ^= 1
	s.empty++
	side := s.turn & 1
	s.toggle(cell, side)
	disc, almost := discOf[side], s.g.almost[side]
	for _, n := range s.g.through[cell] {
		w := &s.windows[n]
		if w.discs == almost {
			if s.counts[side][w.missing]--; s.counts[side][w.missing] == 0 {
				s.threats[side].flip(w.missing)
			}
		}
		w.discs -= disc
		w.missing ^= cell
	}
	s.points = points
}

// toggle fills or empties a cell in the sets of cells and in the hashes.
func (s *state) toggle(cell uint8, side int) {
	word, bit := cell/64&(maxWords-1), uint64(1)<<(cell%64)
	s.open[word] ^= bit
	// One of the two is the next cell before, the other after the disc; above
	// the top row there is none.
	s.next[word] ^= bit | bit<<1&s.g.board[word]
	s.hash ^= s.g.random[side][cell]
	s.mirror ^= s.g.random[side][s.g.mirrored(cell)]
}

// mirrored returns the cell on the other side of the middle.
func (g *geometry) mirrored(cell uint8) uint8 {
	return uint8(g.columns-1)*laneBits - cell&^(laneBits-1) | cell&(laneBits-1)
}

// lowest returns the lowest bit of each lane that has any.
func lowest(lanes uint64) uint64 { return lanes &^ (lanes | laneHigh - laneLow) }

// below returns all bits under the lowest one of each lane, and in a lane
// without any all but bit 15.
func below(lanes uint64) uint64 { return ^lanes & (lanes | laneHigh - laneLow) &^ laneHigh }

// number returns the number of a cell given as a word and its one bit.
func number(word int, bit uint64) uint8 { return uint8(word*64 + bits.TrailingZeros64(bit)) }
