package reasons

import (
	"cmp"
	"slices"
)

// Kind is the kind of a reason.
type Kind string

// The kinds, as the package comment explains them.
const (
	AtOnce Kind = "at-once"
	Fork   Kind = "fork"
	Chain  Kind = "chain"
	Safe   Kind = "safe"
	Follow Kind = "follow"
	Each   Kind = "each"
)

// Kinds lists the kinds in the order in which Find looks for them.
var Kinds = [...]Kind{AtOnce, Fork, Chain, Safe, Follow, Each}

// Grade says how well a person can understand a reason.
type Grade string

// The grades, in their order. A page shows clear and fair reasons. A reason that is Hard is
// proved, but has too many steps or ends in too many ways to be pictured.
const (
	Clear Grade = "clear"
	Fair  Grade = "fair"
	Hard  Grade = "hard"
)

// Cell is a cell of a board: row*columns + column, counted from 0 at the bottom left, as in the
// events of rooms.
type Cell int

// Plan is a rule for all turns of the winner. The package comment explains it.
type Plan struct {
	First []Cell    `json:"first,omitempty"`
	Pairs [][2]Cell `json:"pairs,omitempty"`
	Never []Cell    `json:"never,omitempty"`
	Spare []Cell    `json:"spare,omitempty"`
}

// Marks is the number of things to remember besides "play on top".
func (p *Plan) Marks() int {
	return len(p.First) + len(p.Pairs) + len(p.Never) + len(p.Spare)
}

// Proof is the size of a proof.
type Proof struct {
	Positions int `json:"positions"` // with the winner to move, each counted once
	Ends      int `json:"ends"`      // positions in which the winner wins after every reply
	Zugzwang  int `json:"zugzwang"`  // the ends in which the winner has no threat: the loser would hold if it could pass
}

// Reason says why one side wins a position.
type Reason struct {
	Kind  Kind  `json:"kind"`
	Grade Grade `json:"grade"`

	// Moves are the cells of the first moves, the winner's and the loser's in turn. Each move of
	// the winner but the last makes a threat, which the loser's next move blocks. Empty if the
	// loser is to move, or if any safe move is a first move.
	Moves []Cell `json:"moves,omitempty"`

	// Cells are the cells where the winner completes a line, the most frequent first. All but the
	// first complete one in at least one in ten ends.
	Cells []Cell `json:"cells"`

	Plan    Plan    `json:"plan,omitzero"`     // of a reason of kind Follow
	Replies []Reply `json:"replies,omitempty"` // of a reason of kind Each: all moves of the loser
	Plies   int     `json:"plies,omitzero"`    // until the win, of kinds AtOnce, Fork and Chain; at most
	Proof   Proof   `json:"proof"`
}

// Reply is a move of the loser, and why the winner wins after it.
type Reply struct {
	Move   Cell   `json:"move"`
	Reason Reason `json:"reason"`
}

// Long returns the replies after which the winner does not win by threats alone.
func (r *Reason) Long() []Reply {
	return slices.DeleteFunc(slices.Clone(r.Replies), func(reply Reply) bool {
		return slices.Contains([]Kind{AtOnce, Fork, Chain}, reply.Reason.Kind)
	})
}

// grade grades the reason by its other fields. The limits were chosen by looking at shown reasons.
func (r *Reason) grade() Grade {
	threats := len(r.Moves) / 2
	marks := r.Plan.Marks()
	switch r.Kind {
	case AtOnce, Fork:
		return Clear
	case Chain:
		return limit(r.Plies, 7, 9)
	case Safe:
		return min(limit(len(r.Cells), 2, 3), Fair)
	case Each:
		return Hard
	}
	if threats == 0 && marks <= 1 && len(r.Cells) <= 2 && r.Proof.Zugzwang*10 >= r.Proof.Ends*9 {
		return Clear
	}
	if len(r.Cells) <= 3 && marks+2*threats <= 4 && marks <= 2 {
		return Fair
	}
	return Hard
}

// limit returns Clear if n is at most low, Fair if it is at most high, or Hard.
func limit(n, low, high int) Grade {
	switch {
	case n <= low:
		return Clear
	case n <= high:
		return Fair
	}
	return Hard
}

// compare orders reasons of the same position, the one that is easiest to understand first.
func compare(a, b *Reason) int {
	return cmp.Or(
		cmp.Compare(a.Grade, b.Grade),
		cmp.Compare(slices.Index(Kinds[:], a.Kind), slices.Index(Kinds[:], b.Kind)),
		cmp.Compare(a.Plan.Marks()+len(a.Moves), b.Plan.Marks()+len(b.Moves)),
		cmp.Compare(len(a.Cells), len(b.Cells)),
		cmp.Compare(a.Proof.Positions, b.Proof.Positions),
	)
}

// Mirror returns the reason for the mirror image of the position.
func (r *Reason) Mirror(columns int) *Reason {
	mirror := func(cells []Cell) []Cell {
		cells = slices.Clone(cells)
		for i, c := range cells {
			row, column := int(c)/columns, int(c)%columns
			cells[i] = Cell(row*columns + columns - 1 - column)
		}
		return cells
	}
	m := *r
	m.Moves, m.Cells = mirror(r.Moves), mirror(r.Cells)
	m.Plan.First, m.Plan.Never, m.Plan.Spare = mirror(r.Plan.First), mirror(r.Plan.Never), mirror(r.Plan.Spare)
	m.Plan.Pairs = slices.Clone(r.Plan.Pairs)
	for i, pair := range r.Plan.Pairs {
		m.Plan.Pairs[i] = [2]Cell(mirror(pair[:]))
	}
	m.Replies = slices.Clone(r.Replies)
	for i, reply := range r.Replies {
		m.Replies[i] = Reply{mirror([]Cell{reply.Move})[0], *reply.Reason.Mirror(columns)}
	}
	return &m
}
