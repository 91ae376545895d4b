package inside

import (
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// Report is the answer to a Request, as the API sends it. Scores are for the
// side to move in the position of the Request.
type Report struct {
	Variant    string             `json:"variant"`
	Turn       string             `json:"turn"` // "first" or "second"
	Over       bool               `json:"over"`
	Depth      int                `json:"depth"`
	Search     string             `json:"search"`
	Ordering   bool               `json:"ordering"`
	Table      bool               `json:"table"`
	Evaluation minimax.Evaluation `json:"evaluation"`
	Features   []minimax.Feature  `json:"features"`
	Efforts    []Effort           `json:"efforts"`
	Nodes      []Node             `json:"nodes"` // empty if the search did not finish
	Line       []int              `json:"line"`  // nodes of the principal variation

	// Short says that a search did not finish, and had less time than Budget because others waited.
	Short bool `json:"short,omitempty"`
}

// Effort is the work that a search to a depth took.
type Effort struct {
	minimax.Effort
	Search   string `json:"search"`
	Ordering bool   `json:"ordering"`
	Table    bool   `json:"table"`
	US       int64  `json:"us"` // microseconds
}

// Node is a position that the search visited; see minimax.TreeNode.
type Node struct {
	Parent int            `json:"parent"` // -1 for the root
	Move   string         `json:"move,omitempty"`
	Value  minimax.Score  `json:"value"`
	Bound  minimax.Bound  `json:"bound,omitempty"`
	Alpha  *minimax.Score `json:"alpha,omitempty"` // nil: no bound yet
	Beta   *minimax.Score `json:"beta,omitempty"`
	Leaf   string         `json:"leaf,omitempty"` // "over", "horizon", or "table" for a Known node
	Parts  [][2]int       `json:"parts,omitempty"`
	Cut    []string       `json:"cut,omitempty"`
	Saved  int            `json:"saved,omitempty"`
	Below  int            `json:"below,omitempty"` // positions below it that are not sent
	Again  bool           `json:"again,omitempty"` // the position has occurred before
}

func (l *Look) report(seen minimax.Inspected) Report {
	r := Report{
		Variant: l.request.Variant, Turn: "first", Over: l.position.Outcome().Over(),
		Depth: l.request.Depth, Search: l.request.Search, Ordering: l.request.Ordering, Table: l.request.Table,
		Evaluation: l.request.Evaluation,
		Features:   append([]minimax.Feature{}, seen.Features...), Efforts: []Effort{}, Nodes: []Node{}, Line: seen.Line,
	}
	if l.position.Turn() == rules.Second {
		r.Turn = "second"
	}
	if r.Line == nil {
		r.Line = []int{}
	}
	for _, e := range seen.Efforts {
		shown := Effort{e, AlphaBeta, e.Ordered, e.Table, e.Time.Microseconds()}
		if !e.Pruned {
			shown.Search = Minimax
		}
		r.Efforts = append(r.Efforts, shown)
	}
	for i := range seen.Nodes {
		r.Nodes = append(r.Nodes, l.node(&seen.Nodes[i]))
	}
	return r
}

// node describes a node. The notation of a move does not depend on the position.
func (l *Look) node(n *minimax.TreeNode) Node {
	out := Node{Parent: n.Parent, Value: n.Value, Bound: n.Bound, Parts: n.Parts, Saved: n.Saved, Below: n.Below, Again: n.Repeated}
	if n.Parent >= 0 {
		out.Move = l.position.FormatMove(n.Move)
	}
	if n.Alpha > -minimax.Infinity {
		out.Alpha = &n.Alpha
	}
	if n.Beta < minimax.Infinity {
		out.Beta = &n.Beta
	}
	switch {
	case n.Over:
		out.Leaf = "over"
	case n.Leaf:
		out.Leaf = "horizon"
	case n.Known:
		out.Leaf = "table"
	}
	for _, m := range n.Cut {
		out.Cut = append(out.Cut, l.position.FormatMove(m))
	}
	return out
}
