package heuristic

import "math/bits"

// endgameColumn is one column of an endgame.
type endgameColumn struct {
	threats [2]uint16 // the threats of each side, by row
	lowest  uint16    // the lowest cell that is a threat of either side; 0 if there is none
}

// endgame is the position after all free cells are filled. The next cell of each of its
// columns is below a threat.
type endgame struct {
	columns [maxSide]endgameColumn
	n       int
	topBit  uint16 // the bit above the top row
}

// playOutEndgame plays the endgame for endgameWinner and returns the same values. It is the
// turn of the side in zugzwang, which must have a threat to give up.
//
// That side plays below a threat of its own, and the opponent fills the threatened cell.
// This frees the cells above, up to the next threat, and their number decides who is in
// zugzwang next. If there are several threats to give up, the side takes one that puts
// the opponent in zugzwang, if possible. This is a rule of thumb: it ignores threats that
// arise or vanish on the way.
func (s *state) playOutEndgame(inZugzwang int) int32 {
	var e endgame
	e.topBit = 1 << s.g.rows
	for w := range s.g.words {
		closed := s.open[w] &^ s.next[w]
		a, b := s.threats[0][w]&closed, s.threats[1][w]&closed
		for ; a|b != 0; a, b = a>>laneBits, b>>laneBits {
			if both := uint16(a | b); both != 0 {
				e.columns[e.n] = endgameColumn{threats: [2]uint16{uint16(a), uint16(b)}, lowest: both & -both}
				e.n++
			}
		}
	}
	for range maxSide * maxSide / 2 { // each round gives up a threat
		own, hasOpponentThreat := e.findOwnThreat(inZugzwang)
		if own < 0 {
			if hasOpponentThreat {
				return 2*int32(inZugzwang) - 1
			}
			return 0
		}
		next, won := e.giveUpThreat(&e.columns[own], inZugzwang)
		if won >= 0 {
			return 1 - 2*int32(won)
		}
		inZugzwang = next
	}
	return 0
}

// findOwnThreat returns a column where side can give up a threat of its own, or -1. It prefers
// a threat whose loss puts the opponent in zugzwang. hasOpponentThreat says that in some
// column the lowest threat is one of the opponent, so side must not play there.
func (e *endgame) findOwnThreat(side int) (own int, hasOpponentThreat bool) {
	own = -1
	good := false
	for i := range e.n {
		c := &e.columns[i]
		switch {
		case c.lowest == 0:
		case c.lowest&c.threats[side^1] != 0:
			hasOpponentThreat = true
		case own < 0 || !good:
			after := *c
			next, won := e.giveUpThreat(&after, side)
			if s := won == side || won < 0 && next != side; own < 0 || s {
				own, good = i, s
			}
		}
	}
	return own, hasOpponentThreat
}

// giveUpThreat gives up the lowest threat of a column, which must be a threat of side only,
// and changes the column to what remains. It returns the side that is in zugzwang next. won
// is the side that wins at once, or -1.
func (e *endgame) giveUpThreat(c *endgameColumn, side int) (next, won int) {
	height := c.lowest << 1 // the lowest cell after the threat is filled
	for mover := side; ; mover ^= 1 {
		switch {
		case height&c.threats[mover] != 0:
			return 0, mover
		case height&c.threats[mover^1] != 0:
			height <<= 1 // mover must fill this cell, or the opponent wins
			continue
		}
		// No threat can be played: the cells below the next threat are free.
		above := -height
		rest := (c.threats[0] | c.threats[1]) & above
		c.lowest = rest & -rest
		end := e.topBit
		if c.lowest != 0 {
			end = c.lowest >> 1
		}
		free := max(bits.TrailingZeros16(end)-bits.TrailingZeros16(height), 0)
		return mover ^ free&1, -1
	}
}
