package solver

// state is a position where the side to move cannot win with the next disc.
type state struct {
	own, opp uint64 // the discs of the side to move and of its opponent

	// ownWins has the free cells that would complete an alignment of own, oppWins those of opp.
	ownWins, oppWins uint64

	moves uint64 // the moves to search; at least two after playForced
	n     int    // discs on the board
}

// playForced plays moves as long as they are forced. A move is forced if it answers a threat,
// or if after every other move the opponent wins on top of the disc. Forced moves need
// neither a search nor a table entry.
//
// If the game ends or the opponent has two threats at once, done is true and score is the
// score for the side to move in the original state. Otherwise st becomes the position
// after the forced moves, and flipped says whether the other side is to move there.
func (s *Solver) playForced(st *state) (score int, done, flipped bool) {
	own, opp, ownWins, oppWins, n := st.own, st.opp, st.ownWins, st.oppWins, st.n
	for {
		mask := own | opp
		possible := (mask + s.bottom) & s.allCells
		move := possible & oppWins
		if move != 0 {
			if move&(move-1) != 0 || move<<1&oppWins != 0 {
				score = -s.winAt(n + 1) // only one of the two threats can be answered
				break
			}
		} else {
			move = possible &^ (oppWins >> 1)
			if move&(move-1) != 0 {
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
		ownWins = s.Wins(own) & s.allCells &^ (mask | move)
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

// generalBounds returns bounds of the score that hold for any state after playForced: the
// side to move cannot win with its next disc, nor the opponent with the disc after that.
func (s *Solver) generalBounds(st *state) (low, high int) {
	return -s.winAt(st.n + 3), s.winAt(st.n + 2)
}
