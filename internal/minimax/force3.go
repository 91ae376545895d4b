package minimax

import (
	"math/bits"

	"github.com/quatre/quatre/internal/rules"
)

// The weights of the Force 3 evaluator, in points. A line of three cells is open to a
// side if the other side has no disc in it. In matches, the exact weights made little
// difference, and counting the legal turns of a side made none.
const (
	openPair   = 6 // an open line with two discs, whose third cell is a free tile
	holePair   = 3 // an open line with two discs, whose third cell is the hole: a slide must fill it
	openSingle = 2 // an open line with one disc
	centreDisc = 3 // a disc on the centre, which lies on four lines
)

const force3Centre = 1 << 4

// force3Score estimates a position of Force 3 for the side to move.
func force3Score(pos *rules.Force3Position) Score {
	own, other, free := pos.Discs(pos.Turn()), pos.Discs(pos.Turn().Other()), pos.Free()
	return Score(force3Points(own, other, free) - force3Points(other, own, free))
}

// force3Points returns the points for the discs of one side.
func force3Points(own, other, free uint16) (points int) {
	for _, line := range rules.Lines3 {
		if other&line != 0 {
			continue
		}
		switch missing := line &^ own; bits.OnesCount16(missing) {
		case 1:
			if free&missing != 0 {
				points += openPair
			} else {
				points += holePair
			}
		case 2:
			points += openSingle
		}
	}
	if own&force3Centre != 0 {
		points += centreDisc
	}
	return points
}
