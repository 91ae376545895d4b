package minimax

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// MaxInspectedDepth is the maximum depth of Inspect, in plies.
const MaxInspectedDepth = 9

// Technique selects the improvements on plain minimax that a search uses.
type Technique struct {
	Pruned  bool // by alpha-beta
	Ordered bool // with pruning: moves that seem good come first, otherwise those from the left
}

// techniques are the techniques that Inspect compares.
var techniques = []Technique{{}, {Pruned: true}, {Pruned: true, Ordered: true}}

// Inspection selects what Inspect searches, with its limits.
type Inspection struct {
	Technique
	Depth      int // 1 to MaxInspectedDepth plies
	Evaluation Evaluation

	MaxTree  int           // nodes; Inspect does not return a larger tree
	MaxNodes int           // positions of each search
	Budget   time.Duration // of all measurements together; the search for the tree gets as much again
}

// Effort is the work that a search to a depth took. Only the last effort of a technique may be
// incomplete. A search that was stopped before it had visited more positions than the search
// before it has no effort.
type Effort struct {
	Technique
	Depth    int
	Complete bool // otherwise it ended at Inspection.MaxNodes or at the end of the budget

	Nodes   int // positions visited, with the root
	Leaves  int // visited positions that were evaluated, or in which the game was over
	Cutoffs int // visited positions in which the search left out moves
	Total   int // Nodes, plus the nodes of the shallower searches that ordered the moves
	Time    time.Duration
}

// Inspected is the result of Inspect.
type Inspected struct {
	Features []Feature // of the evaluation
	Efforts  []Effort  // of each technique, by depth

	// Nodes are the nodes of the tree in the order in which the search entered them, the root
	// first. Nodes is nil if the tree is larger than MaxTree, or if the search did not finish.
	Nodes []TreeNode
	Line  []int // the nodes of the principal variation, from the root
}

// Inspect searches pos, measures each technique at each depth up to that of the inspection, and
// returns the tree of the technique that the inspection selects. The search is that of the levels
// with a depth, but without their margins and time limits. So the window at the root is the
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
	reached := map[Technique]Effort{} // the efforts of complete searches to the full depth
	// Plain minimax takes by far the most. So it comes last, and the other techniques leave it its
	// part of the time.
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
	// The tree is small. To count what pruning saved takes no longer than plain minimax took.
	err := what.keepTree(newLimits(ctx, what.Budget), pos, &found, plainReached)
	return found, err
}

// Measure measures the technique of the inspection at each depth up to its own. It ignores the budget
// and MaxTree. Otherwise it is like Inspect.
func Measure(ctx context.Context, pos rules.Position, what Inspection) ([]Effort, error) {
	if pos.Outcome().Over() {
		return nil, ErrOver
	}
	const unlimited = 1000 * time.Hour
	return what.measure(newLimits(ctx, unlimited), pos, what.Technique)
}

// search returns a search that uses the technique and has a recorder.
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

// measure searches with the technique to depth 1, 2 and so on, until a limit is reached. It returns
// an Effort for each of these depths.
func (what Inspection) measure(limits limits, pos rules.Position, technique Technique) (efforts []Effort, err error) {
	s, total := what.search(limits, pos, technique), 0
	for depth := 1; depth <= what.Depth; depth++ {
		if !technique.Ordered {
			s, total = what.search(limits, pos, technique), 0 // new, so that it has no order of moves from a shallower search
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

// keepTree searches once more, and stores the tree of the last iteration in found. countSaved asks
// for the number of positions that each cut-off saved.
func (what Inspection) keepTree(limits limits, pos rules.Position, found *Inspected, countSaved bool) error {
	s := what.search(limits, pos, what.Technique)
	if what.Ordered {
		for depth := 1; depth < what.Depth; depth++ {
			s.recorder.begin()
			if err := s.iterate(depth); err != nil {
				return ignoreBudget(err)
			}
		}
	}
	r := s.recorder
	r.keep, r.pos, r.unpruned = true, s.pos, !what.Pruned
	r.parts, r.countSaved = featureCounter(s.pos, found.Features), countSaved && what.Pruned
	r.begin()
	if err := s.iterate(what.Depth); err != nil {
		return ignoreBudget(err)
	}
	r.tree[0].Value = s.score
	found.Nodes, found.Line = r.tree, principalVariation(r.tree)
	return nil
}

// ignoreBudget returns nil if err says that the budget is spent, else err.
func ignoreBudget(err error) error {
	if errors.Is(err, errBudget) {
		return nil
	}
	return err
}
