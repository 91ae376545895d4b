package solver

import (
	"sync"
	"sync/atomic"
)

// Team searches one position with several goroutines. Only one caller at a time may use it.
//
// The goroutines share the table and search the same null window. Each goroutine postpones
// the moves that another goroutine is searching. Later it finds most of their scores in the
// table. The idea is from Jean-Christophe Weill, "The ABDADA Distributed Minimax
// Search Algorithm" (1996), in the simple form of Tom Kerrigan (2018), where a small
// table has the moves that are being searched.
type Team struct {
	solvers []*Solver
}

// soloNodes is the number of nodes that one goroutine searches before the other goroutines
// join. Most searches end earlier, and take less time than starting goroutines would.
const soloNodes = 20_000

// NewTeam returns a Team of n goroutines. n must be at least 1.
func NewTeam(b Board, t *Table, n int) *Team {
	team := &Team{}
	claims := new(claimTable)
	for range n {
		s := New(b, t)
		s.claims = claims
		team.solvers = append(team.solvers, s)
	}
	team.solvers[0].claims = nil // until the other goroutines join
	return team
}

// Nodes returns how many positions all goroutines have searched.
func (t *Team) Nodes() int {
	n := 0
	for _, s := range t.solvers {
		n += s.nodes
	}
	return n
}

// Score returns the exact score of p.
func (t *Team) Score(p Position) int {
	cells := t.solvers[0].cellCount
	score, _ := t.Solve(p, -cells, cells, nil)
	return score
}

// Solve is Solver.Solve with all goroutines. stop must be safe for concurrent use.
func (t *Team) Solve(p Position, lo, hi int, stop func() bool) (score int, ok bool) {
	return t.solvers[0].solve(p, lo, hi, func(st *state, alpha int) (int, bool) {
		return t.searchNullWindow(st, alpha, stop)
	})
}

func (t *Team) searchNullWindow(st *state, alpha int, stop func() bool) (v int, ok bool) {
	stopped := func() bool { return stop != nil && stop() }
	first := t.solvers[0]
	limit := first.nodes + soloNodes
	if v, ok = first.searchNullWindow(st, alpha, func() bool { return first.nodes > limit || stopped() }); ok || stopped() {
		return v, ok
	}
	var found atomic.Bool
	var all sync.WaitGroup
	answers := make([]int, len(t.solvers))
	answered := make([]bool, len(t.solvers))
	first.claims = t.solvers[len(t.solvers)-1].claims
	for i, s := range t.solvers {
		all.Go(func() {
			answers[i], answered[i] = s.searchNullWindow(st, alpha, func() bool { return found.Load() || stopped() })
			if answered[i] {
				found.Store(true)
			}
		})
	}
	all.Wait()
	first.claims = nil
	for i := range answered {
		if answered[i] {
			return answers[i], true
		}
	}
	return 0, false
}

// claimTable has the keys of the positions that a Team is searching now. It may lack some of
// them: several keys share a slot, and a slot keeps the first key until its release.
type claimTable [1 << 14]atomic.Uint64

// minFreeToClaim is how many cells must be free in a position that a goroutine claims. With
// fewer free cells, its search ends before another goroutine meets the position.
const minFreeToClaim = 16

func (c *claimTable) slot(key uint64) *atomic.Uint64 {
	return &c[key*hashMultiplier>>(64-14)]
}

func (c *claimTable) claimed(key uint64) bool { return c.slot(key).Load() == key }

func (c *claimTable) claim(key uint64) { c.slot(key).CompareAndSwap(0, key) }

func (c *claimTable) release(key uint64) { c.slot(key).CompareAndSwap(key, 0) }
