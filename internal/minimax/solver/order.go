package solver

import "math/bits"

// rate returns how promising a move is: the higher, the earlier it is searched.
// made is the cells that would complete an alignment of the mover's after it, and
// after is the position that it settles to.
func (s *Solver) rate(st *state, move, made uint64, after *state) int32 {
	r := int32(0)
	if s.use.Threats {
		// A threat right above the move is answered at once, a move below one's
		// own threat gives it away.
		r += 100 * int32(bits.OnesCount64(made))
		if made&(move<<1) != 0 {
			r -= 30
		}
		if st.ownWins&(move<<1) != 0 {
			r -= 100
		}
	}
	if s.use.Choice {
		r -= 10 * int32(bits.OnesCount64(after.moves))
	}
	return r
}
