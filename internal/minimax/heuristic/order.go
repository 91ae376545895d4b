package heuristic

// historyLimit bounds the history counters; they are halved when one reaches it.
const historyLimit = 1 << 14

// candidate is a move with the rank by which moves are tried.
type candidate struct {
	cell uint8
	rank int32
}

// orderer remembers which cells cut, for each side: the last two at each ply
// ("killers", Selim Akl and Monroe Newborn, 1977) and how often, deep cuts
// counting more ("history heuristic", Jonathan Schaeffer, 1983).
type orderer struct {
	killers [maxPly][2]uint8 // a cell plus 1
	history [2][maxCells]int32
}

// Ranks. Those of windows and history lie below.
const (
	rankTable  = 1 << 24
	rankThreat = 1 << 20
	rankKiller = 1 << 18
)

// rank returns how promising the cell is for the side to move. One ply above
// the horizon, where order gains least, the windows are not looked at.
func (s *search) rank(cell uint8, depth, ply int) int32 {
	side := s.turn & 1
	var rank int32
	lacksTwo := s.g.almost[side] - discOf[side]
	ranks := &s.g.ranks[side]
	threat := int32(0)
	windows := s.g.through[cell]
	if s.g.use&useRanks == 0 || depth <= 1 {
		windows = nil
	}
	for _, n := range windows {
		w := &s.windows[n]
		rank += ranks[w.class][w.discs]
		if w.discs == lacksTwo {
			// The move completes all but one: does it threaten at once?
			if last := w.missing ^ cell; s.next.has(last) || last == cell+1 {
				threat = rankThreat
			}
		}
	}
	rank = rank*8 + threat + s.g.centre[cell/laneBits]*8
	if s.threats[side].has(cell + 1) {
		rank -= 2000 // it gives up a threat of its own
	}
	if k := &s.order.killers[ply]; (k[0] == cell+1 || k[1] == cell+1) && s.g.use&useKillers != 0 {
		rank += rankKiller
	}
	if s.g.use&useHistory != 0 {
		rank += s.order.history[side][cell]
	}
	return rank
}

// cut records that a cell cut.
func (o *orderer) cut(cell uint8, side, ply, depth int) {
	if k := &o.killers[ply]; k[0] != cell+1 {
		k[1], k[0] = k[0], cell+1
	}
	h := &o.history[side]
	if h[cell] += int32(depth * depth); h[cell] >= historyLimit {
		for i := range h {
			h[i] /= 2
		}
	}
}
