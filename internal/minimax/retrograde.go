package minimax

// distance is the value of a position as a number of plies: n if the side to move wins with
// the n-th ply from now, -n if it loses with the n-th ply from now, 0 if neither side can
// force a win.
type distance int16

// score returns the Score of a position with the distance.
func (d distance) score() Score {
	switch {
	case d > 0:
		return Win - Score(d)
	case d < 0:
		return -Win - Score(d)
	default:
		return 0
	}
}

// beforeTurn returns the distance of a turn, for the side that makes it, if the position after
// the turn has the distance d.
func (d distance) beforeTurn() distance {
	switch {
	case d > 0:
		return -d - 1
	case d < 0:
		return -d + 1
	default:
		return 0
	}
}

// turn is a turn to a position, or one of known distance, such as one that ends the game.
type turn struct {
	to    int32    // the number of the position; -1: none
	known distance // for the side that makes the turn, if to is -1
}

// solveGraph returns the distances of positions that can repeat. turns has the turns of each
// position, by its number.
//
// The method is retrograde analysis (Ken Thompson, "Retrograde Analysis of Certain
// Endgames", 1986). A position is won if one of its turns leads to a lost position. It is lost if
// all its turns lead to won positions. Each round finds the positions that are decided in one ply
// more than those of the round before, so the first result is the soonest win or the latest loss. A
// position without a result is a draw.
func solveGraph(turns [][]turn) []distance {
	distances, undecided := make([]distance, len(turns)), make([]int32, len(turns))
	for n := range undecided {
		undecided[n] = int32(n)
	}
	more := true // a later round may decide a position
	for plies := distance(1); more; plies++ {
		more = false
		left := undecided[:0]
		for _, n := range undecided {
			won, lost := false, true
			for _, t := range turns[n] {
				d := t.known
				if t.to >= 0 {
					d = distances[t.to].beforeTurn()
				}
				if won = d == plies; won {
					break
				}
				lost = lost && d < 0 && d >= -plies
				more = more || max(d, -d) > plies
			}
			switch {
			case won:
				distances[n] = plies
			case lost:
				distances[n] = -plies
			default:
				left = append(left, n)
				continue
			}
			more = true
		}
		undecided = left
	}
	return distances
}
