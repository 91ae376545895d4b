package reasons

import (
	"math/bits"
	"slices"
)

// plan is a Plan in the form in which it is proved. Its cells are sets with one element.
type plan struct {
	first []uint64
	pairs [][2]uint64
	never uint64
	spare []uint64
	any   bool // instead of all rules but 1, 2 and 8: the reason is of kind Safe
}

func (q *plan) clone() *plan {
	return &plan{slices.Clone(q.first), slices.Clone(q.pairs), q.never, slices.Clone(q.spare), q.any}
}

func (q *plan) marks() int {
	return len(q.first) + len(q.pairs) + bits.OnesCount64(q.never) + len(q.spare)
}

// exported returns the plan as a Plan.
func (q *plan) exported(b board) Plan {
	out := Plan{First: b.list(q.first), Never: b.cells(q.never), Spare: b.list(q.spare)}
	for _, pair := range q.pairs {
		out.Pairs = append(out.Pairs, [2]Cell{b.cell(pair[0]), b.cell(pair[1])})
	}
	return out
}

// planOf is the inverse of exported.
func (b board) planOf(p *Plan) *plan {
	q := &plan{}
	for _, c := range p.First {
		q.first = append(q.first, b.bit(c))
	}
	for _, pair := range p.Pairs {
		q.pairs = append(q.pairs, [2]uint64{b.bit(pair[0]), b.bit(pair[1])})
	}
	for _, c := range p.Never {
		q.never |= b.bit(c)
	}
	for _, c := range p.Spare {
		q.spare = append(q.spare, b.bit(c))
	}
	return q
}

// rule is the number of a rule of a Plan, as in the package comment.
type rule int

const (
	wins rule = 1 + iota
	blocks
	forks
	takesFirst
	answers
	onTop
	takesSpare
	oddColumn
	anySafe
)

// replies returns the cells that the plan allows the winner, who is to move, and the rule that
// chose them. There are none if no cell is safe. last is the loser's last cell.
func (q *plan) replies(b board, p sides, last uint64) (uint64, rule) {
	free := b.Landing(p.mask())
	if now := free & b.Wins(p.winner); now != 0 {
		return now, wins
	}
	danger := b.threats(p.loser, p)
	if must := free & danger; must != 0 {
		return must, blocks
	}
	safe := free &^ (danger >> 1) &^ q.never
	if double := b.forks(p, safe); double != 0 && !q.any {
		return double, forks
	}
	if q.any {
		return safe, anySafe
	}
	for _, c := range q.first {
		if safe&c != 0 {
			return c, takesFirst
		}
	}
	for _, pair := range q.pairs {
		if either := pair[0] | pair[1]; either&last != 0 && safe&either&^last != 0 {
			return either &^ last, answers
		}
	}
	if top := safe & (last << 1); top != 0 {
		return top, onTop
	}
	for _, c := range q.spare {
		if safe&c != 0 {
			return c, takesSpare
		}
	}
	if odd := safe & b.oddColumns(p.mask()); odd != 0 {
		return odd, oddColumn
	}
	return safe, anySafe
}

// forks returns the cells of a set with which the winner makes two threats.
func (b board) forks(p sides, set uint64) (out uint64) {
	for m := range each(set) {
		if _, double := b.reply(sides{p.winner | m, p.loser}); double != 0 {
			out |= m
		}
	}
	return out
}
