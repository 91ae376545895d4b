package minimax

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// MaxInspectedDepth is the greatest depth that Inspect searches to.
const MaxInspectedDepth = 9

// Technique is a form of the search.
type Technique struct {
	Pruned  bool // alpha-beta, not plain minimax
	Ordered bool // with pruning: moves that seem good come first, otherwise those from the left
}

// techniques are the forms that Inspect compares.
var techniques = []Technique{{}, {Pruned: true}, {Pruned: true, Ordered: true}}

// Inspection says what Inspect shows.
type Inspection struct {
	Technique
	Depth      int // 1 to MaxInspectedDepth plies
	Evaluation Evaluation

	MaxTree  int           // a larger tree is counted and not kept
	MaxNodes int           // of each search
	Budget   time.Duration // of all searches together
}

// Effort is what a search to a depth took. Only the last of a technique may be incomplete.
// If a search was stopped before it had visited as many positions as the one before it,
// there is no effort of it: its count says nothing.
type Effort struct {
	Technique
	Depth    int
	Complete bool // otherwise it ended at Inspection.MaxNodes or at the end of the budget

	Nodes   int // positions visited, with the root
	Leaves  int // of these, those that were evaluated or in which the game was over
	Cutoffs int // of these, those that left out moves
	Total   int // Nodes with those of the shallower searches that gave the order of the moves
	Time    time.Duration
}

// Inspected is what Inspect has seen.
type Inspected struct {
	Features []Feature // of the evaluation
	Efforts  []Effort  // of each technique, by depth

	// Nodes is the tree in the order in which the search entered it, the root first. It is
	// nil if the tree is larger than MaxTree.
	Nodes []TreeNode
	Line  []int // the nodes of the principal variation, from the root
}

// Inspect searches pos as the levels with a depth do, watches the search, and measures all
// techniques at each depth up to that of the inspection. It is the search of the levels:
// only their margins and their time are left out, so that the window at the root is the
// usual one.
//
// The position must be Inspectable, and stays unchanged. If the game is over, Inspect
// returns ErrOver. If ctx ends, it returns the error of ctx.
func Inspect(ctx context.Context, pos rules.Position, what Inspection) (Inspected, error) {
	if pos.Outcome().Over() {
		return Inspected{}, ErrOver
	}
	found := Inspected{Features: what.Evaluation.features(pos)}
	limits := newLimits(ctx, what.Budget)
	if !what.Pruned {
		what.Ordered = false // plain minimax visits the same positions in any order
	}
	reached := map[Technique]Effort{} // to the depth that is asked for
	// Plain minimax takes by far the most. So it comes last, and the others leave it its part
	// of the time.
	for i, technique := range slices.Backward(techniques) {
		efforts, err := what.measure(limits.part(i+1), pos, technique)
		if err != nil {
			return Inspected{}, err
		}
		found.Efforts = slices.Insert(found.Efforts, 0, efforts...)
		if last := efforts[len(efforts)-1]; last.Complete && last.Depth == what.Depth {
			reached[technique] = last
		}
	}
	if chosen, ok := reached[what.Technique]; !ok || chosen.Nodes > what.MaxTree {
		return found, nil
	}
	_, plainReached := reached[Technique{}]
	// A small tree takes well under a millisecond, and what was saved no longer than plain
	// minimax did.
	err := what.keepTree(newLimits(ctx, what.Budget), pos, &found, plainReached)
	return found, err
}

// search returns a search by a technique.
func (what Inspection) search(limits limits, pos rules.Position, technique Technique) *search {
	pos = pos.Clone()
	s := newSearch(pos, what.Evaluation.evaluatorFor(pos), limits)
	s.unpruned, s.unordered = !technique.Pruned, !technique.Ordered
	if s.unordered {
		slices.SortFunc(s.root, func(a, b rootMove) int { return int(a.move) - int(b.move) })
	}
	s.margin = -1 // the window at the root begins at the best score so far
	s.recorder = &recorder{}
	return s
}

// measure searches by a technique to each depth, until a limit is reached. It returns at
// least one Effort.
func (what Inspection) measure(limits limits, pos rules.Position, technique Technique) (efforts []Effort, err error) {
	s, total := what.search(limits, pos, technique), 0
	for depth := 1; depth <= what.Depth; depth++ {
		if !technique.Ordered {
			s, total = what.search(limits, pos, technique), 0 // it must not know the order of a shallower search
		}
		s.maxNodes = s.nodes + what.MaxNodes
		s.recorder.begin()
		start := time.Now()
		err := s.iterate(depth)
		if err != nil && !errors.Is(err, errBudget) {
			return nil, err
		}
		r := s.recorder
		total += r.nodes
		if last := len(efforts) - 1; err != nil && last >= 0 && r.nodes <= efforts[last].Nodes {
			break
		}
		efforts = append(efforts, Effort{
			Technique: technique, Depth: depth, Complete: err == nil,
			Nodes: r.nodes, Leaves: r.leaves, Cutoffs: r.cutoffs, Total: total, Time: time.Since(start),
		})
		if err != nil {
			break
		}
	}
	return efforts, nil
}

// keepTree searches once more and keeps the tree of the last iteration.
func (what Inspection) keepTree(limits limits, pos rules.Position, found *Inspected, saved bool) error {
	s := what.search(limits, pos, what.Technique)
	if what.Ordered {
		for depth := 1; depth < what.Depth; depth++ {
			s.recorder.begin()
			if err := s.iterate(depth); err != nil {
				return ignoreBudget(err)
			}
		}
	}
	tree := &treeRecorder{pos: s.pos, unpruned: !what.Pruned, saved: saved && what.Pruned}
	if len(found.Features) > 0 {
		tree.count = featureCounterOf(s.pos)
	}
	for _, f := range found.Features {
		tree.features = append(tree.features, slices.Index(featureNames[:], f.Name))
	}
	s.recorder.tree = tree
	s.recorder.begin()
	if err := s.iterate(what.Depth); err != nil {
		return ignoreBudget(err)
	}
	tree.nodes[0].Value = s.score
	found.Nodes, found.Line = tree.nodes, principal(tree.nodes)
	return nil
}

// ignoreBudget returns err, unless the budget is spent.
func ignoreBudget(err error) error {
	if errors.Is(err, errBudget) {
		return nil
	}
	return err
}
