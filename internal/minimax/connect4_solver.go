package minimax

import (
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// connect4Solver values the moves of Connect Four: exactly where the board fits
// the solver and time allows, by the threat-based engine otherwise.
type connect4Solver struct{ boards *connect4Boards }

// estimatePlies is how far the threat-based engine looks ahead for estimates,
// before the solver begins. It takes some milliseconds.
const estimatePlies = 6

// solve implements gameSolver.
func (c connect4Solver) solve(limits *limits, pos rules.Position, ask question) (Analysis, error) {
	p := pos.(*rules.Connect4Position)
	if err := limits.check(); err != nil && err != errBudget {
		return Analysis{}, err
	}
	board := boardOf(p)
	if !board.Fits() {
		if ask.best {
			return Analysis{}, errBudget // a better use of it is a search that looks at the best moves alone
		}
		return c.estimate(limits, p, ask, 0)
	}
	exact := c.boards.solvers.get(board)
	s := exact.solver()
	defer exact.done(s)
	q := newColumns(p, exact, s, limits)
	if !ask.best && !q.exact() {
		a, err := c.estimate(limits, p, question{}, estimatePlies)
		if err != nil && err != errBudget {
			return a, err
		}
		q.estimates = a
		ask.tell(q.analysis)
	}
	err := q.solve(ask)
	return q.analysis(), err
}

// estimate asks the threat-based engine, to a number of plies or, if that is 0,
// for as long as the limits allow.
func (c connect4Solver) estimate(limits *limits, p *rules.Connect4Position, ask question, plies int) (Analysis, error) {
	how := heuristic.Limits{Depth: plies, All: true}
	if ask.report != nil {
		how.Report = func(r heuristic.Result) { ask.report(analysisOf(r)) }
	}
	r, err := c.boards.search(limits, p, how)
	if err != nil {
		return Analysis{}, err
	}
	a := analysisOf(r)
	if !a.Exact() {
		return a, errBudget
	}
	return a, nil
}

// columns is the solving of one position: what is known of its moves.
//
// Scores here are the solver's: s > 0 if the side to move wins with its s-th
// last disc, s < 0 if it loses so, 0 for a draw.
type columns struct {
	board  solver.Board
	before solver.Position
	known  int // the position is worth so much at least; what it is worth at most bounds each move
	discs  int // on the board
	moves  []column
	solver *solver.Solver
	limits *limits

	estimates Analysis // with a move's estimate where moves has the move; may be empty
}

// column is a move: where it leads and between what bounds its score lies.
type column struct {
	move      rules.Move
	after     solver.Position
	low, high int
}

func newColumns(p *rules.Connect4Position, exact *exactBoard, s *solver.Solver, limits *limits) *columns {
	c := &columns{board: boardOf(p), discs: p.Ply(), solver: s, limits: limits}
	own, other := p.Discs(p.Turn())[0], p.Discs(p.Turn().Other())[0]
	c.before = solver.Position{Own: own, Mask: own | other}
	atOnce := (c.board.Cells() + 1 - c.discs) / 2 // the score of a win with the next disc
	most := atOnce
	c.known = -atOnce
	if exact.book != nil {
		if low, high, ok := exact.book.Lookup(c.before); ok {
			c.known, most = low, high
		}
	}
	for _, m := range p.Moves(nil) {
		p.Play(m)
		outcome := p.Outcome()
		p.Undo()
		k := column{move: m, low: -atOnce, high: atOnce - 1}
		switch cell := uint64(1) << (int(m)*(c.board.Rows+1) + p.Height(int(m))); {
		case outcome.Winner() != rules.NoSide:
			k.low, k.high = atOnce, atOnce
		case outcome.Over():
			k.low, k.high = 0, 0
		default:
			k.after = solver.Position{Own: other, Mask: own | other | cell}
			if exact.book != nil {
				if low, high, ok := exact.book.Lookup(k.after); ok {
					k.low, k.high = -high, -low
				}
			}
			k.high = min(k.high, most)
		}
		c.moves = append(c.moves, k)
	}
	return c
}

// solve finds first who wins with each move and then how fast. It returns why it
// was cut short, or nil.
func (c *columns) solve(ask question) error {
	if ask.one != nil && !c.exact() {
		return c.one(ask.one)
	}
	for _, pass := range []func(k *column) error{c.outcome, c.distance} {
		for i := range c.moves {
			k := &c.moves[i]
			before := *k
			if ask.best && k.high < c.best() {
				continue
			}
			if err := pass(k); err != nil {
				return err
			}
			if *k != before && !c.exact() {
				ask.tell(c.analysis)
			}
		}
	}
	return nil
}

// best returns what the best move is worth at least, whichever it is.
func (c *columns) best() int {
	best := c.known
	for _, k := range c.moves {
		best = max(best, k.low)
	}
	return best
}

// outcome finds out who wins with a move.
func (c *columns) outcome(k *column) error {
	if k.low == k.high || k.low > 0 || k.high < 0 {
		return nil
	}
	return c.narrow(k, max(k.low, -1), min(k.high, 1))
}

// distance finds out the score of a move.
func (c *columns) distance(k *column) error {
	if k.low == k.high {
		return nil
	}
	return c.narrow(k, k.low, k.high)
}

// narrow brings the bounds of a move together as far as they lie between low
// and high, or shows that the score is low at most or high at least.
func (c *columns) narrow(k *column, low, high int) error {
	score, err := c.ask(k.after, -high, -low)
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

// ask asks the solver within the limits.
func (c *columns) ask(p solver.Position, low, high int) (score int, err error) {
	before := c.solver.Nodes()
	score, ok := c.solver.Solve(p, low, high, func() bool {
		err = c.limits.check()
		return err != nil
	})
	c.estimates.Nodes += c.solver.Nodes() - before
	if ok {
		err = nil
	}
	return score, err
}

func (c *columns) exact() bool {
	for _, k := range c.moves {
		if k.low != k.high {
			return false
		}
	}
	return true
}

// analysis returns what is known by now.
func (c *columns) analysis() Analysis {
	a := Analysis{Nodes: c.estimates.Nodes}
	for i, k := range c.moves {
		v := Value{Low: c.score(k.low), High: c.score(k.high)}
		if !v.Exact() && i < len(c.estimates.Moves) {
			e := c.estimates.Moves[i].Value
			if v = (Value{max(v.Low, e.Low), min(v.High, e.High), e.Estimate}); v.Exact() {
				v.Estimate = 0
			}
			a.Depth = c.estimates.Depth
		}
		a.Moves = append(a.Moves, MoveValue{k.move, v})
	}
	a.settle()
	return a
}

// score turns the solver's score into the number of plies that it stands for.
func (c *columns) score(s int) Score {
	if s == 0 {
		return 0
	}
	// The last disc is the side to move's if it wins, and as many discs of the
	// winner's, that one included, would be left to play as s says.
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
