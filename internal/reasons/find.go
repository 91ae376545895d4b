package reasons

import (
	"math/bits"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// Oracle knows exact outcomes.
type Oracle interface {
	// Outcome returns the outcome of a position that is not over, for the side to move: 1 for a
	// win, 0 for a draw, -1 for a loss. It returns 0 when Stop returns true.
	Outcome(p solver.Position) int

	// Stop reports whether the time has run out.
	Stop() bool
}

// deepFrom is the number of discs from which Find looks for plans with several marks. With fewer
// discs that takes seconds, and hardly ever succeeds.
const deepFrom = 8

// Find returns the reason of the best grade that it finds in the position p, which is not over.
// It returns nil if neither side wins, if it finds none, or if the time runs out before. deep
// makes it look for plans with several marks however few discs there are.
func Find(g *solver.Grid, p solver.Position, o Oracle, deep bool) *Reason {
	f := finder{board: board{g}, oracle: o, known: map[solver.Position]int{}, work: maxWork}
	value := f.outcome(p)
	if value == 0 {
		return nil
	}
	f.find(p, value > 0, deep || p.Discs() >= deepFrom)
	if f.best != nil {
		return f.best
	}
	if value < 0 {
		return f.findReplies(p)
	}
	for _, m := range f.winningMoves(sidesOf(p, true)) {
		if r := f.findReplies(p.After(m)); r != nil {
			r.Moves = []Cell{f.cell(m)}
			return r
		}
	}
	return nil
}

// find looks for reasons of all kinds but Each, and keeps the best one.
func (f *finder) find(p solver.Position, winner, deep bool) {
	f.findThreats(p, winner)
	f.findSafe(p, winner)
	f.findPlans(p, winner)
	if deep {
		f.findMarks()
	}
}

// findReplies looks for a reason against each reply of the loser, who is to move in p.
func (f *finder) findReplies(p solver.Position) *Reason {
	r := &Reason{Kind: Each}
	free := f.Landing(p.Mask)
	if free == 0 || free&f.Wins(p.Own) != 0 {
		return nil
	}
	for m := range each(free) {
		after := finder{board: f.board, oracle: f.oracle, known: f.known, work: maxReplyWork}
		if after.find(p.After(m), true, true); after.best == nil {
			return nil
		}
		r.add(f.cell(m), after.best)
	}
	r.Grade = r.grade()
	return r
}

// finder looks for the reasons of one position.
type finder struct {
	board
	oracle  Oracle
	known   map[solver.Position]int
	work    int  // positions that proofs of plans with marks may still have
	stopped bool // the time has run out

	best   *Reason
	starts []start // where plans without marks fail, for findMarks
}

// start is a position with the loser to move, in which the winner may begin to follow a plan.
type start struct {
	sides
	moves []uint64 // from the position that is explained
}

func (f *finder) outcome(p solver.Position) int {
	if v, ok := f.known[p]; ok {
		return v
	}
	v := f.oracle.Outcome(p)
	if f.oracle.Stop() {
		f.stopped = true
		return 0
	}
	f.known[p] = v
	return v
}

// winsAfter reports whether the winner wins p, with the loser to move.
func (f *finder) winsAfter(p sides) bool {
	return f.Landing(p.mask()) != 0 && f.outcome(solver.Position{Own: p.loser, Mask: p.mask()}) < 0
}

// winningMoves returns the moves of the winner, who is to move, that keep the win, the middle
// columns first.
func (f *finder) winningMoves(p sides) (moves []uint64) {
	for m := range each(f.Landing(p.mask())) {
		if m&f.Wins(p.winner) != 0 || f.winsAfter(sides{p.winner | m, p.loser}) {
			moves = append(moves, m)
		}
	}
	slices.SortStableFunc(moves, func(x, y uint64) int { return f.offCentre(x) - f.offCentre(y) })
	return moves
}

// offCentre returns twice the distance of a cell from the middle of the board, in columns.
func (f *finder) offCentre(cell uint64) int {
	d := 2*(bits.TrailingZeros64(cell)/(f.Rows+1)) - (f.Columns - 1)
	return max(d, -d)
}

// done reports whether it is useless to go on: there is a clear reason, or no time.
func (f *finder) done() bool { return f.stopped || f.best != nil && f.best.Grade == Clear }

// offer keeps a reason that a prover has proved, if it is better than the best one so far.
func (f *finder) offer(kind Kind, moves []uint64, q *plan, v *prover) {
	r := &Reason{Kind: kind, Moves: f.list(moves), Plies: v.plies, Cells: v.endCells(), Proof: v.Proof}
	if q != nil && !q.any {
		r.Plan = q.exported(f.board)
	}
	if r.Grade = r.grade(); f.best == nil || compare(r, f.best) < 0 {
		f.best = r
	}
}

// findThreats looks for wins at once, forks and chains.
func (f *finder) findThreats(p solver.Position, winner bool) {
	s := sidesOf(p, winner)
	r := &Reason{}
	var moves []uint64
	if winner {
		c, ok := f.shortestChain(s)
		if !ok {
			return
		}
		if moves = c.moves; len(moves) == 0 {
			moves = []uint64{c.ends & -c.ends}
		}
		r.Kind = kindOf(c.plies(), true)
		r.Moves = f.list(moves)
	}
	v := newProver(f.board)
	if v.proveFrom(s, winner, r) == nil {
		f.offer(kindOf(v.plies, winner), moves, nil, v)
	}
}

// findSafe finds whether any safe moves win.
func (f *finder) findSafe(p solver.Position, winner bool) {
	if f.done() {
		return
	}
	v := newProver(f.board)
	v.plan = &plan{any: true}
	if s := sidesOf(p, winner); winner {
		v.winnerMoves(s, 0)
	} else {
		v.loserMoves(s)
	}
	if v.won() {
		f.offer(Safe, nil, v.plan, v)
	}
}

// maxThreats is the maximum number of the winner's threats before a plan begins.
const maxThreats = 3

// findPlans looks for plans without marks, or that leave the cells below the winner's threats alone.
func (f *finder) findPlans(p solver.Position, winner bool) {
	s := sidesOf(p, winner)
	if !winner {
		f.tryPlans(start{s, nil})
		return
	}
	front := []start{{s, nil}}
	for range 1 + maxThreats {
		var next []start
		for _, before := range front {
			for _, m := range f.winningMoves(before.sides) {
				if f.done() {
					return
				}
				after := start{sides{before.winner | m, before.loser}, append(slices.Clone(before.moves), m)}
				f.tryPlans(after)
				if only, _ := f.reply(after.sides); only != 0 {
					next = append(next, start{sides{after.winner, after.loser | only}, append(slices.Clone(after.moves), only)})
				}
			}
		}
		front = next
	}
}

// tryPlans tries plans from a position with the loser to move.
func (f *finder) tryPlans(from start) {
	if f.done() || f.Landing(from.mask())&f.Wins(from.loser) != 0 {
		return
	}
	f.starts = append(f.starts, from)
	waits := f.threats(from.winner, from.sides) &^ f.Landing(from.mask())
	tries := slices.AppendSeq([]uint64{0}, each(waits))
	if several(waits) {
		tries = append(tries, waits)
	}
	for _, set := range tries {
		q := &plan{never: set >> 1 & f.Empty(from.mask())}
		v := newProver(f.board)
		v.plan = q
		if v.loserMoves(from.sides); v.won() {
			f.offer(Follow, from.moves, q, v)
		}
		if f.done() {
			return
		}
	}
}
