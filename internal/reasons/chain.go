package reasons

// chain is a forced win: each move of the winner makes a threat, which leaves the loser one reply,
// until the last one makes two threats.
type chain struct {
	moves []uint64 // the winner's and the loser's in turn; empty: ends can be taken at once
	ends  uint64   // the cells that win then
}

// plies is the number of plies to the win, with the winner to move.
func (c *chain) plies() int {
	if len(c.moves) == 0 {
		return 1
	}
	return len(c.moves) + 2
}

// chainSearch looks for chains. It is an iterative deepening over the winner's moves; the
// loser's replies are forced.
type chainSearch struct {
	board
	failed map[failure]bool
}

// failure says that a position has no chain of n moves of the winner.
type failure struct {
	sides
	n int
}

// maxChain is the maximum number of a chain's moves of the winner.
const maxChain = 9

// shortestChain returns the shortest chain with the winner to move.
func (b board) shortestChain(p sides) (chain, bool) {
	s := chainSearch{b, map[failure]bool{}}
	for n := range maxChain + 1 {
		if c, ok := s.find(p, n); ok {
			return c, true
		}
	}
	return chain{}, false
}

// find looks for a chain with at most n moves of the winner.
func (s *chainSearch) find(p sides, n int) (chain, bool) {
	free := s.Landing(p.mask())
	if now := free & s.Wins(p.winner); now != 0 {
		return chain{ends: now}, true
	}
	if n == 0 || s.failed[failure{p, n}] {
		return chain{}, false
	}
	moves := free
	if must := free & s.Wins(p.loser); must != 0 {
		moves = must
	}
	for m := range each(moves) {
		after := sides{p.winner | m, p.loser}
		reply, double := s.reply(after)
		if double != 0 {
			return chain{[]uint64{m}, double}, true
		}
		if reply == 0 {
			continue
		}
		if rest, ok := s.find(sides{after.winner, p.loser | reply}, n-1); ok {
			return chain{append([]uint64{m, reply}, rest.moves...), rest.ends}, true
		}
	}
	s.failed[failure{p, n}] = true
	return chain{}, false
}

// reply returns what the winner's threats leave the loser, who is to move: only one reply that
// does not lose at once, or none, with the cells of the two threats. Both are 0 if the winner
// makes no threat or the loser wins first.
func (b board) reply(p sides) (only, double uint64) {
	free := b.Landing(p.mask())
	threats := b.threats(p.winner, p)
	now := free & threats
	switch {
	case now == 0 || free&b.Wins(p.loser) != 0:
		return 0, 0
	case several(now):
		return 0, now
	case now<<1&threats != 0: // the reply makes the cell above it free
		return 0, now | now<<1
	}
	return now, 0
}
