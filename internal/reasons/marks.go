package reasons

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Limits of the search for plans with marks.
const (
	maxMarks       = 8      // of a plan
	beam           = 3      // plans that each step repairs
	keptFailures   = 4      // lines of a plan that are repaired
	maxBad         = 400    // bad ends after which a proof stops
	climbPositions = 12_000 // positions after which it stops

	// maxWork is how many positions all proofs of one search may have together, which takes half a
	// second or so.
	maxWork = 3_000_000

	maxReplyWork = 300_000 // the same for each reply in a reason of kind Each
)

// attempt is a plan from a start, and how its proof went.
type attempt struct {
	*plan
	*prover
	from start
}

// badness orders plans by how much they lack: the bad ends of a complete proof, or the share of bad
// ends in a proof that was stopped.
func (a *attempt) badness() int {
	if a.stopped() {
		return 1000 + 10_000*a.bad/max(1, a.Positions)
	}
	return a.bad
}

func (f *finder) attempt(q *plan, from start) *attempt {
	v := newProver(f.board)
	v.plan, v.limit, v.maxBad, v.keep = q, climbPositions, maxBad, keptFailures
	v.loserMoves(from.sides)
	f.work -= v.Positions
	f.stopped = f.stopped || f.oracle.Stop()
	return &attempt{q, v, from}
}

// findMarks looks for plans with marks by repair. It follows a plan against all replies, and finds
// the turns that gave the win away and the moves that would have kept it. Each mark that makes the
// plan play one of these moves gives a new plan. The most promising of them are repaired again.
func (f *finder) findMarks() {
	if f.done() {
		return
	}
	var tries []*attempt
	for _, from := range f.starts {
		tries = append(tries, f.attempt(&plan{}, from))
	}
	slices.SortStableFunc(tries, byBadness)
	work := f.work
	for i, a := range tries { // each gets its share of the work, and what those before it have left
		f.work = work / (len(tries) - i)
		before := f.work
		f.repair(a)
		work -= before - f.work
	}
}

func byBadness(x, y *attempt) int { return cmp.Compare(x.badness(), y.badness()) }

// repair repairs an attempt until it wins, or cannot be repaired.
func (f *finder) repair(first *attempt) {
	tried := map[string]bool{}
	for front := []*attempt{first}; len(front) > 0; {
		var next []*attempt
		for _, a := range front {
			if a.won() {
				f.offerShortened(a)
				return
			}
			if a.marks() == maxMarks {
				continue
			}
			for _, line := range a.failures {
				for _, q := range f.repairs(a.plan, line) {
					id := fmt.Sprint(*q)
					if tried[id] {
						continue
					}
					tried[id] = true
					if next = append(next, f.attempt(q, first.from)); f.done() || f.work < 0 {
						return
					}
				}
			}
		}
		slices.SortStableFunc(next, byBadness)
		front = next[:min(beam, len(next))]
	}
}

// repairs returns plans with one more mark, which do otherwise at the turn of a line that gave the win
// away. There is no such turn if the line was lost from the start.
func (f *finder) repairs(q *plan, line []turn) (out []*plan) {
	// Late positions are cheap to solve.
	i := len(line) - 1
	for i >= 0 && f.outcome(solver.Position{Own: line[i].winner, Mask: line[i].mask()}) <= 0 {
		i--
	}
	if i < 0 || f.stopped {
		return nil
	}
	t := line[i]
	if t.rule != blocks {
		r := q.without(t.chosen)
		r.never |= t.chosen
		out = append(out, r)
	}
	for _, m := range f.winningMoves(t.sides) {
		if m == t.chosen {
			continue
		}
		r := q.without(m)
		r.first = append(r.first, m)
		out = append(out, r)
		if len(q.first) > 0 {
			r = q.without(m)
			r.first = slices.Insert(r.first, 0, m)
			out = append(out, r)
		}
		r = q.without(m).without(t.last)
		r.pairs = append(r.pairs, [2]uint64{t.last, m})
		out = append(out, r)
		if t.rule >= takesSpare {
			r = q.without(m)
			r.spare = append(r.spare, m)
			out = append(out, r)
		}
	}
	return out
}

// without returns a copy of the plan in which no mark is about a cell.
func (q *plan) without(cell uint64) *plan {
	is := func(c uint64) bool { return c == cell }
	r := q.clone()
	r.never &^= cell
	r.first = slices.DeleteFunc(r.first, is)
	r.spare = slices.DeleteFunc(r.spare, is)
	r.pairs = slices.DeleteFunc(r.pairs, func(pair [2]uint64) bool { return pair[0] == cell || pair[1] == cell })
	return r
}

// offerShortened offers a plan that wins, without the marks that it does not need.
func (f *finder) offerShortened(a *attempt) {
	for {
		shorter := f.shorten(a)
		if shorter == nil {
			break
		}
		a = shorter
	}
	f.offer(Follow, a.from.moves, a.plan, a.prover)
}

// shorten returns a plan with one mark less that wins too, or nil.
func (f *finder) shorten(a *attempt) *attempt {
	var marks []func(q *plan)
	for i := range a.first {
		marks = append(marks, func(q *plan) { q.first = slices.Delete(q.first, i, i+1) })
	}
	for i := range a.pairs {
		marks = append(marks, func(q *plan) { q.pairs = slices.Delete(q.pairs, i, i+1) })
	}
	for i := range a.spare {
		marks = append(marks, func(q *plan) { q.spare = slices.Delete(q.spare, i, i+1) })
	}
	for one := range each(a.never) {
		marks = append(marks, func(q *plan) { q.never &^= one })
	}
	for _, remove := range marks {
		q := a.plan.clone()
		remove(q)
		if shorter := f.attempt(q, a.from); shorter.won() {
			return shorter
		}
	}
	return nil
}
