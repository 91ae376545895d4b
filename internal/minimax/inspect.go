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
	Table   bool // with ordering: values of positions that were searched before are used again
}

// TextbookWin is the value of a win in an Inspection with Textbook and an evaluation.
const TextbookWin Score = 1000

// Techniques are the techniques that Inspect compares.
var Techniques = []Technique{{}, {Pruned: true}, {Pruned: true, Ordered: true}, {Pruned: true, Ordered: true, Table: true}}

// Inspection selects what Inspect searches, with its limits.
type Inspection struct {
	Technique
	Depth      int // 1 to MaxInspectedDepth plies
	Evaluation Evaluation

	// Textbook searches as most textbooks and courses do: a win has the same value however far ahead it is, 1 without an
	// evaluation and TextbookWin with one; and the cells of tic-tac-toe are tried from the top left. FullRoot searches each move of the root with the whole window, as
	// a program does whose first ply is a loop of its own.
	Textbook, FullRoot bool

	// Under leads from the root to the branch that is returned. Without moves it is the whole tree, and Inspect measures
	// all techniques too.
	Under []rules.Move

	MaxTree  int           // nodes; of a larger tree, Inspect returns as many levels as it can
	MaxNodes int           // positions of each search
	Budget   time.Duration // of all measurements together; the search for the tree gets as much again
}

// Effort is the work that a search to a depth took. Only the last effort of a technique may be
// incomplete. A search that was stopped before it had visited more positions than the search
// before it has no effort.
type Effort struct {
	Technique `json:"-"`
	Depth     int  `json:"depth"`
	Complete  bool `json:"complete"` // otherwise it ended at Inspection.MaxNodes or at the end of the budget

	Nodes   int           `json:"nodes"`   // positions visited, with the root
	Leaves  int           `json:"leaves"`  // visited positions that were evaluated, or in which the game was over; none of those whose value was Known
	Cutoffs int           `json:"cutoffs"` // visited positions in which the search left out moves
	Total   int           `json:"total"`   // Nodes, plus the nodes of the shallower searches that ordered the moves
	Levels  []int         `json:"levels"`  // visited positions on each level, from the root
	Time    time.Duration `json:"-"`
}

// Inspected is the result of Inspect.
type Inspected struct {
	Features []Feature // of the evaluation
	Efforts  []Effort  // of each technique, by depth

	// Nodes are nodes of the tree in the order in which the search entered them, the root first: those that
	// lead to the branch, and its first levels. Nodes is nil if the search did not finish.
	Nodes []TreeNode
	Line  []int // the nodes of the principal variation, from the root
}

// Inspect searches pos, measures each technique at each depth up to that of the inspection, and
// returns the tree of the technique that the inspection selects. The search is that of the levels
// with a depth, but without their margins and time limits. So the window at the root is the
// usual one.
//
// The position stays unchanged. If the game is over, Inspect returns ErrOver. If ctx ends, it returns the error of ctx.
func Inspect(ctx context.Context, pos rules.Position, what Inspection) (Inspected, error) {
	if pos.Outcome().Over() {
		return Inspected{}, ErrOver
	}
	found := Inspected{Features: what.Evaluation.features(pos)}
	limits := newLimits(ctx, what.Budget)
	if !what.Pruned {
		what.Ordered = false // plain minimax visits the same positions in any order
	}
	what.Table = what.Table && what.Ordered
	if len(what.Under) > 0 {
		err := what.keepTree(ctx, pos, &found, nil, false)
		return found, err
	}
	reached := map[Technique]Effort{} // the efforts of complete searches to the full depth
	// Plain minimax takes by far the most. So it comes last, and the other techniques leave it its
	// part of the time.
	for i, technique := range slices.Backward(Techniques) {
		efforts, err := what.measure(limits.part(i+1), pos, technique)
		if err != nil {
			return Inspected{}, err
		}
		found.Efforts = slices.Insert(found.Efforts, 0, efforts...)
		if last := efforts[len(efforts)-1]; last.Complete && last.Depth == what.Depth {
			reached[technique] = last
		}
	}
	chosen, ok := reached[what.Technique]
	if !ok {
		return found, nil
	}
	_, plainReached := reached[Technique{}]
	// To count what pruning saved takes no longer than plain minimax took.
	err := what.keepTree(ctx, pos, &found, chosen.Levels, plainReached)
	return found, err
}

// Measure measures the technique of the inspection at each depth up to its own, in any game. It ignores the
// budget and MaxTree. Otherwise it is like Inspect.
func Measure(ctx context.Context, pos rules.Position, what Inspection) ([]Effort, error) {
	if pos.Outcome().Over() {
		return nil, ErrOver
	}
	return what.measure(newLimits(ctx, Unlimited), pos, what.Technique)
}

// search returns a search that uses the technique and has a recorder.
func (what Inspection) search(limits limits, pos rules.Position, technique Technique) *search {
	pos = pos.Clone()
	s := newSearch(pos, what.Evaluation.evaluatorFor(pos), limits)
	s.unpruned, s.unordered = !technique.Pruned, !technique.Ordered
	s.fromTop, s.fullRoot = what.Textbook, what.FullRoot
	if s.unordered {
		moves := make([]rules.Move, len(s.root))
		for i, r := range s.root {
			moves[i] = r.move
		}
		sortByBoard(pos, moves, s.fromTop)
		for i, m := range moves {
			s.root[i] = rootMove{move: m}
		}
	}
	if what.Textbook {
		if s.flatWin = TextbookWin; what.Evaluation == EvaluationNone {
			s.flatWin = 1
		}
	}
	s.margin = -1 // the window at the root begins at the best score so far
	s.recorder = &recorder{}
	if technique.Table {
		s.table = newTable(pos)
	}
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
			Nodes: r.nodes, Leaves: r.leaves, Cutoffs: r.cutoffs, Total: total, Levels: slices.Clone(r.levels), Time: time.Since(start),
		})
		if err != nil {
			break
		}
	}
	return efforts, nil
}

// keepTree searches once more, and stores in found as many levels of the branch as MaxTree allows. levels has the nodes of
// each level; if it is nil, a search before counts them. countSaved asks for the number of positions that each cut-off
// saved.
func (what Inspection) keepTree(ctx context.Context, pos rules.Position, found *Inspected, levels []int, countSaved bool) error {
	if levels == nil {
		r, err := what.searchLast(ctx, pos, func(*recorder) {})
		if err != nil {
			return ignoreBudget(err)
		}
		levels = r.levels
	}
	most, nodes := -1, len(what.Under)
	for ; most+1 < len(levels) && nodes+levels[most+1] <= what.MaxTree; most++ {
		nodes += levels[most+1]
	}
	if most < 0 {
		return nil // alpha-beta does not visit the branch
	}
	r, err := what.searchLast(ctx, pos, func(r *recorder) {
		r.keep, r.keptLevels, r.unpruned = true, most, !what.Pruned
		r.parts, r.countSaved = featureCounter(r.pos, found.Features), countSaved && what.Pruned
	})
	if err != nil {
		return ignoreBudget(err)
	}
	found.Nodes, found.Line = r.tree, principalVariation(r.tree)
	return nil
}

// searchLast searches to the last depth, after those before it if they order the moves. It calls set before the last search.
func (what Inspection) searchLast(ctx context.Context, pos rules.Position, set func(*recorder)) (*recorder, error) {
	s := what.search(newLimits(ctx, what.Budget), pos, what.Technique)
	r := s.recorder
	r.pos = s.pos
	depth := what.Depth
	if what.Ordered {
		depth = 1
	}
	for ; depth <= what.Depth; depth++ {
		if depth == what.Depth {
			r.under = what.Under
			set(r)
		}
		s.maxNodes = s.nodes + what.MaxNodes
		r.begin()
		if err := s.iterate(depth); err != nil {
			return r, err
		}
	}
	if r.tree[0].Value = s.score; len(r.under)+r.keptLevels == 0 {
		r.tree[0].Below = r.nodes - 1
	}
	return r, nil
}

// ignoreBudget returns nil if err says that the budget is spent, else err.
func ignoreBudget(err error) error {
	if errors.Is(err, errBudget) {
		return nil
	}
	return err
}
