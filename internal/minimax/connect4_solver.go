package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
)

// connect4Solver is the gameSolver of Connect Four. It is exact if the board fits the
// solver and the time is enough. The solver and the heuristic engine search in turns, so that
// an answer without exact values has the bounds and estimates of the engine.
type connect4Solver struct{ boards *connect4Boards }

// estimatePlies is the depth to which the heuristic engine searches before the solver begins.
const estimatePlies = 6

// solve implements gameSolver.
func (c connect4Solver) solve(limits *limits, pos rules.Position, request solveRequest) (Analysis, error) {
	p := pos.(*rules.Connect4Position)
	board := boardOf(p)
	if !board.Fits() {
		if request.oneBest != nil {
			return Analysis{}, errBudget // the caller then searches only for the best moves, which uses the budget better
		}
		return c.estimate(limits, p, request)
	}
	q := newConnect4Solve(p, c.boards.of(board).exact(), limits)
	q.valueOnly = request.valueOnly
	if request.oneBest != nil || q.exact() {
		err := q.solve(request)
		return q.analysis(), err
	}
	err := q.solveInTurns(c.boards, p, request)
	return q.analysis(), err
}

// estimate returns estimates of the heuristic engine, which searches until the limits end it.
func (c connect4Solver) estimate(limits *limits, p *rules.Connect4Position, request solveRequest) (Analysis, error) {
	options := heuristic.Limits{All: true}
	if request.report != nil {
		options.Report = func(r heuristic.Result) { request.report(analysisOf(r)) }
	}
	r, err := c.boards.search(limits, p, options)
	if err != nil {
		return Analysis{}, err
	}
	a := analysisOf(r)
	if !a.Exact() {
		return a, errBudget
	}
	return a, nil
}

// connect4Solve is the state while one position is solved: the bounds of its moves so far.
//
// Scores are in the convention of package solver: s > 0 if the side to move wins with its
// s-th last disc, s < 0 if the opponent wins with its -s-th last disc, 0 for a draw.
type connect4Solve struct {
	board      solver.Board
	position   solver.Position
	lowerBound int // the lower bound of the position's score
	upperBound int // its upper bound
	valueOnly  bool
	discs      int // the number of discs on the board
	moves      []columnBounds
	solver     *solver.Solver
	limits     *limits
	nodes      int // positions that the solver has searched

	estimates   Analysis // of the heuristic engine, in the order of moves; may be empty
	engineNodes int      // positions that the heuristic engine has searched in its turns so far
}

// columnBounds is a move, the position after it, and bounds of its score.
type columnBounds struct {
	move      rules.Move
	after     solver.Position
	low, high int
}

func newConnect4Solve(p *rules.Connect4Position, exact *solverBoard, limits *limits) *connect4Solve {
	c := &connect4Solve{board: exact.board, discs: p.Ply(), solver: solver.New(exact.board, exact.table), limits: limits}
	c.position = solverPosition(p)
	immediateWin := (c.board.Cells() + 1 - c.discs) / 2 // the score of a win with the next disc
	c.lowerBound, c.upperBound = -immediateWin, immediateWin
	if low, high, ok := exact.book.Lookup(c.position); ok {
		c.lowerBound, c.upperBound = low, high
	}
	for _, m := range p.Moves(nil) {
		p.Play(m)
		outcome := p.Outcome()
		p.Undo()
		k := columnBounds{move: m, low: -immediateWin, high: immediateWin - 1}
		switch cell := uint64(1) << (int(m)*(c.board.Rows+1) + p.Height(int(m))); {
		case outcome.Winner() != rules.NoSide:
			k.low, k.high = immediateWin, immediateWin
		case outcome.Over():
			k.low, k.high = 0, 0
		default:
			k.after = c.position.After(cell)
			if low, high, ok := exact.book.Lookup(k.after); ok {
				k.low, k.high = -high, -low
			}
			k.high = min(k.high, c.upperBound)
		}
		c.moves = append(c.moves, k)
	}
	return c
}

// solverPosition returns a position whose board fits the solver.
func solverPosition(p *rules.Connect4Position) solver.Position {
	own, other := p.Discs(p.Turn())[0], p.Discs(p.Turn().Other())[0]
	return solver.Position{Own: own, Mask: own | other}
}

// solve first finds the outcome of each move, then its score. It returns an error if the
// limits or the context interrupted it.
func (c *connect4Solve) solve(request solveRequest) error {
	if request.oneBest != nil && !c.exact() {
		return c.findOneBest(request.oneBest)
	}
	if request.valueOnly {
		return c.findValue(request)
	}
	for _, pass := range []func(k *columnBounds) error{c.findOutcome, c.findScore} {
		for i := range c.moves {
			k := &c.moves[i]
			before := *k
			if err := pass(k); err != nil {
				return err
			}
			if *k != before && !c.exact() {
				request.reportResult(c.analysis)
			}
		}
	}
	return nil
}

// best returns a lower bound of the score of the best move.
func (c *connect4Solve) best() int {
	best := c.lowerBound
	for _, k := range c.moves {
		best = max(best, k.low)
	}
	return best
}

// findOutcome finds whether a move wins, draws or loses.
func (c *connect4Solve) findOutcome(k *columnBounds) error {
	if k.low == k.high || k.low > 0 || k.high < 0 {
		return nil
	}
	return c.narrow(k, max(k.low, -1), min(k.high, 1))
}

// findScore finds the exact score of a move.
func (c *connect4Solve) findScore(k *columnBounds) error {
	if k.low == k.high {
		return nil
	}
	return c.narrow(k, k.low, k.high)
}

// narrow finds the exact score of a move if the score lies between low and high. Otherwise it
// finds that the score is at most low or at least high.
func (c *connect4Solve) narrow(k *columnBounds, low, high int) error {
	score, err := c.solveWithin(k.after, -high, -low)
	if err != nil {
		return err
	}
	if score = -score; score < high {
		k.high = min(k.high, max(score, low))
	}
	if score > low {
		k.low = max(k.low, min(score, high))
	}
	return nil
}

// solveWithin solves a position with the window low to high, within the limits.
func (c *connect4Solve) solveWithin(p solver.Position, low, high int) (score int, err error) {
	before, known := c.solver.Nodes(), c.nodes
	score, ok := c.solver.Solve(p, low, high, func() bool {
		c.nodes = known + c.solver.Nodes() - before
		err = c.limits.check()
		return err != nil
	})
	c.nodes = known + c.solver.Nodes() - before
	if ok {
		err = nil
	}
	return score, err
}

// exact reports whether all scores that the request asks for are known.
func (c *connect4Solve) exact() bool {
	if c.valueOnly {
		low, high := c.bounds()
		return low == high
	}
	return !slices.ContainsFunc(c.moves, func(k columnBounds) bool { return k.low != k.high })
}

// analysis returns what is known so far.
func (c *connect4Solve) analysis() Analysis {
	a := Analysis{Nodes: c.nodes + c.estimates.Nodes}
	for i, k := range c.moves {
		v := Value{Low: c.plyScore(k.low), High: c.plyScore(k.high)}
		if !v.Exact() && i < len(c.estimates.Moves) {
			v.Estimate = c.estimates.Moves[i].Value.Estimate // its bounds are in the moves already
			a.Depth = c.estimates.Depth
		}
		a.Moves = append(a.Moves, MoveValue{k.move, v})
	}
	a.updateValue()
	if c.valueOnly {
		low, high := c.bounds()
		if a.Value.Low, a.Value.High = c.plyScore(low), c.plyScore(high); low == high {
			a.Value.Estimate = 0
		}
	}
	return a
}

// plyScore converts a score of the solver to a Score, which counts plies. It is the inverse of Score.Discs.
func (c *connect4Solve) plyScore(s int) Score {
	if s == 0 {
		return 0
	}
	// The winner plays the last disc of the game, so the number of plies is odd if the side
	// to move wins. After that disc there is room for s-1 more discs of the winner.
	last, parity := c.board.Cells()+2-2*max(s, -s), 1
	if s < 0 {
		parity = 0
	}
	plies := last - c.discs
	if plies&1 != parity {
		plies--
	}
	if s > 0 {
		return Win - Score(plies)
	}
	return Score(plies) - Win
}
