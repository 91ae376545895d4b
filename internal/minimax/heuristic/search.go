package heuristic

import (
	"math/bits"

	"github.com/quatre/quatre/internal/rules"
)

const (
	// maxPly is higher than the ply of any position.
	maxPly = maxSide*maxSide + 1

	// stopInterval is the number of nodes between two calls of Limits.Stop.
	stopInterval = 256

	// Futility pruning applies up to this depth. It misses no certain result that a
	// search of this depth must find, because findTactics sees wins in one ply and losses
	// in two.
	futilityDepth  = 2
	futilityMargin = 60 // points per ply
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

// tactics is what the threats say about the moves of a position.
type tactics struct {
	wins    bool    // the side to move can win with this ply
	forced  int     // number of cells where the opponent could win with the next ply
	cell    uint8   // one of these cells
	safe    cellSet // playable cells that do not let the opponent win in the cell above
	hasSafe bool    // there are safe cells
}

// findTactics computes the tactics of the current position.
func (s *search) findTactics() (t tactics) {
	own, other := &s.threats[s.turn&1], &s.threats[s.turn&1^1]
	for w := range s.g.words {
		next := s.next[w]
		if own[w]&next != 0 {
			t.wins = true
			return t
		}
		if danger := other[w] & next; danger != 0 {
			t.forced += bits.OnesCount64(danger)
			t.cell = cellNumber(w, danger)
		}
		t.safe[w] = next &^ (other[w] >> 1)
		t.hasSafe = t.hasSafe || t.safe[w] != 0
	}
	return t
}

// negamax returns the score of the position for the side to move, searched depth plies
// deep and ply plies from the root. The score is exact if it lies between alpha and beta, an
// upper bound if it is at most alpha, and a lower bound if it is at least beta. Once stopped
// is set, the result is meaningless.
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
	t := s.findTactics()
	if t.wins {
		return Win - Score(ply+1)
	}
	if !t.hasSafe || t.forced > 1 || t.forced == 1 && !t.safe.has(t.cell) {
		return Score(ply+2) - Win
	}
	// Nobody wins before the opponent's next move. This limits certain scores (mate distance
	// pruning).
	alpha = max(alpha, Score(ply+4)-Win)
	beta = min(beta, Win-Score(ply+3))
	if alpha >= beta {
		return alpha
	}
	if t.forced == 1 {
		points := s.points
		s.play(t.cell)
		score := -s.negamax(depth, ply+1, -beta, -alpha)
		s.undo(t.cell, points)
		return score
	}
	if depth <= 0 {
		return s.evaluate()
	}
	return s.expand(&t, depth, ply, alpha, beta)
}

// expand searches the safe moves of a position without a forced move.
func (s *search) expand(t *tactics, depth, ply int, alpha, beta Score) Score {
	if depth <= futilityDepth && depth < s.empty {
		if score := s.evaluate(); score >= beta+futilityMargin*Score(depth) && beta > -certain {
			return score
		}
	}
	hash, flipped := s.hash, false
	if s.mirror < hash {
		hash, flipped = s.mirror, true
	}
	// One ply above the horizon, repeating a search is faster than an access to the table.
	known := tableRecord{move: noMove}
	frontier := depth == 1
	if !frontier {
		known = s.table.probe(hash)
	}
	if known.bound != noBound {
		if score, ok := s.cutoff(known, min(depth, s.empty), ply, alpha, beta); ok {
			return score
		}
		if flipped && known.move != noMove {
			known.move = rules.Move(s.g.columns-1) - known.move
		}
	}
	moves := s.candidates(t, known.move, depth, ply)
	best, bestCell, floor := -infinity, uint8(0), alpha
	side, points := s.turn&1, s.points
	for i := range moves {
		cell := pick(moves, i)
		s.play(cell)
		var score Score
		if i == 0 {
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
			s.order.recordCutoff(cell, side, ply, depth)
			break
		}
	}
	if frontier {
		return best
	}
	s.store(hash, flipped, best, bestCell, depth, ply, alpha, beta)
	return best
}

// cutoff returns the score from a table record if it makes the search unnecessary. A
// record of a smaller depth can still be used as a bound if its score is certain; a
// deeper search could find a sooner win or a later loss.
func (s *search) cutoff(r tableRecord, depth, ply int, alpha, beta Score) (score Score, ok bool) {
	score = shift(r.score, ply)
	deep := r.depth >= depth
	switch {
	case deep && r.bound == exactBound:
		return score, true
	case r.bound&lowerBound != 0 && score >= beta && (deep || score >= certain):
		return score, true
	case r.bound&upperBound != 0 && score <= alpha && (deep || score <= -certain):
		return score, true
	default:
		return 0, false
	}
}

func (s *search) store(hash uint64, flipped bool, best Score, cell uint8, depth, ply int, alpha, beta Score) {
	r := tableRecord{score: shift(best, -ply), depth: min(depth, s.empty), bound: exactBound, move: rules.Move(cell / laneBits)}
	switch {
	case best <= alpha:
		r.bound = upperBound
	case best >= beta:
		r.bound = lowerBound
	}
	if flipped {
		r.move = rules.Move(s.g.columns-1) - r.move
	}
	s.table.store(hash, r, s.age)
}

// candidates returns the safe moves with their ranks.
func (s *search) candidates(t *tactics, best rules.Move, depth, ply int) []candidate {
	moves := s.buffers[ply][:0]
	for w := range s.g.words {
		for left := t.safe[w]; left != 0; left &= left - 1 {
			cell := cellNumber(w, left)
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

// pick finds the highest-ranked candidate at index i or later, swaps it to i and returns its
// cell. Most nodes are cut off after one or two moves, so sorting all moves would waste time.
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

// shift makes a certain score count this many plies more, from an earlier position. The table counts
// plies from the position of the record, the search from the root.
func shift(score Score, plies int) Score {
	switch {
	case score >= certain:
		return score - Score(plies)
	case score <= -certain:
		return score + Score(plies)
	default:
		return score
	}
}
