package minimax

import (
	"iter"
	"time"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// turnTime is the length of one turn of the exact solver or of the heuristic engine. The solver has
// the first turn. If the solver finishes in this turn, the engine does not delay it.
const turnTime = 100 * time.Millisecond

// heuristicSearch is a search by the heuristic engine that takes turns with the exact solver, on
// one core. On large boards the solver may find nothing within the budget, but the engine finds
// forced wins and estimates. Only the goroutine that created the search may use it.
type heuristicSearch struct {
	resume func() (heuristic.Result, bool)
	stop   func()
	until  time.Time // end of the present turn
}

// newHeuristicSearch returns a search that values every move of pos. The search begins when resume is
// called. The caller must call stop.
func newHeuristicSearch(boards *connect4Boards, limits *limits, pos *rules.Connect4Position) *heuristicSearch {
	s := &heuristicSearch{}
	s.resume, s.stop = iter.Pull(func(yield func(heuristic.Result) bool) {
		var last heuristic.Result
		ended := false
		last = boards.engines.get(boardOf(pos)).Search(pos, heuristic.Limits{
			All:    true,
			Report: func(r heuristic.Result) { last = r; ended = !yield(r) },
			Stop: func() bool {
				if !ended && !time.Now().Before(s.until) {
					ended = !yield(last)
				}
				return ended || limits.check() != nil
			},
		})
		if !ended {
			yield(last)
		}
	})
	return s
}

// searchTo searches to a depth in plies, or until the limits end the search. It returns
// the latest result, and whether the search can go on.
func (s *heuristicSearch) searchTo(depth int, limits *limits) (r heuristic.Result, more bool) {
	for s.until = limits.budgetEnd; ; {
		next, ok := s.resume()
		if !ok {
			return r, false
		}
		if r = next; r.Depth >= depth || limits.check() != nil {
			return r, true
		}
	}
}

// takeTurn searches for turnTime, and calls report with each result. It returns false if the search
// has ended.
func (s *heuristicSearch) takeTurn(report func(heuristic.Result)) (more bool) {
	for s.until = time.Now().Add(turnTime); ; {
		r, ok := s.resume()
		if !ok {
			return false
		}
		report(r)
		if !time.Now().Before(s.until) {
			return true
		}
	}
}

// startHeuristic starts the search of the heuristic engine and waits for its first estimates.
func (c *connect4Solve) startHeuristic(boards *connect4Boards, pos *rules.Connect4Position, request solveRequest) {
	c.report = func() { request.reportResult(c.analysis) }
	c.heuristic = newHeuristicSearch(boards, c.limits, pos)
	r, more := c.heuristic.searchTo(estimatePlies, c.limits)
	c.learn(analysisOf(r))
	if !more {
		c.stopHeuristic()
	}
	if !c.exact() {
		c.report()
	}
	c.heuristicTurn = time.Now().Add(turnTime)
}

// giveTurn lets the heuristic engine search for one turn.
func (c *connect4Solve) giveTurn() {
	more := c.heuristic.takeTurn(func(r heuristic.Result) {
		if r.Depth > c.estimates.Depth && !c.exact() {
			c.learn(analysisOf(r))
			c.report()
		}
	})
	if !more || c.exact() {
		c.stopHeuristic()
	}
	c.heuristicTurn = time.Now().Add(turnTime)
}

// finishHeuristic takes over the latest result of the heuristic engine if the limits have ended the
// search.
func (c *connect4Solve) finishHeuristic() {
	if c.heuristic != nil && c.limits.check() != nil {
		if r, ok := c.heuristic.resume(); ok {
			c.learn(analysisOf(r))
		}
	}
}

func (c *connect4Solve) stopHeuristic() {
	if c.heuristic != nil {
		c.heuristic.stop()
		c.heuristic = nil
	}
}

// learn takes over the estimates of the heuristic engine, and those of its bounds that are
// narrower.
func (c *connect4Solve) learn(a Analysis) {
	c.estimates = a
	for i := range c.moves {
		k, v := &c.moves[i], a.Moves[i].Value
		if v.Low > -Win {
			k.low = max(k.low, c.discScore(v.Low))
		}
		if v.High < Win {
			k.high = min(k.high, c.discScore(v.High))
		}
	}
}

// discScore is the inverse of plyScore.
func (c *connect4Solve) discScore(s Score) int {
	room := c.board.Cells() + 2 - c.discs
	switch plies, certain := s.Mate(); {
	case !certain:
		return 0
	case plies > 0:
		return (room - plies) / 2
	default:
		return -(room + plies) / 2
	}
}
