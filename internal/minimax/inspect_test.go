package minimax

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// textbook is a textbook minimax search with a maximizer and a minimizer. It counts what it visits.
// The search of this package must find the same values and counts.
type textbook struct {
	eval                  func() Score // for the maximizer
	max                   rules.Side
	pruned                bool  // by alpha-beta
	flat                  Score // of a win of tic-tac-toe, more than any estimate, if cells are tried from the top left; 0: sooner wins are better
	nodes, leaves, cutoff int
}

func (b *textbook) value(pos rules.Position, depth, ply int, alpha, beta Score) Score {
	b.nodes++
	if outcome := pos.Outcome(); outcome.Over() || depth == 0 {
		b.leaves++
		switch {
		case !outcome.Over() && b.flat > 0:
			return min(max(b.eval(), 1-b.flat), b.flat-1)
		case !outcome.Over():
			return b.eval()
		case b.flat > 0 && outcome.Winner() == b.max:
			return b.flat
		case b.flat > 0 && outcome.Winner() == b.max.Other():
			return -b.flat
		case outcome.Winner() == b.max:
			return Win - Score(ply)
		case outcome.Winner() == b.max.Other():
			return Score(ply) - Win
		}
		return 0
	}
	maximizes := pos.Turn() == b.max
	best := -infinity
	if !maximizes {
		best = infinity
	}
	moves := pos.Moves(nil)
	slices.Sort(moves) // columns from the left, cells row by row
	if b.flat > 0 {
		slices.SortStableFunc(moves, func(a, b rules.Move) int { return int(b/3) - int(a/3) })
	}
	for i, m := range moves {
		pos.Play(m)
		v := b.value(pos, depth-1, ply+1, alpha, beta)
		pos.Undo()
		if maximizes {
			best = max(best, v)
			alpha = max(alpha, best)
		} else {
			best = min(best, v)
			beta = min(beta, best)
		}
		if b.pruned && alpha >= beta {
			if i < len(moves)-1 {
				b.cutoff++
			}
			break
		}
	}
	return best
}

// inspectFully returns the result of Inspect without limits.
func inspectFully(t *testing.T, pos rules.Position, technique Technique, depth int, e Evaluation) Inspected {
	t.Helper()
	found, err := Inspect(t.Context(), pos, Inspection{
		Technique: technique, Depth: depth, Evaluation: e, MaxTree: 1 << 20, MaxNodes: 1 << 30, Budget: unlimitedBudget,
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// effortOf returns the effort of a technique at a depth. The effort must be complete.
func effortOf(t *testing.T, found Inspected, technique Technique, depth int) Effort {
	t.Helper()
	i := slices.IndexFunc(found.Efforts, func(e Effort) bool { return e.Technique == technique && e.Depth == depth })
	if i < 0 || !found.Efforts[i].Complete {
		t.Fatalf("no complete effort of %+v to depth %d", technique, depth)
	}
	return found.Efforts[i]
}

// testInspections runs test as a subtest for random positions, with each technique and evaluation.
func testInspections(t *testing.T, test func(*testing.T, rules.Position, Technique, int, Evaluation)) {
	for _, c := range []struct {
		variant          string
		plies, positions int
		depth            int
	}{
		{"tictactoe", 9, 6, 9},
		{"connect4:4x4:4", 12, 3, 5},
		{"connect4:7x6:4", 20, 2, 4},
		{"connect4:9x8:5", 20, 1, 3}, // more than one word
	} {
		g, rng := game(t, c.variant), rand.New(rand.NewPCG(5, 8))
		for range c.positions {
			pos := randomPosition(g, c.plies, rng)
			if c.variant == "tictactoe" {
				pos = randomPosition(g, 3, rng)
			}
			for _, e := range []Evaluation{EvaluationAI, EvaluationClassic, EvaluationTens, EvaluationNone} {
				for _, technique := range Techniques {
					t.Run(fmt.Sprintf("%s/%s/%+v", c.variant, e, technique), func(t *testing.T) { test(t, pos, technique, c.depth, e) })
				}
			}
		}
	}
}

// TestInspectedCountsAreTheSearchs compares the counts of Inspect with those of a textbook search,
// and with the nodes that the search counts without a recorder.
func TestInspectedCountsAreTheSearchs(t *testing.T) {
	testInspections(t, func(t *testing.T, pos rules.Position, technique Technique, depth int, e Evaluation) {
		found := inspectFully(t, pos, technique, depth, e)
		got := effortOf(t, found, technique, depth)
		reference := textbook{max: pos.Turn(), pruned: technique.Pruned}
		copied := pos.Clone()
		eval := e.evaluatorFor(copied)
		reference.eval = func() Score {
			if copied.Turn() != reference.max {
				return -eval()
			}
			return eval()
		}
		if value := reference.value(copied, depth, 0, -infinity, infinity); found.Nodes[0].Value != value {
			t.Errorf("value %d, want %d", found.Nodes[0].Value, value)
		}
		if !technique.Ordered && (got.Nodes != reference.nodes || got.Leaves != reference.leaves || got.Cutoffs != reference.cutoff) {
			t.Errorf("%d nodes, %d leaves, %d cut-offs; the textbook has %d, %d, %d",
				got.Nodes, got.Leaves, got.Cutoffs, reference.nodes, reference.leaves, reference.cutoff)
		}
		if technique.Table {
			return // the search needs a recorder for its table
		}
		what := Inspection{Evaluation: e}
		s := what.search(newLimits(t.Context(), unlimitedBudget), pos, technique)
		s.recorder = nil
		if technique.Ordered {
			for d := 1; d < depth; d++ {
				if err := s.iterate(d); err != nil {
					t.Fatal(err)
				}
			}
		}
		before := s.nodes
		if err := s.iterate(depth); err != nil {
			t.Fatal(err)
		}
		if n := s.nodes - before + 1; n != got.Nodes { // the search does not count its root
			t.Errorf("%d nodes; the search without a recorder has %d", got.Nodes, n)
		}
	})
}

// With an evaluation, a win of a textbook search counts 1000, and no estimate as much: the counts and values are those of a
// textbook program with an evaluation of its own.
func TestTextbookWinWithAnEvaluation(t *testing.T) {
	lines := []uint16{0o700, 0o070, 0o007, 0o111, 0o222, 0o444, 0o421, 0o124} // sets of cells, three to a row
	for evaluation, points := range map[Evaluation][3]Score{"tens": {0, 10, 100}, "custom:depth=1,open3=800,open2=7,their3=900,their2=5": {0, 7, 800}} {
		theirs := points
		if evaluation != "tens" {
			theirs = [3]Score{0, 5, 900}
		}
		for _, moves := range []string{"", "b2 a1", "a1 b2 c3"} {
			for _, technique := range Techniques[:2] {
				for depth := 1; depth <= 6; depth++ {
					pos := replay(t, "tictactoe", moves).(*rules.TicTacToePosition)
					reference := textbook{max: pos.Turn(), pruned: technique.Pruned, flat: 1000}
					reference.eval = func() (sum Score) {
						own, other := pos.Marks(reference.max), pos.Marks(reference.max.Other())
						for _, l := range lines {
							if other&l == 0 {
								sum += points[bits.OnesCount16(own&l)]
							}
							if own&l == 0 {
								sum -= theirs[bits.OnesCount16(other&l)]
							}
						}
						return sum
					}
					value := reference.value(pos, depth, 0, -infinity, infinity)
					found, err := Inspect(t.Context(), pos, Inspection{
						Technique: technique, Depth: depth, Evaluation: evaluation, Textbook: true, MaxTree: 1 << 20, MaxNodes: 1 << 30, Budget: unlimitedBudget,
					})
					if err != nil {
						t.Fatal(err)
					}
					if got := effortOf(t, found, technique, depth); got.Nodes != reference.nodes || got.Cutoffs != reference.cutoff || found.Nodes[0].Value != value {
						t.Errorf("%s, %q, %+v, depth %d: %d nodes, %d cut-offs, value %d; the textbook has %d, %d, %d",
							evaluation, moves, technique, depth, got.Nodes, got.Cutoffs, found.Nodes[0].Value, reference.nodes, reference.cutoff, value)
					}
				}
			}
		}
	}
}

// TestInspectedTree checks the size of the tree, its values and its principal variation. The visited
// and the saved positions together must be as many as plain minimax visits.
func TestInspectedTree(t *testing.T) {
	testInspections(t, func(t *testing.T, pos rules.Position, technique Technique, depth int, e Evaluation) {
		found := inspectFully(t, pos, technique, depth, e)
		effort, plain := effortOf(t, found, technique, depth), effortOf(t, found, Technique{}, depth)
		if len(found.Nodes) != effort.Nodes {
			t.Fatalf("%d nodes were kept of %d", len(found.Nodes), effort.Nodes)
		}
		leaves, cutoffs, saved, known := 0, 0, 0, 0
		for i := range found.Nodes {
			n := &found.Nodes[i]
			saved += n.Saved
			if len(n.Cut) > 0 {
				cutoffs++
			}
			if n.Leaf {
				leaves++
				checkParts(t, found.Features, n)
			} else if n.Known {
				known++
			} else if value := valueOfChildren(found.Nodes, i); value != n.Value {
				t.Fatalf("node %d has the value %d, its children %d", i, n.Value, value)
			}
			if !technique.Pruned && (n.Bound != BoundExact || n.Alpha != -infinity || n.Beta != infinity) {
				t.Fatalf("plain minimax has a window: %+v", n)
			}
		}
		if leaves != effort.Leaves || cutoffs != effort.Cutoffs || effort.Nodes+saved != plain.Nodes {
			t.Errorf("%d leaves, %d cut-offs, %d saved; want %d, %d, %d", leaves, cutoffs, saved, effort.Leaves, effort.Cutoffs, plain.Nodes-effort.Nodes)
		}
		if known > 0 && !technique.Table {
			t.Errorf("%d values come from a table", known)
		}
		if last := found.Nodes[found.Line[len(found.Line)-1]]; !last.Leaf && !last.Known || last.Value != found.Nodes[0].Value {
			t.Errorf("the principal variation ends at %+v", last)
		}
	})
}

// valueOfChildren returns the best value of the children of node i, for the side to move
// there.
func valueOfChildren(nodes []TreeNode, i int) Score {
	level := 0
	for at := i; nodes[at].Parent >= 0; at = nodes[at].Parent {
		level++
	}
	sign := Score(1 - 2*(level%2))
	best := -infinity
	for _, n := range nodes[i+1:] {
		if n.Parent == i {
			best = max(best, sign*n.Value)
		}
	}
	return sign * best
}

// checkParts checks that the parts of a leaf add up to its value.
func checkParts(t *testing.T, features []Feature, n *TreeNode) {
	t.Helper()
	if n.Over {
		return
	}
	sum := 0
	for i, p := range n.Parts {
		sum += features[i].Own*p[0] + features[i].Other*p[1]
	}
	if len(n.Parts) != len(features) || Score(sum) != n.Value {
		t.Fatalf("the parts %v of %v add up to %d, the value is %d", n.Parts, features, sum, n.Value)
	}
}

// TestUnorderedSearchStartsOnTheLeft checks that the search without ordering is naive, and
// that ordering then gains something at the first look of the page.
func TestUnorderedSearchStartsOnTheLeft(t *testing.T) {
	for _, variant := range []string{"tictactoe", "connect4:4x4:4"} {
		for _, technique := range Techniques[:2] {
			found := inspectFully(t, game(t, variant).Start(), technique, 2, EvaluationTens)
			last := map[int]rules.Move{}
			for _, n := range found.Nodes[1:] {
				if before, ok := last[n.Parent]; ok && n.Move < before {
					t.Errorf("%s, %+v: move %d after %d", variant, technique, n.Move, before)
				}
				last[n.Parent] = n.Move
			}
		}
	}
	pos := game(t, "tictactoe").Start()
	for _, m := range []rules.Move{0, 4, 3} { // a1 b2 a2
		pos.Play(m)
	}
	found := inspectFully(t, pos, Technique{Pruned: true}, 3, EvaluationTens)
	unordered, ordered := effortOf(t, found, Techniques[1], 3), effortOf(t, found, Techniques[2], 3)
	if ordered.Total >= unordered.Nodes {
		t.Errorf("%d nodes with ordering, %d without", ordered.Total, unordered.Nodes)
	}
}

// The numbers of positions and leaves of plain minimax are well known.
func TestInspectTicTacToe(t *testing.T) {
	found := inspectFully(t, game(t, "tictactoe").Start(), Technique{}, 9, EvaluationNone)
	if e := effortOf(t, found, Technique{}, 9); e.Nodes != 549_946 || e.Leaves != 255_168 || e.Cutoffs != 0 {
		t.Errorf("%+v", e)
	}
	if e := effortOf(t, found, Technique{Pruned: true}, 9); e.Nodes >= 549_946/10 || found.Nodes[0].Value != 0 {
		t.Errorf("%+v, value %d", e, found.Nodes[0].Value)
	}
}

// Of a tree that is too large, Inspect returns the first levels, and each branch below them when it is asked for. Together
// they have all nodes that the search visits, with the same values and windows.
func TestInspectBranches(t *testing.T) {
	for _, technique := range Techniques[2:] {
		t.Run(fmt.Sprintf("%+v", technique), func(t *testing.T) { testBranches(t, technique) })
	}
}

func testBranches(t *testing.T, technique Technique) {
	pos := game(t, "tictactoe").Start()
	what := Inspection{
		Technique: technique, Depth: 6, Evaluation: EvaluationTens,
		MaxTree: 1 << 20, MaxNodes: 1 << 30, Budget: unlimitedBudget,
	}
	whole, err := Inspect(t.Context(), pos, what)
	if err != nil {
		t.Fatal(err)
	}
	effort := effortOf(t, whole, what.Technique, what.Depth)
	if sum := sumOf(effort.Levels); sum != effort.Nodes || len(effort.Levels) != what.Depth+1 || len(whole.Nodes) != sum {
		t.Errorf("%d nodes on levels, %d in the tree: %+v", sum, len(whole.Nodes), effort)
	}
	pathOf := func(nodes []TreeNode, i int) (path []rules.Move) {
		for ; i > 0; i = nodes[i].Parent {
			path = append(path, nodes[i].Move)
		}
		slices.Reverse(path)
		return path
	}
	want := map[string]TreeNode{}
	for i, n := range whole.Nodes {
		want[fmt.Sprint(pathOf(whole.Nodes, i))] = n
	}
	what.MaxTree = 100
	seen := 0
	var look func(under []rules.Move)
	look = func(under []rules.Move) {
		what.Under = under
		part, err := Inspect(t.Context(), pos, what)
		if err != nil || len(part.Nodes) == 0 || len(part.Nodes) > what.MaxTree {
			t.Fatalf("%v: %d nodes, %v", under, len(part.Nodes), err)
		}
		for i, n := range part.Nodes {
			path := pathOf(part.Nodes, i)
			full := want[fmt.Sprint(path)]
			if n.Value != full.Value || n.Bound != full.Bound || n.Alpha != full.Alpha || n.Beta != full.Beta || n.Leaf != full.Leaf || n.Known != full.Known || !slices.Equal(n.Cut, full.Cut) {
				t.Fatalf("%v in %v: %+v, not %+v", path, under, n, full)
			}
			if len(path) > len(under) || len(under) == 0 {
				seen++
			}
			if n.Below > 0 && len(path) > len(under) {
				before := seen
				if look(path); seen-before != n.Below {
					t.Fatalf("%v has %d nodes below, not %d", path, seen-before, n.Below)
				}
			}
		}
	}
	if look(nil); seen != effort.Nodes {
		t.Errorf("%d nodes in all branches, not %d", seen, effort.Nodes)
	}
}

func sumOf(counts []int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// In Force 3 the tree shows positions that have occurred before.
func TestInspectForce3(t *testing.T) {
	pos := game(t, "force3").Start()
	for _, move := range []string{"P1", "P9", "S2", "S3"} {
		m, err := pos.ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		pos.Play(m)
	}
	found, err := Inspect(t.Context(), pos, Inspection{
		Depth: 3, Evaluation: EvaluationAI, MaxTree: 1 << 20, MaxNodes: 1 << 30, Budget: unlimitedBudget,
	})
	if err != nil || len(found.Features) != 0 {
		t.Fatalf("%+v, %v", found.Features, err)
	}
	repeated := 0
	for i, n := range found.Nodes {
		at := pos.Clone().(*rules.Force3Position)
		var path []rules.Move
		for ; i > 0; i = found.Nodes[i].Parent {
			path = append(path, found.Nodes[i].Move)
		}
		for _, m := range slices.Backward(path) {
			at.Play(m)
		}
		if again := at.Repetitions() > 1; again != n.Repeated && len(path) > 0 {
			t.Fatalf("%+v, repeated %v", n, again)
		} else if again {
			repeated++
		}
	}
	if repeated == 0 {
		t.Errorf("no position of %d occurs again", len(found.Nodes))
	}
}

// The weights of a custom level count at the horizon, and the parts of a leaf add up to its value.
func TestInspectCustomWeights(t *testing.T) {
	pos := game(t, "connect4:4x4:4").Start()
	found, err := Inspect(t.Context(), pos, Inspection{
		Depth: 4, Evaluation: "custom:depth=1,open3=7,open2=2,their3=9,their2=0,centre=6,theircentre=1", MaxTree: 1 << 20, MaxNodes: 1 << 30, Budget: unlimitedBudget,
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []Feature{{LacksOne, 7, -9}, {LacksTwo, 2, 0}, {InCentre, 6, -1}}; !slices.Equal(found.Features, want) {
		t.Errorf("%+v", found.Features)
	}
	for _, n := range found.Nodes {
		if !n.Leaf || n.Over {
			continue
		}
		sum := 0
		for i, f := range found.Features {
			sum += n.Parts[i][0]*f.Own + n.Parts[i][1]*f.Other
		}
		if Score(sum) != n.Value {
			t.Fatalf("%+v adds up to %d", n, sum)
		}
	}
	if e := Evaluation("custom:depth=1,open3=1,rows=2"); len(e.features(pos)) != 0 || !e.Valid() {
		t.Error("lines that count by their direction are no features")
	}
}

func TestInspectIsBounded(t *testing.T) {
	pos := game(t, "connect4:7x6:4").Start()
	what := Inspection{
		Technique: Technique{Pruned: true, Ordered: true}, Depth: 9, Evaluation: EvaluationAI,
		MaxTree: 100, MaxNodes: 10_000, Budget: unlimitedBudget,
	}
	found, err := Inspect(t.Context(), pos, what)
	if err != nil || found.Nodes != nil {
		t.Fatalf("%d nodes, %v", len(found.Nodes), err)
	}
	for _, e := range found.Efforts {
		if e.Nodes > what.MaxNodes+checkInterval || e.Complete && e.Nodes > what.MaxNodes {
			t.Errorf("%+v", e)
		}
	}
	if last := found.Efforts[len(found.Efforts)-1]; last.Complete {
		t.Errorf("%+v is complete", last)
	}
	if pos.Ply() != 0 {
		t.Error("the position has changed")
	}

	what.Budget = 0
	found, err = Inspect(t.Context(), pos, what)
	if unfinished := func(e Effort) bool { return !e.Complete }; err != nil || len(found.Efforts) != len(Techniques) || slices.ContainsFunc(found.Efforts, unfinished) {
		t.Errorf("without time: %+v, %v", found.Efforts, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Inspect(ctx, pos, what); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	over := game(t, "tictactoe").Start()
	for _, m := range []rules.Move{0, 3, 1, 4, 2} {
		over.Play(m)
	}
	if _, err := Inspect(t.Context(), over, what); !errors.Is(err, ErrOver) {
		t.Errorf("over: %v", err)
	}
}

// slowPosition is a position each of whose moves takes a fifth of a millisecond.
type slowPosition struct{ rules.Position }

func (p slowPosition) Clone() rules.Position { return slowPosition{p.Position.Clone()} }

func (p slowPosition) Play(m rules.Move) {
	time.Sleep(200 * time.Microsecond)
	p.Position.Play(m)
}

// TestInspectIsHonestWithoutTime gives too little time for plain minimax. The
// searches that prune must not pay for it, and a stopped search must not look like a small one.
func TestInspectIsHonestWithoutTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pos := slowPosition{game(t, "connect4:7x6:4").Start()}
		found, err := Inspect(t.Context(), pos, Inspection{
			Technique: Technique{Pruned: true}, Depth: 5, Evaluation: EvaluationNone, MaxTree: 1, MaxNodes: 1_000_000, Budget: 2 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		last, before := map[Technique]Effort{}, 0
		for _, e := range found.Efforts {
			if e.Depth > 1 && e.Nodes <= before {
				t.Errorf("%+v after %d nodes", e, before)
			}
			last[e.Technique], before = e, e.Nodes
		}
		if plain := last[Technique{}]; plain.Complete && plain.Depth == 5 {
			t.Error("plain minimax was not stopped")
		}
		for _, technique := range Techniques[1:] {
			if e := last[technique]; !e.Complete || e.Depth != 5 {
				t.Errorf("%+v", e)
			}
		}
	})
}

// minimalSearch is the search without the code for recorders, techniques and limits of nodes. The
// cost of this code is measured against it.
type minimalSearch struct{ *search }

func (s minimalSearch) move(m rules.Move, depth, ply int, alpha, beta Score) Score {
	s.pos.Play(m)
	score := -s.negamax(depth-1, ply+1, -beta, -alpha)
	s.pos.Undo()
	return score
}

func (s minimalSearch) negamax(depth, ply int, alpha, beta Score) Score {
	if s.nodes++; s.nodes%checkInterval == 0 {
		if err := s.limits.check(); err != errBudget || s.depth > 1 {
			s.stop = err
		}
	}
	if s.stop != nil {
		return 0
	}
	if outcome := s.pos.Outcome(); outcome.Over() {
		return terminalScore(outcome, s.pos.Turn(), ply)
	}
	if depth == 0 {
		s.reachedHorizon = true
		return min(max(s.eval(), -MaxHeuristic), MaxHeuristic)
	}
	s.moves[ply] = s.pos.Moves(s.moves[ply][:0])
	moves, side := s.moves[ply], s.pos.Turn()
	s.order.sort(moves, side, ply)
	best := -infinity
	for i, m := range moves {
		best = max(best, s.move(m, depth, ply, max(alpha, best), beta))
		if s.stop != nil {
			return 0
		}
		if best >= beta {
			s.order.recordCutoff(moves, i, side, ply, depth)
			break
		}
	}
	return best
}

// recorderCost returns the shortest times of the same search: by minimalSearch, by the search
// without a recorder, and by the search with a recorder. The searches take turns.
func recorderCost(tb testing.TB, depth, rounds int) (reference, off, on time.Duration) {
	tb.Helper()
	reference, off, on = time.Hour, time.Hour, time.Hour
	run := func(shortest *time.Duration, search func(s *search)) (nodes int) {
		pos := game(tb, "connect4:7x6:4").Start()
		s := newSearch(pos, EvaluationAI.evaluatorFor(pos), newLimits(tb.Context(), unlimitedBudget))
		s.depth = depth
		start := time.Now()
		search(s)
		*shortest = min(*shortest, time.Since(start))
		return s.nodes
	}
	root := rules.Move(3)
	for range rounds {
		a := run(&reference, func(s *search) { minimalSearch{s}.move(root, depth, 0, -infinity, infinity) })
		b := run(&off, func(s *search) { s.searchMove(root, depth, 0, -infinity, infinity) })
		c := run(&on, func(s *search) {
			s.recorder = &recorder{}
			s.recorder.begin()
			s.searchMove(root, depth, 0, -infinity, infinity)
		})
		if a != b || b != c {
			tb.Fatalf("%d, %d and %d nodes", a, b, c)
		}
	}
	return reference, off, on
}

// TestSearchWithoutRecorderIsAsFast compares times of one run. The limit of 5/4 allows for a busy
// machine.
func TestSearchWithoutRecorderIsAsFast(t *testing.T) {
	reference, off, on := recorderCost(t, 8, 60)
	t.Logf("without a recorder %.3f, with a recorder %.3f of the time of minimalSearch",
		off.Seconds()/reference.Seconds(), on.Seconds()/reference.Seconds())
	if off > reference*5/4 {
		t.Errorf("the search without a recorder takes %v, minimalSearch %v", off, reference)
	}
}

func BenchmarkSearchWithoutRecorder(b *testing.B) {
	for b.Loop() {
		reference, off, on := recorderCost(b, 8, 500)
		b.ReportMetric(off.Seconds()/reference.Seconds(), "off/reference")
		b.ReportMetric(on.Seconds()/reference.Seconds(), "on/reference")
	}
}

// notebook is a search of tic-tac-toe as students write it: nine cells in order. A win is worth 1, or more the sooner it
// comes.
type notebook struct {
	cells                    [9]int // 1 and -1: the sides
	pruned, fullRoot, sooner bool
	nodes                    int
}

func (n *notebook) winner() int {
	for _, l := range [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if sum := n.cells[l[0]] + n.cells[l[1]] + n.cells[l[2]]; sum == 3 || sum == -3 {
			return sum / 3
		}
	}
	return 0
}

func (n *notebook) free() (free int) {
	for _, c := range n.cells {
		if c == 0 {
			free++
		}
	}
	return free
}

func (n *notebook) value(turn, alpha, beta int, root bool) int {
	n.nodes++
	if w := n.winner(); w != 0 && n.sooner {
		return w * (1 + n.free())
	} else if w != 0 {
		return w
	}
	best := 0
	for i, first := 0, true; i < 9; i++ {
		if n.cells[i] != 0 {
			continue
		}
		n.cells[i] = turn
		v := n.value(-turn, alpha, beta, false)
		n.cells[i] = 0
		if first || v*turn > best*turn {
			best, first = v, false
		}
		if !n.pruned || root && n.fullRoot {
			continue
		}
		if turn > 0 {
			alpha = max(alpha, best)
		} else {
			beta = min(beta, best)
		}
		if alpha >= beta {
			break
		}
	}
	return best
}

// TestTextbookFigures compares the counts of an inspection, as in a textbook or as the AI searches, with those of notebook,
// and with the figures of the report that the textbook stands for.
func TestTextbookFigures(t *testing.T) {
	for _, c := range []struct {
		moves              []string
		textbook, fullRoot bool
		known              int // nodes of alpha-beta; 0: no report says it
	}{
		{nil, true, false, 18297},
		{[]string{"a3"}, true, false, 2338},
		{nil, true, true, 0},
		{[]string{"a3"}, true, true, 0},
		{[]string{"b2", "a1"}, true, false, 0},
		{[]string{"c1", "b1"}, true, true, 0},
		{[]string{"c1", "b1", "a2"}, true, false, 0},
		{nil, false, false, 20866},
		{[]string{"a3"}, false, false, 4173},
		{[]string{"b2", "a1"}, false, true, 0},
	} {
		if testing.Short() && len(c.moves) == 0 {
			continue
		}
		pos := game(t, "tictactoe").Start()
		if err := rules.Replay(pos, c.moves); err != nil {
			t.Fatal(err)
		}
		for _, technique := range Techniques[:2] {
			n := notebook{pruned: technique.Pruned, fullRoot: c.fullRoot, sooner: !c.textbook}
			turn := 1
			for _, m := range c.moves {
				row := int(m[1] - '1') // the AI begins at the bottom
				if c.textbook {
					row = 2 - row
				}
				n.cells[int(m[0]-'a')+3*row] = turn
				turn = -turn
			}
			value := n.value(turn, -10, 10, true) * turn
			found, err := Inspect(t.Context(), pos, Inspection{
				Technique: technique, Depth: 9, Evaluation: EvaluationNone, Textbook: c.textbook, FullRoot: c.fullRoot,
				MaxTree: 1 << 20, MaxNodes: 1 << 30, Budget: unlimitedBudget,
			})
			if err != nil {
				t.Fatal(err)
			}
			got, gotValue := effortOf(t, found, technique, 9), int(found.Nodes[0].Value)
			if !c.textbook {
				value, gotValue = max(-1, min(1, value)), max(-1, min(1, gotValue)) // each has a scale of its own
			}
			if got.Nodes != n.nodes || gotValue != value || technique.Pruned && c.known != 0 && n.nodes != c.known {
				t.Errorf("%+v, %+v: %d nodes and value %d, the notebook has %d and %d", c, technique, got.Nodes, gotValue, n.nodes, value)
			}
		}
	}
}
