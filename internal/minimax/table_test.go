package minimax

import (
	"math/rand/v2"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// tableSamples has games with the depth to which their random positions are searched.
var tableSamples = []struct {
	variant          string
	plies, positions int
	depth            int
}{
	{"tictactoe", 4, 8, 9},
	{"connect4:4x4:4", 10, 8, 8},
	{"connect4:7x6:4", 20, 6, 7},
	{"connect4:9x8:5", 20, 2, 5}, // more than one word
	{"force3", 30, 200, 5},
	{"force3:fair", 30, 8, 5},
	{"force3:placed", 40, 200, 6},
	{"force3:report", 40, 200, 5},
}

// TestTable checks that a table changes no value, at any depth, and that each value taken from it is right for the way to
// the node. Over the sample it must save positions in each game.
func TestTable(t *testing.T) {
	for _, c := range tableSamples {
		t.Run(c.variant, func(t *testing.T) {
			g, rng := game(t, c.variant), rand.New(rand.NewPCG(11, 3))
			with, without, known, repeated := 0, 0, 0, 0
			for range c.positions {
				pos := randomPosition(g, c.plies, rng)
				if p, ok := pos.(*rules.Force3Position); ok {
					playRound(p, exactKey(p), 4)
				}
				for depth := 1; depth <= c.depth; depth++ {
					ordered, table := Techniques[2], Techniques[3]
					a, b := inspectOnly(t, pos, ordered, depth), inspectOnly(t, pos, table, depth)
					without, with = without+len(a), with+len(b)
					if a[0].Value != b[0].Value {
						t.Fatalf("depth %d: value %d with a table, %d without", depth, b[0].Value, a[0].Value)
					}
					for i := range b {
						if b[i].Repeated {
							repeated++
						}
						if b[i].Known {
							known++
							checkKnown(t, pos, b, i, depth)
						}
					}
				}
			}
			if t.Logf("%d nodes with a table, %d without; %d repeated", with, without, repeated); with >= without || known == 0 {
				t.Errorf("%d nodes with a table, %d without; %d values checked", with, without, known)
			}
		})
	}
}

// playRound plays turns that lead back to a position, so that draws by repetition are near. It plays none if there are no such turns.
func playRound(pos *rules.Force3Position, to force3Key, turns int) bool {
	if turns == 0 {
		return exactKey(pos) == to
	}
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		if playRound(pos, to, turns-1) {
			return true
		}
		pos.Undo()
	}
	return false
}

// inspectOnly returns the tree of one technique.
func inspectOnly(t *testing.T, pos rules.Position, technique Technique, depth int) []TreeNode {
	t.Helper()
	what := Inspection{
		Technique: technique, Depth: depth, Evaluation: EvaluationAI, MaxTree: 1 << 30, MaxNodes: 1 << 30, Budget: unlimitedBudget,
	}
	var found Inspected
	if err := what.keepTree(t.Context(), pos, &found, nil, false); err != nil {
		t.Fatal(err)
	}
	return found.Nodes
}

// checkKnown compares the value of node i, which comes from the table, with that of a textbook search from its position.
func checkKnown(t *testing.T, pos rules.Position, nodes []TreeNode, i, depth int) {
	t.Helper()
	at, path := pos.Clone(), []rules.Move(nil)
	for n := i; n > 0; n = nodes[n].Parent {
		path = append([]rules.Move{nodes[n].Move}, path...)
	}
	for _, m := range path {
		at.Play(m)
	}
	reference := textbook{max: pos.Turn(), pruned: true}
	eval := EvaluationAI.evaluatorFor(at)
	reference.eval = func() Score {
		if at.Turn() != reference.max {
			return -eval()
		}
		return eval()
	}
	value := reference.value(at, depth-len(path), len(path), -infinity, infinity)
	n := nodes[i]
	if n.Bound == BoundExact && n.Value != value || n.Bound == BoundLower && n.Value > value || n.Bound == BoundUpper && n.Value < value {
		t.Fatalf("%+v after %v at depth %d, the value is %d", n, path, depth, value)
	}
}

// Two turns lead back to the same position of Force 3 only if both are two slides, in force3:report. This test is why
// the table may rely on its spans.
func TestForce3Cycle(t *testing.T) {
	for _, variant := range []string{"force3", "force3:fair", "force3:placed", "force3:placed:fair", "force3:report"} {
		g, rng, cycles := game(t, variant), rand.New(rand.NewPCG(2, 7)), 0
		for range 3000 {
			pos := randomPosition(g, 30, rng).(*rules.Force3Position)
			before := exactKey(pos)
			for _, m := range pos.Moves(nil) {
				pos.Play(m)
				between := exactKey(pos)
				for _, reply := range pos.Moves(nil) {
					if pos.Play(reply); exactKey(pos) == before {
						if cycles++; before.via < 0 || between.via < 0 {
							t.Fatalf("%s: %+v occurs again after %s", variant, before, pos.FormatMove(reply))
						}
					}
					pos.Undo()
				}
				pos.Undo()
			}
		}
		if (cycles > 0) != (variant == "force3:report") {
			t.Errorf("%s: %d cycles of two turns", variant, cycles)
		}
	}
}
