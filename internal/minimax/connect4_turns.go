package minimax

import (
	"time"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// firstTurn is the length of the first turn of the exact solver, and of that of the heuristic engine
// after it. If the solver finishes in this turn, the engine does not delay it.
const firstTurn = 100 * time.Millisecond

// solveInTurns lets the heuristic engine and the exact solver search in turns, on one core. On large
// boards the solver may find nothing within the budget, but the engine finds forced wins and
// estimates. The engine begins with a search to estimatePlies.
//
// Each pair of turns is twice as long as the pair before. A turn repeats the turns before it, but
// finds their results in the tables, so it is mostly spent on what is new.
func (c *connect4Solve) solveInTurns(boards *connect4Boards, pos *rules.Connect4Position, request solveRequest) error {
	all := c.limits
	defer func() { c.limits = all }()
	if err := c.estimate(boards, all, pos, estimatePlies, request); err != nil {
		return err
	}
	for turn := firstTurn; !c.exact(); turn *= 2 {
		limits := all.within(turn)
		c.limits = &limits
		if err := c.solve(request); err != errBudget {
			return err
		}
		if err := all.check(); err != nil {
			return err
		}
		limits = all.within(turn)
		if err := c.estimate(boards, &limits, pos, 0, request); err != nil {
			return err
		}
	}
	return nil
}

// estimate lets the heuristic engine search to a depth (0: any), and takes over its results.
func (c *connect4Solve) estimate(boards *connect4Boards, limits *limits, pos *rules.Connect4Position, depth int, request solveRequest) error {
	learn := func(r heuristic.Result) {
		a := analysisOf(r)
		a.Nodes += c.engineNodes
		if a.Depth >= c.estimates.Depth {
			c.learn(a)
		}
	}
	r, err := boards.search(limits, pos, heuristic.Limits{All: true, Depth: depth, Report: func(r heuristic.Result) {
		if r.Depth > c.estimates.Depth {
			learn(r)
			if !c.exact() {
				request.reportResult(c.analysis)
			}
		}
	}})
	if err != nil {
		return err
	}
	learn(r)
	c.engineNodes += r.Nodes
	c.estimates.Nodes = c.engineNodes
	return nil
}

// learn takes over the estimates of the heuristic engine, and those of its bounds that are
// narrower.
func (c *connect4Solve) learn(a Analysis) {
	c.estimates = a
	for i := range c.moves {
		k, v := &c.moves[i], a.Moves[i].Value
		if v.Low > -Win {
			k.low = max(k.low, v.Low.Discs(c.board.Cells(), c.discs))
		}
		if v.High < Win {
			k.high = min(k.high, v.High.Discs(c.board.Cells(), c.discs))
		}
	}
}
