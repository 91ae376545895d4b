package solver

// solveExhaustively returns the score of p. It searches every move of every position, without
// alpha-beta, to show what alpha-beta saves. It uses the table and forced moves if they are
// switched on. The other techniques have no effect without alpha-beta.
func (s *Solver) solveExhaustively(p Position, stop func() bool) (score int, ok bool) {
	s.stop, s.stopped = stop, false
	score = s.exhaust(p.Own, p.Mask^p.Own, p.Discs())
	return score, !s.stopped
}

// exhaust returns the score of the position with these discs, for the side to move. This side may
// be able to win at once.
func (s *Solver) exhaust(own, opp uint64, n int) int {
	mask := own | opp
	possible := (mask + s.bottom) & s.allCells
	ownWins := s.wins(own) & s.allCells &^ mask
	if !s.use.forcedMoves {
		return s.exhaustMoves(own, opp, possible, ownWins, n)
	}
	if possible&ownWins != 0 {
		return s.winAt(n)
	}
	st := state{own: own, opp: opp, ownWins: ownWins, oppWins: s.wins(opp) & s.allCells &^ mask, n: n}
	score, done, flipped := s.playForced(&st)
	if done {
		return score
	}
	if score = s.exhaustMoves(st.own, st.opp, st.moves, st.ownWins, st.n); flipped {
		return -score
	}
	return score
}

// exhaustMoves returns the best score of these moves. All other moves must be worse.
func (s *Solver) exhaustMoves(own, opp, moves, ownWins uint64, n int) int {
	if s.nodes++; s.nodes%checkInterval == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
	if s.stopped || moves == 0 {
		return 0
	}
	before, key := s.nodes, s.key(own, own|opp, n)
	if low, high, found := s.lookUp(key); found && low == high {
		return low
	}
	best := -s.cellCount
	for _, column := range s.columns[:s.Columns] {
		switch move := moves & column; {
		case move == 0:
		case move&ownWins != 0:
			best = max(best, s.winAt(n))
		default:
			best = max(best, -s.exhaust(opp, own|move, n+1))
		}
	}
	if !s.stopped {
		s.store(key, best, best, s.nodes-before)
	}
	return best
}
