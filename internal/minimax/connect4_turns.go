package minimax

import (
	"iter"
	"time"

	"github.com/quatre/quatre/internal/minimax/heuristic"
	"github.com/quatre/quatre/internal/rules"
)

// turnTime is how long the exact solver and the heuristic engine each search before the other
// one continues. Positions that the solver finishes sooner take no longer than without turns.
const turnTime = 100 * time.Millisecond

// wideSearch is a search by the heuristic engine that takes turns with the exact solver, on
// one core. On large boards the solver may find nothing in the time that there is, while the
// engine sees forced wins and has estimates. Only the goroutine that made it may use it.
type wideSearch struct {
	resume func() (heuristic.Result, bool)
	stop   func()
	until  time.Time // end of the present turn
}

// newWideSearch returns a search of pos for every move, which has not begun. The caller
// must call stop.
func newWideSearch(boards *connect4Boards, limits *limits, pos *rules.Connect4Position) *wideSearch {
	w := &wideSearch{}
	w.resume, w.stop = iter.Pull(func(yield func(heuristic.Result) bool) {
		var last heuristic.Result
		ended := false
		last = boards.engines.get(boardOf(pos)).Search(pos, heuristic.Limits{
			All:    true,
			Report: func(r heuristic.Result) { last = r; ended = !yield(r) },
			Stop: func() bool {
				if !ended && !time.Now().Before(w.until) {
					ended = !yield(last)
				}
				return ended || limits.check() != nil
			},
		})
		if !ended {
			yield(last)
		}
	})
	return w
}

// searchTo searches to a depth of plies, or until the limits end the search. It returns
// the latest result, and whether the search can go on.
func (w *wideSearch) searchTo(depth int, limits *limits) (r heuristic.Result, more bool) {
	for w.until = limits.budgetEnd; ; {
		next, ok := w.resume()
		if !ok {
			return r, false
		}
		if r = next; r.Depth >= depth || limits.check() != nil {
			return r, true
		}
	}
}

// takeTurn searches for turnTime. It calls report with each result.
func (w *wideSearch) takeTurn(report func(heuristic.Result)) (more bool) {
	for w.until = time.Now().Add(turnTime); ; {
		r, ok := w.resume()
		if !ok {
			return false
		}
		report(r)
		if !time.Now().Before(w.until) {
			return true
		}
	}
}

// startWide starts the search of the heuristic engine and waits for its first estimates.
func (c *connect4Solve) startWide(boards *connect4Boards, pos *rules.Connect4Position, request solveRequest) {
	c.report = func() { request.reportResult(c.analysis) }
	c.wide = newWideSearch(boards, c.limits, pos)
	r, more := c.wide.searchTo(estimatePlies, c.limits)
	c.learn(analysisOf(r))
	if !more {
		c.stopWide()
	}
	if !c.exact() {
		c.report()
	}
	c.wideTurn = time.Now().Add(turnTime)
}

// giveTurn lets the heuristic engine search for a while.
func (c *connect4Solve) giveTurn() {
	more := c.wide.takeTurn(func(r heuristic.Result) {
		if r.Depth > c.estimates.Depth && !c.exact() {
			c.learn(analysisOf(r))
			c.report()
		}
	})
	if !more || c.exact() {
		c.stopWide()
	}
	c.wideTurn = time.Now().Add(turnTime)
}

// finishWide takes over what the heuristic engine has found since its last report.
func (c *connect4Solve) finishWide() {
	if c.wide != nil && c.limits.check() != nil {
		if r, ok := c.wide.resume(); ok {
			c.learn(analysisOf(r))
		}
	}
}

func (c *connect4Solve) stopWide() {
	if c.wide != nil {
		c.wide.stop()
		c.wide = nil
	}
}

// learn takes over estimates of the heuristic engine, and its bounds where they are better.
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
