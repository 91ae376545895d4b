package heuristic

import (
	"math/bits"

	"github.com/quatre/quatre/internal/rules"
)

const (
	// maxPly is beyond the longest game.
	maxPly = maxSide*maxSide + 1

	// stopInterval is how many nodes are searched between two calls of Stop.
	stopInterval = 256

	// Two plies above the horizon nothing certain is missed that a search of
	// that depth has to find: look sees wins of one ply and losses of two.
	futileDepth  = 2
	futileMargin = 60 // points for each ply
)

// search is one search by one goroutine.
type search struct {
	state
	order   orderer
	table   *table
	age     uint8
	stop    func() bool
	stopped bool
	nodes   int
	buffers [maxPly][maxSide]candidate
}

// begin makes a search of the loaded state ready.
func (s *search) begin(e *Engine) {
	s.table, s.age = e.table, uint8(e.table.age.Add(1))
	s.stopped, s.nodes = false, 0
	s.order = orderer{}
}

// urgent is what the threats say about the moves of a position.
type urgent struct {
	wins   bool  // the side to move can win at once
	forced int   // cells where the opponent would win at once
	cell   uint8 // the last of these
	safe   cells // the next cells that do not let the opponent win above
	any    bool  // there are safe cells
}

func (s *search) look() (u urgent) {
	own, other := &s.threats[s.turn&1], &s.threats[s.turn&1^1]
	for w := range s.g.words {
		next := s.next[w]
		if own[w]&next != 0 {
			u.wins = true
			return u
		}
		if danger := other[w] & next; danger != 0 {
			u.forced += bits.OnesCount64(danger)
			u.cell = number(w, danger)
		}
		u.safe[w] = next &^ (other[w] >> 1)
		u.any = u.any || u.safe[w] != 0
	}
	return u
}

// negamax returns the score of the position for the side to move, depth plies
// deep and ply plies from the root: exact if it lies between alpha and beta, an
// upper bound if it is alpha or less, a lower bound if it is beta or more. The
// value means nothing once stopped is set.
func (s *search) negamax(depth, ply int, alpha, beta Score) Score {
	if s.nodes++; s.nodes%stopInterval == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
	if s.stopped {
		return 0
	}
	if s.empty == 0 {
		return 0
	}
	u := s.look()
	if u.wins {
		return Win - Score(ply+1)
	}
	if !u.any || u.forced > 1 || u.forced == 1 && !u.safe.has(u.cell) {
		return Score(ply+2) - Win
	}
	// Nothing happens before the opponent's next move, so the rest of the
	// game ends certain scores closer to 0.
	alpha = max(alpha, Score(ply+4)-Win)
	beta = min(beta, Win-Score(ply+3))
	if alpha >= beta {
		return alpha
	}
	if u.forced == 1 {
		points := s.points
		s.play(u.cell)
		if s.g.use&useExtend == 0 {
			depth--
		}
		score := -s.negamax(depth, ply+1, -beta, -alpha)
		s.undo(u.cell, points)
		return score
	}
	if depth <= 0 {
		return s.evaluate()
	}
	return s.expand(&u, depth, ply, alpha, beta)
}

// expand searches the safe moves of a position in which none is forced.
func (s *search) expand(u *urgent, depth, ply int, alpha, beta Score) Score {
	if depth <= futileDepth && depth < s.empty && s.g.use&useFutile != 0 {
		if score := s.evaluate(); score >= beta+futileMargin*Score(depth) && beta > -certain {
			return score
		}
	}
	hash, flipped := s.hash, false
	if s.mirror < hash && s.g.use&useMirror != 0 {
		hash, flipped = s.mirror, true
	}
	// The table is far away in memory: one ply above the horizon searching again
	// is quicker than asking it.
	known := record{move: noMove}
	frontier := depth == 1 && s.g.use&useFrontier != 0
	if !frontier {
		known = s.table.probe(hash)
	}
	if known.bound != none {
		if score, ok := s.cutoff(known, min(depth, s.empty), ply, alpha, beta); ok {
			return score
		}
		if flipped && known.move != noMove {
			known.move = rules.Move(s.g.columns-1) - known.move
		}
	}
	moves := s.candidates(u, known.move, depth, ply)
	best, bestCell, floor := -infinity, uint8(0), alpha
	side, points := s.turn&1, s.points
	for i := range moves {
		cell := pick(moves, i)
		s.play(cell)
		var score Score
		if i == 0 || s.g.use&useNull == 0 {
			score = -s.negamax(depth-1, ply+1, -beta, -floor)
		} else {
			score = -s.negamax(depth-1, ply+1, -floor-1, -floor)
			if score > floor && score < beta {
				score = -s.negamax(depth-1, ply+1, -beta, -floor)
			}
		}
		s.undo(cell, points)
		if s.stopped {
			return 0
		}
		if score > best {
			best, bestCell = score, cell
			floor = max(floor, score)
		}
		if best >= beta {
			s.order.cut(cell, side, ply, depth)
			break
		}
	}
	if frontier {
		return best
	}
	s.remember(hash, flipped, best, bestCell, depth, ply, alpha, beta)
	return best
}

// cutoff returns the score that a record spares to search, if it does. A record
// of less depth still counts where it is certain: as a bound, for a deeper search
// could find a sooner win or a later loss.
func (s *search) cutoff(r record, depth, ply int, alpha, beta Score) (score Score, ok bool) {
	score = fromTable(r.score, ply)
	if s.g.use&useTable == 0 {
		return 0, false
	}
	deep, shallow := r.depth >= depth, s.g.use&useBounds != 0
	switch {
	case deep && r.bound == exact:
		return score, true
	case r.bound&lower != 0 && score >= beta && (deep || shallow && score >= certain):
		return score, true
	case r.bound&upper != 0 && score <= alpha && (deep || shallow && score <= -certain):
		return score, true
	default:
		return 0, false
	}
}

func (s *search) remember(hash uint64, flipped bool, best Score, cell uint8, depth, ply int, alpha, beta Score) {
	r := record{score: toTable(best, ply), depth: min(depth, s.empty), bound: exact, move: rules.Move(cell / laneBits)}
	switch {
	case best <= alpha:
		r.bound = upper
	case best >= beta:
		r.bound = lower
	}
	if flipped {
		r.move = rules.Move(s.g.columns-1) - r.move
	}
	s.table.store(hash, r, s.age)
}

// candidates lists the safe moves with their ranks.
func (s *search) candidates(u *urgent, best rules.Move, depth, ply int) []candidate {
	moves := s.buffers[ply][:0]
	for w := range s.g.words {
		for left := u.safe[w]; left != 0; left &= left - 1 {
			cell := number(w, left)
			c := candidate{cell: cell}
			if rules.Move(cell/laneBits) == best {
				c.rank = rankTable
			} else {
				c.rank = s.rank(cell, depth, ply)
			}
			moves = append(moves, c)
		}
	}
	return moves
}

// pick moves the best of the candidates from i on to i and returns its cell.
// Most nodes cut after one or two, so sorting them all would be wasted.
func pick(moves []candidate, i int) uint8 {
	best := i
	for j := i + 1; j < len(moves); j++ {
		if moves[j].rank > moves[best].rank {
			best = j
		}
	}
	moves[i], moves[best] = moves[best], moves[i]
	return moves[i].cell
}

// toTable counts a certain score from the position instead of the root.
func toTable(score Score, ply int) Score {
	switch {
	case score >= certain:
		return score + Score(ply)
	case score <= -certain:
		return score - Score(ply)
	default:
		return score
	}
}

// fromTable is the inverse of toTable.
func fromTable(score Score, ply int) Score {
	switch {
	case score >= certain:
		return score - Score(ply)
	case score <= -certain:
		return score + Score(ply)
	default:
		return score
	}
}
