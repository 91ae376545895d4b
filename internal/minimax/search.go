package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

const (
	// maxDepth is the most plies that are looked ahead; no game here is longer, for
	// those that could go round in circles are drawn before.
	maxDepth = 255

	// checkInterval is how many nodes are searched between two looks at the
	// limits. Nodes take well under 2 µs on the largest board, so a look comes
	// at least every half millisecond, and costs less than 1 % of the time.
	checkInterval = 256

	// infinity is beyond every score.
	infinity = Win + 1
)

// search is one move's search. Its position is changed in place, and after an
// iteration that was cut short it is in the middle of a line.
type search struct {
	pos    rules.Position
	eval   evaluator
	limits limits
	nodes  int
	stop   error // why the search ends; nil while it goes on

	margin  Score // moves within it of the best get exact scores too
	depth   int   // of the iteration under way
	horizon bool  // it has evaluated a position in which the game goes on

	// The result of the last finished iteration.
	root  []rootMove   // all moves, the most promising first
	best  []rules.Move // those with the best score, in the order of root
	score Score

	order orderer
	moves [maxDepth + 1][]rules.Move // buffers by ply
}

// rootMove is a move of the position to search, with what the last iteration
// found: the exact score for the best moves, an upper bound for the others.
type rootMove struct {
	move    rules.Move
	score   Score
	certain bool // a deeper search would find the same; set by open alone
}

func newSearch(pos rules.Position, eval evaluator, limits limits) *search {
	s := &search{pos: pos, eval: eval, limits: limits}
	for _, m := range pos.Moves(nil) {
		s.root = append(s.root, rootMove{move: m})
	}
	return s
}

// iterate searches all moves to a depth and sets root, best and score. If it
// is cut short it returns why, and these are still those of the last iteration.
func (s *search) iterate(depth int) error {
	s.depth, s.horizon = depth, false
	if depth > 1 {
		if s.stop = s.limits.check(); s.stop != nil {
			return s.stop
		}
	}
	root := slices.Clone(s.root)
	best := -infinity
	for i := range root {
		// The window is open one below the best score so far, less the margin: what
		// comes back above it is exact, so equal moves are truly equal. A window
		// closed at the best score would return a bound there, which a worse move
		// can reach as well.
		floor := max(best-s.margin-1, -infinity)
		root[i].score = s.try(root[i].move, depth, 0, floor, infinity)
		if s.stop != nil {
			return s.stop
		}
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

// settled reports whether a deeper iteration could change nothing.
func (s *search) settled() bool {
	_, certain := s.score.Mate()
	return certain || !s.horizon || len(s.root) == 1
}

// try plays m, searches what follows, takes it back, and returns the score for
// the side that played it.
func (s *search) try(m rules.Move, depth, ply int, alpha, beta Score) Score {
	s.pos.Play(m)
	score := -s.negamax(depth-1, ply+1, -beta, -alpha)
	s.pos.Undo()
	return score
}

// negamax returns the score of the position for the side to move, depth plies
// deep and ply plies from the root: exact if it lies between alpha and beta, an
// upper bound if it is alpha or less, a lower bound if it is beta or more
// ("fail soft"). The value means nothing once stop is set.
func (s *search) negamax(depth, ply int, alpha, beta Score) Score {
	if s.nodes++; s.nodes%checkInterval == 0 {
		s.look()
	}
	if s.stop != nil {
		return 0
	}
	if outcome := s.pos.Outcome(); outcome.Over() {
		return terminal(outcome, s.pos.Turn(), ply)
	}
	if depth == 0 {
		s.horizon = true
		return min(max(s.eval(), -MaxHeuristic), MaxHeuristic)
	}
	s.moves[ply] = s.pos.Moves(s.moves[ply][:0])
	moves, side := s.moves[ply], s.pos.Turn()
	s.order.sort(moves, side, ply)
	best := -infinity
	for i, m := range moves {
		best = max(best, s.try(m, depth, ply, max(alpha, best), beta))
		if s.stop != nil {
			return 0
		}
		if best >= beta {
			s.order.cut(moves, i, side, ply, depth)
			break
		}
	}
	return best
}

// look sets stop if a limit is reached. The first iteration is not bound by
// the budget, so that there is always an answer.
func (s *search) look() {
	if err := s.limits.check(); err != errBudget || s.depth > 1 {
		s.stop = err
	}
}

// terminal returns the score of a game that is over for the side to move. In
// some games a turn can make the opponent win, so both signs occur.
func terminal(outcome rules.Outcome, turn rules.Side, ply int) Score {
	switch outcome.Winner() {
	case rules.NoSide:
		return 0
	case turn:
		return Win - Score(ply)
	default:
		return Score(ply) - Win
	}
}
