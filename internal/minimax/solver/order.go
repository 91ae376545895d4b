package solver

import "math/bits"

// rank returns how promising a move is; moves with higher ranks are searched earlier.
// newThreats are the cells that would complete an alignment of the mover after the move.
// after is the position after the move and the forced moves that follow it.
func (s *Solver) rank(st *state, move, newThreats uint64, after *state) int32 {
	// The opponent answers a threat right above the move at once. If the mover plays right below
	// its own threat, the opponent blocks that threat.
	r := 100 * int32(bits.OnesCount64(newThreats))
	if newThreats&(move<<1) != 0 {
		r -= 30
	}
	if st.ownWins&(move<<1) != 0 {
		r -= 100
	}
	return r - 10*int32(bits.OnesCount64(after.moves))
}
