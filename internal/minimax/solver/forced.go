package solver

// state is a position in which the side to move cannot win at once.
type state struct {
	own, opp uint64 // the discs of the side to move and of the other

	// The free cells that would complete an alignment of each.
	ownWins, oppWins uint64

	moves uint64 // the moves worth a search: at least two, once settle has returned
	n     int    // discs on the board
}

// settle plays moves for as long as there is no choice: a threat that has to be
// answered, or a single move that does not let the opponent win on top of it.
// Chains of them need no search and no place in the table.
//
// If that ends the game, or the opponent has two threats at once, it returns the score for
// the side to move in st as it was. Otherwise st is the end of the chain, and
// flipped tells whether the other side moves there.
func (s *Solver) settle(st *state) (score int, done, flipped bool) {
	own, opp, ownWins, oppWins, n := st.own, st.opp, st.ownWins, st.oppWins, st.n
	for {
		mask := own | opp
		possible := (mask + s.bottom) & s.cell
		move := possible & oppWins
		if move != 0 {
			if move&(move-1) != 0 || move<<1&oppWins != 0 {
				score = -s.winAt(n + 1) // one of two can be answered
				break
			}
			if !s.use.Chains {
				*st = state{own, opp, ownWins, oppWins, move, n}
				return 0, false, flipped
			}
		} else {
			move = possible &^ (oppWins >> 1)
			if move&(move-1) != 0 || move != 0 && !s.use.Chains {
				*st = state{own, opp, ownWins, oppWins, move, n}
				return 0, false, flipped
			}
			if move == 0 {
				if possible != 0 {
					score = -s.winAt(n + 1)
				}
				break
			}
		}
		own |= move
		ownWins = s.wins(own) & s.cell &^ (mask | move)
		oppWins &^= move
		own, opp, ownWins, oppWins = opp, own, oppWins, ownWins
		n++
		flipped = !flipped
	}
	if flipped {
		score = -score
	}
	return score, true, flipped
}

// bounds returns between which scores a settled state's is, whatever the discs: the
// side to move cannot win at once, and the opponent not with its next disc.
func (s *Solver) bounds(st *state) (low, high int) {
	return -s.winAt(st.n + 3), s.winAt(st.n + 2)
}
