package heuristic

// historyLimit limits the history counters. When a counter reaches it, all are halved.
const historyLimit = 1 << 14

// candidate is a move and its rank. Moves with higher ranks are searched first.
type candidate struct {
	cell uint8
	rank int32
}

// orderer remembers which cells caused cutoffs: the last two cells at each ply ("killers",
// Selim Akl and Monroe Newborn, 1977) and, for each side, how often each cell did, weighted by
// depth ("history heuristic", Jonathan Schaeffer, 1983).
type orderer struct {
	killers [maxPly][2]uint8 // a cell plus 1
	history [2][maxCells]int32
}

// Ranks of special moves. The ranks by windows and history are lower.
const (
	rankTable  = 1 << 24
	rankThreat = 1 << 20
	rankKiller = 1 << 18
)

// rank returns the rank of a cell for the side to move. One ply above the horizon, where
// ordering gains least, it ignores the windows.
func (s *search) rank(cell uint8, depth, ply int) int32 {
	side := s.turn & 1
	var rank int32
	lacksTwo := s.g.lacksOne[side] - discOf[side]
	ranks := &s.g.ranks[side]
	threat := int32(0)
	windows := s.g.windowsThrough[cell]
	if depth <= 1 {
		windows = nil
	}
	for _, n := range windows {
		w := &s.windows[n]
		rank += ranks[w.class][w.discs]
		if w.discs == lacksTwo {
			// The move makes a threat. Can it be played next?
			if last := w.missing ^ cell; s.next.has(last) || last == cell+1 {
				threat = rankThreat
			}
		}
	}
	rank = rank*8 + threat + s.g.centrality[cell/laneBits]*8
	if s.threats[side].has(cell + 1) {
		rank -= 2000 // the move gives up a threat of its own side
	}
	if k := &s.order.killers[ply]; k[0] == cell+1 || k[1] == cell+1 {
		rank += rankKiller
	}
	return rank + s.order.history[side][cell]
}

// recordCutoff records that a cell caused a cutoff.
func (o *orderer) recordCutoff(cell uint8, side, ply, depth int) {
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
