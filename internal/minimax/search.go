package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

const (
	// maxDepth is the maximum number of plies to look ahead. No game is longer.
	maxDepth = 255

	// checkInterval is the number of nodes between two checks of the limits. It keeps the
	// delay well under a millisecond and the cost of checking below one percent.
	checkInterval = 256

	// infinity is higher than every score.
	infinity = Win + 1
)

// search is the search for one move. It plays moves on its position and takes them back. After
// an interrupted iteration some moves are not taken back.
type search struct {
	pos    rules.Position
	eval   evaluator
	limits limits
	nodes  int
	stop   error // why the search must end; nil while it continues

	margin         Score // moves within the margin of the best get exact scores too
	depth          int   // the depth of the current iteration
	reachedHorizon bool  // true if this iteration has evaluated a position that is not over

	// The result of the last finished iteration.
	root  []rootMove   // all moves, the most promising first
	best  []rules.Move // the moves with the best score, in the order of root
	score Score

	unpruned  bool      // plain minimax: no move is left out
	unordered bool      // moves are searched in the order of the board, from the left; see sortByBoard
	fromTop   bool      // with unordered
	flatWin   Score     // of a win, however far ahead; 0: sooner wins are better
	fullRoot  bool      // each move of the root is searched with the whole window
	maxNodes  int       // the search ends with errBudget after about this many nodes; 0 for no limit
	recorder  *recorder // sees every node; nil if nobody looks
	table     *table    // with a recorder; nil: values of positions are not kept

	order orderer
	moves [maxDepth + 1][]rules.Move // buffers, by ply
}

// rootMove is a move of the searched position with the result of the last iteration: the
// exact score for the best moves, an upper bound for the others.
type rootMove struct {
	move    rules.Move
	score   Score
	certain bool // true if deeper searches give the same score; only iterateExact sets it
	bounded bool // score is only an upper bound

	missed  Score // the certain score that chooseOverlooking has ignored; 0: none
	lowered bool  // chooseOverlooking has lowered the score by one
}

func newSearch(pos rules.Position, eval evaluator, limits limits) *search {
	s := &search{pos: pos, eval: eval, limits: limits}
	for _, m := range pos.Moves(nil) {
		s.root = append(s.root, rootMove{move: m})
	}
	return s
}

// iterate searches all moves to a depth and sets root, best and score. If it is interrupted,
// it returns the reason and does not change these fields.
func (s *search) iterate(depth int) error {
	s.depth, s.reachedHorizon = depth, false
	if depth > 1 {
		if s.stop = s.limits.check(); s.stop != nil {
			return s.stop
		}
	}
	s.table.forget()
	root := slices.Clone(s.root)
	best := -infinity
	for i := range root {
		// The window begins one below the best score so far, minus the margin. A score above
		// its beginning is exact, so moves with equal scores are really equal. If the window
		// began at the best score, a worse move could return a bound equal to that score.
		floor := max(best-s.margin-1, -infinity)
		if s.fullRoot {
			floor = -infinity
		}
		root[i].score = s.searchMove(root[i].move, depth, 0, floor, infinity)
		if s.stop != nil {
			return s.stop
		}
		root[i].bounded = root[i].score <= floor
		best = max(best, root[i].score)
	}
	slices.SortStableFunc(root, func(a, b rootMove) int { return int(b.score - a.score) })
	s.root, s.score, s.best = root, best, s.best[:0]
	for _, r := range root {
		if r.score == best {
			s.best = append(s.best, r.move)
		}
	}
	return nil
}

// isFinal reports whether a deeper iteration could change nothing.
func (s *search) isFinal() bool {
	_, certain := s.score.Mate()
	return certain || !s.reachedHorizon || len(s.root) == 1
}

// searchMove plays m, searches the position, takes m back, and returns the score for the
// side that played m.
func (s *search) searchMove(m rules.Move, depth, ply int, alpha, beta Score) Score {
	s.pos.Play(m)
	if s.recorder != nil {
		s.recorder.enter(m, -beta, -alpha)
		s.table.enter()
	}
	score := -s.negamax(depth-1, ply+1, -beta, -alpha)
	if s.recorder != nil {
		s.recorder.leave(-score)
	}
	s.pos.Undo()
	return score
}

// negamax returns the score of the position for the side to move, searched depth plies
// deep and ply plies from the root. The score is exact if it lies between alpha and beta, an
// upper bound if it is at most alpha, and a lower bound if it is at least beta (fail soft).
// Once stop is set, the result is meaningless.
func (s *search) negamax(depth, ply int, alpha, beta Score) Score {
	if s.nodes++; s.nodes%checkInterval == 0 {
		s.checkLimits()
	}
	if s.stop != nil {
		return 0
	}
	if outcome := s.pos.Outcome(); outcome.Over() {
		score := terminalScore(outcome, s.pos.Turn(), ply)
		if s.flatWin > 0 {
			score = min(max(score, -s.flatWin), s.flatWin)
		}
		return score
	}
	if depth == 0 {
		s.reachedHorizon = true
		most := MaxHeuristic
		if s.flatWin > 1 {
			most = s.flatWin - 1 // a win counts more than any estimate
		}
		return min(max(s.eval(), -most), most)
	}
	if s.table != nil {
		return s.searchWithTable(depth, ply, alpha, beta)
	}
	return s.searchMoves(depth, ply, alpha, beta)
}

// searchMoves is negamax in a position that is not over, with at least one ply to search.
func (s *search) searchMoves(depth, ply int, alpha, beta Score) Score {
	s.moves[ply] = s.pos.Moves(s.moves[ply][:0])
	moves, side := s.moves[ply], s.pos.Turn()
	if s.unordered {
		sortByBoard(s.pos, moves, s.fromTop)
	} else {
		s.order.sort(moves, side, ply)
	}
	best := -infinity
	for i, m := range moves {
		best = max(best, s.searchMove(m, depth, ply, max(alpha, best), beta))
		if s.stop != nil {
			return 0
		}
		if best >= beta && !s.unpruned {
			s.order.recordCutoff(moves, i, side, ply, depth)
			if s.recorder != nil {
				s.recorder.cut(moves[i+1:], depth-1)
			}
			break
		}
	}
	return best
}

// checkLimits sets stop if a limit is reached. The first iteration ignores the budget, so that
// the search always has an answer.
func (s *search) checkLimits() {
	if s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stop = errBudget
		return
	}
	if err := s.limits.check(); err != errBudget || s.depth > 1 {
		s.stop = err
	}
}

// terminalScore returns the score of a finished game for the side to move. The score can have
// either sign, because in some games a turn can make the opponent win.
func terminalScore(outcome rules.Outcome, turn rules.Side, ply int) Score {
	switch outcome.Winner() {
	case rules.NoSide:
		return 0
	case turn:
		return Win - Score(ply)
	default:
		return Score(ply) - Win
	}
}
