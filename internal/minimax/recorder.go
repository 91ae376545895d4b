package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// recorder counts the nodes of an iteration while the search visits them. With keep, it also keeps
// those of a branch, down to a level.
type recorder struct {
	nodes, leaves int
	cutoffs       int          // nodes that left out at least one move
	children      []int        // number of children visited so far, of each node from the root to the current one
	under         []rules.Move // from the root to the branch
	levels        []int        // nodes of the branch on each of its levels

	keep       bool
	keptLevels int                       // levels that are kept below that of the branch
	pos        rules.Position            // of the search
	unpruned   bool                      // plain minimax, whose windows have no meaning
	parts      func(rules.Side) [][2]int // TreeNode.Parts
	countSaved bool                      // count the positions that cut-offs save
	tree       []TreeNode
	path       []int // from the root to the current node: indices in tree, or one of those below
	entered    []int // nodes at the entry of each node of path
	taken      bool  // the value of the current node comes from the table
	exact      bool  // with taken: the value is not a bound
}

// What path has for nodes that are not kept: deeper nodes of the branch, and all nodes outside.
const (
	tooDeep = -1 - iota
	outside
)

// Bound says whether the value of a node is exact or a bound.
type Bound string

// The bounds. They are for the side to move at the root, like the value.
const (
	BoundExact Bound = ""      // by the rules, or as far as the search looked
	BoundLower Bound = "lower" // the exact value may be higher
	BoundUpper Bound = "upper" // the exact value may be lower
)

// Infinity is higher than every score.
const Infinity = infinity

// TreeNode is a position that a search has visited. All scores are for the side to move
// at the root, which maximizes them.
type TreeNode struct {
	Parent int        // index of the node before Move; -1 for the root
	Move   rules.Move // 0 for the root
	Value  Score
	Bound  Bound

	// The window when the search entered the node: by other moves, the root's side can get at
	// least Alpha, and its opponent can hold it to Beta. They are -Infinity and Infinity at
	// first, and always in plain minimax.
	Alpha, Beta Score

	Leaf     bool // the search went no deeper: the game is over, or the position was evaluated
	Over     bool // the game is over
	Repeated bool // the same position has occurred before, in this game or on the way here
	Known    bool // the value comes from the table, so that the search went no deeper
	Below    int  // visited positions below it that were not kept

	// Parts has, for each feature of an evaluated position, how often the root's side has it and
	// how often its opponent has it.
	Parts [][2]int

	Cut   []rules.Move // the moves that a cut-off left out
	Saved int          // positions after the moves in Cut, or below a Known node, that plain minimax visits; 0 if not counted
}

// begin starts an iteration at the root.
func (r *recorder) begin() {
	r.nodes, r.leaves, r.cutoffs, r.children = 1, 0, 0, append(r.children[:0], 0)
	r.tree = append(r.tree[:0], TreeNode{Parent: -1, Alpha: -infinity, Beta: infinity})
	r.path, r.entered = append(r.path[:0], 0), append(r.entered[:0], 1)
	if r.levels = r.levels[:0]; len(r.under) == 0 {
		r.levels = append(r.levels, 1)
	}
}

// minimizes reports whether the opponent of the root's side is to move.
func (r *recorder) minimizes() bool { return len(r.children)%2 == 0 }

// enter records that the search has played m, and begins to search the new position with the
// window alpha to beta. The window is for the side to move in the new position.
func (r *recorder) enter(m rules.Move, alpha, beta Score) {
	r.nodes++
	r.children[len(r.children)-1]++
	r.children = append(r.children, 0)
	at := r.place(m)
	r.path, r.entered = append(r.path, at), append(r.entered, r.nodes)
	if at < 0 {
		return
	}
	n := TreeNode{Parent: r.path[len(r.path)-2], Move: m, Alpha: -infinity, Beta: infinity}
	switch {
	case r.unpruned:
	case r.minimizes():
		n.Alpha, n.Beta = -beta, -alpha
	default:
		n.Alpha, n.Beta = alpha, beta
	}
	r.tree = append(r.tree, n)
}

// place counts the node after m, which has just been entered, and returns what path has for it.
func (r *recorder) place(m rules.Move) int {
	level := len(r.children) - 1 - len(r.under) // below the branch
	if r.path[len(r.path)-1] == outside || level <= 0 && m != r.under[len(r.children)-2] {
		return outside
	}
	if level == len(r.levels) {
		r.levels = append(r.levels, 0)
	}
	if level >= 0 {
		r.levels[level]++
	}
	if !r.keep || level > r.keptLevels {
		return tooDeep
	}
	return len(r.tree)
}

// cut records that a cut-off at the current node leaves out moves. depth is the depth to which
// plain minimax searches the positions after them.
func (r *recorder) cut(moves []rules.Move, depth int) {
	if len(moves) == 0 {
		return
	}
	r.cutoffs++
	at := r.path[len(r.path)-1]
	if !r.keep || at < 0 {
		return
	}
	n := &r.tree[at]
	n.Cut = slices.Clone(moves)
	for _, m := range moves {
		if r.countSaved {
			n.Saved += countMinimax(r.pos, m, depth)
		}
	}
}

// take records that the value of the current node comes from the table. depth is the depth to which plain minimax searches
// the position. The node counts as visited. It is not a leaf, because nobody evaluates it, and not a cut-off.
func (r *recorder) take(depth int, exact bool) {
	r.taken, r.exact = true, exact
	if at := r.path[len(r.path)-1]; r.keep && at >= 0 && r.countSaved {
		r.tree[at].Saved = countBelow(r.pos, depth)
	}
}

// leave records the score of the current node, for the side to move there. It must be called before
// the move to the node is undone.
func (r *recorder) leave(score Score) {
	last := len(r.children) - 1
	leaf := r.children[last] == 0 && !r.taken
	if leaf {
		r.leaves++
	}
	if at := r.path[last]; r.keep && at >= 0 {
		n := &r.tree[at]
		if r.describe(n, score, leaf); last == len(r.under)+r.keptLevels {
			n.Below = r.nodes - r.entered[last]
		}
	}
	r.path, r.entered, r.children, r.taken, r.exact = r.path[:last], r.entered[:last], r.children[:last], false, false
}

// describe sets what is known about the current node n when the search leaves it. The value of a
// leaf is always exact.
func (r *recorder) describe(n *TreeNode, score Score, leaf bool) {
	side := r.pos.Turn()
	if n.Value = score; r.minimizes() {
		n.Value, side = -score, side.Other()
	}
	if p, ok := r.pos.(*rules.Force3Position); ok {
		n.Repeated = p.Repetitions() > 1
	}
	n.Known = r.taken
	switch n.Leaf = leaf; {
	case leaf:
		if n.Over = r.pos.Outcome().Over(); !n.Over {
			n.Parts = r.parts(side)
		}
	case r.exact: // whatever the window is
	case n.Value <= n.Alpha:
		n.Bound = BoundUpper
	case n.Value >= n.Beta:
		n.Bound = BoundLower
	}
}

// countMinimax returns how many positions plain minimax visits after m: the position after m, and
// those up to depth plies later.
func countMinimax(pos rules.Position, m rules.Move, depth int) int {
	pos.Play(m)
	defer pos.Undo()
	return 1 + countBelow(pos, depth)
}

// countBelow returns how many positions plain minimax visits up to depth plies after pos.
func countBelow(pos rules.Position, depth int) (nodes int) {
	if depth == 0 {
		return 0
	}
	for _, m := range pos.Moves(nil) {
		nodes += countMinimax(pos, m, depth-1)
	}
	return nodes
}

// principalVariation returns the indices of the nodes on the principal variation. It begins at the root.
// Each next node is the first child that has exactly the value of its parent.
func principalVariation(nodes []TreeNode) []int {
	line := []int{0}
	for i := 1; i < len(nodes); i++ {
		at := line[len(line)-1]
		if n := &nodes[i]; n.Parent == at && n.Value == nodes[at].Value && n.Bound == BoundExact {
			line = append(line, i)
		}
	}
	return line
}
