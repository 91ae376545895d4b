package heuristic

import "math/bits"

// column is a column in the endgame that concede plays out.
type column struct {
	threats [2]uint16
	low     uint16 // the lowest cell that is a threat of either side; 0 if there is none
}

// endgame is what is left when all free cells are filled: columns in which the
// next cell lies under somebody's threat.
type endgame struct {
	columns [maxSide]column
	n       int
	top     uint16 // the bit above the top row
}

// concede plays on after the free cells are filled, squeezed being to move and
// having a threat to give up, and returns who wins as decide does.
//
// Whoever is squeezed plays under a threat of its own, and the opponent fills
// the threatened cell. That frees the cells above, up to the next threat, and
// their number decides who is squeezed next. Of several threats to give up it
// takes one that squeezes the opponent, if there is one. This is a rule of
// thumb: it ignores that threats arise and vanish on the way.
func (s *state) concede(squeezed int) int32 {
	var e endgame
	e.top = 1 << s.g.rows
	for w := range s.g.words {
		closed := s.open[w] &^ s.next[w]
		a, b := s.threats[0][w]&closed, s.threats[1][w]&closed
		for ; a|b != 0; a, b = a>>laneBits, b>>laneBits {
			if both := uint16(a | b); both != 0 {
				e.columns[e.n] = column{threats: [2]uint16{uint16(a), uint16(b)}, low: both & -both}
				e.n++
			}
		}
	}
	for range maxSide * maxSide / 2 { // each round gives up a threat
		own, others := e.find(squeezed)
		if own < 0 {
			if others {
				return 2*int32(squeezed) - 1
			}
			return 0
		}
		next, won := e.fill(&e.columns[own], squeezed)
		if won >= 0 {
			return 1 - 2*int32(won)
		}
		squeezed = next
	}
	return 0
}

// find returns a column in which side can give up a threat, preferably one that
// squeezes the opponent, or -1; and whether there is a column that it must not
// touch.
func (e *endgame) find(side int) (own int, others bool) {
	own = -1
	squeezes := false
	for i := range e.n {
		c := &e.columns[i]
		switch {
		case c.low == 0:
		case c.low&c.threats[side^1] != 0:
			others = true
		case own < 0 || !squeezes:
			after := *c
			next, won := e.fill(&after, side)
			if s := won == side || won < 0 && next != side; own < 0 || s {
				own, squeezes = i, s
			}
		}
	}
	return own, others
}

// fill gives up the lowest threat of a column, which is side's, changes the
// column to what is left of it, and returns who is squeezed next, and who wins at
// once, or -1.
func (e *endgame) fill(c *column, side int) (next, won int) {
	height := c.low << 1 // the cell that can be played in once the threat is filled
	for mover := side; ; mover ^= 1 {
		switch {
		case height&c.threats[mover] != 0:
			return 0, mover
		case height&c.threats[mover^1] != 0:
			height <<= 1 // it must be filled
			continue
		}
		// Nothing is urgent: the cells below the next threat are free.
		above := -height
		rest := (c.threats[0] | c.threats[1]) & above
		c.low = rest & -rest
		end := e.top
		if c.low != 0 {
			end = c.low >> 1
		}
		free := max(bits.TrailingZeros16(end)-bits.TrailingZeros16(height), 0)
		return mover ^ free&1, -1
	}
}
