package solver

import (
	"sync"
	"sync/atomic"
)

// Team is several goroutines that search one position together. It belongs to
// one caller at a time.
//
// They share the table and answer the same question; each leaves for later the moves
// that another one is searching, and finds most of them in the table then. The idea is
// Jean-Christophe Weill's, "The ABDADA Distributed Minimax Search Algorithm" (1996),
// in the simple form of Tom Kerrigan's (2018): what is under search is kept in
// a small table of its own.
type Team struct {
	solvers []*Solver
}

// alone is how many nodes one goroutine searches before the others join: most
// questions are answered before, and starting the others would take longer.
const alone = 20_000

// NewTeam returns a Team of n, which is at least 1.
func NewTeam(b Board, t *Table, n int) *Team {
	team := &Team{}
	busy := new(claims)
	for range n {
		s := New(b, t)
		s.busy = busy
		team.solvers = append(team.solvers, s)
	}
	team.solvers[0].busy = nil // until the others join
	return team
}

// Nodes returns how many positions all have searched.
func (t *Team) Nodes() int {
	n := 0
	for _, s := range t.solvers {
		n += s.nodes
	}
	return n
}

// Score returns the exact score of p.
func (t *Team) Score(p Position) int {
	cells := t.solvers[0].cells
	score, _ := t.Solve(p, -cells, cells, nil)
	return score
}

// Solve is Solver.Solve, by all. stop must be safe for concurrent use.
func (t *Team) Solve(p Position, lo, hi int, stop func() bool) (score int, ok bool) {
	return t.solvers[0].solve(p, lo, hi, func(st *state, alpha int) (int, bool) {
		return t.ask(st, alpha, stop)
	})
}

func (t *Team) ask(st *state, alpha int, stop func() bool) (v int, ok bool) {
	stopped := func() bool { return stop != nil && stop() }
	first := t.solvers[0]
	limit := first.nodes + alone
	if v, ok = first.ask(st, alpha, func() bool { return first.nodes > limit || stopped() }); ok || stopped() {
		return v, ok
	}
	var found atomic.Bool
	var all sync.WaitGroup
	answers := make([]int, len(t.solvers))
	answered := make([]bool, len(t.solvers))
	first.busy = t.solvers[len(t.solvers)-1].busy
	for i, s := range t.solvers {
		all.Go(func() {
			answers[i], answered[i] = s.ask(st, alpha, func() bool { return found.Load() || stopped() })
			if answered[i] {
				found.Store(true)
			}
		})
	}
	all.Wait()
	first.busy = nil
	for i := range answered {
		if answered[i] {
			return answers[i], true
		}
	}
	return 0, false
}

// claims is the positions that a Team is searching now, by their keys. What it says
// is a hint: positions share places, and the later one is forgotten.
type claims [1 << 14]atomic.Uint64

// worthClaiming is how many cells have to be free for a position to be claimed: with
// fewer the search is over before anyone else looks.
const worthClaiming = 16

func (c *claims) place(key uint64) *atomic.Uint64 {
	return &c[key*spread>>(64-14)]
}

func (c *claims) taken(key uint64) bool { return c.place(key).Load() == key }

func (c *claims) claim(key uint64) { c.place(key).CompareAndSwap(0, key) }

func (c *claims) release(key uint64) { c.place(key).CompareAndSwap(key, 0) }
