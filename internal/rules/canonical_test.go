package rules_test

import (
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// FuzzCanonical: the key is that of a position of the game, every turn leads
// there to where it leads here, and the way back is the way.
func FuzzCanonical(f *testing.F) {
	addGames(f)
	f.Fuzz(func(t *testing.T, variant string, picks []byte) {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		p := g.Start()
		playBytes(p, picks)
		if p, ok := p.(*rules.Force3Position); ok && p.Outcome() == rules.Drawn {
			p.Undo() // for no turn follows here, but in the position that is set up
		}
		key, symmetry := rules.Canonical(p)
		q, err := rules.Setup(g, key)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := rules.Canonical(q); again != key || q.Turn() != p.Turn() || q.Outcome() != p.Outcome() {
			t.Fatalf("%s has the key %s, whose key is %s", rules.FormatSetup(p), key, again)
		}
		legal := map[rules.Move]bool{}
		for _, m := range q.Moves(nil) {
			legal[m] = true
		}
		for _, m := range p.Moves(nil) {
			there := symmetry.To(m)
			if !legal[there] || symmetry.From(there) != m {
				t.Fatalf("%s: %d is %d in %s, and comes back as %d", rules.FormatSetup(p), m, there, key, symmetry.From(there))
			}
			delete(legal, there)
			p.Play(m)
			q.Play(there)
			here, _ := rules.Canonical(p)
			if got, _ := rules.Canonical(q); got != here {
				t.Fatalf("%d leads to %s, and %d in %s to %s", m, here, there, key, got)
			}
			p.Undo()
			q.Undo()
		}
		if len(legal) > 0 {
			t.Errorf("%s: nothing leads to %v in %s", rules.FormatSetup(p), legal, key)
		}
	})
}

// TestCanonicalCounts counts positions up to symmetry. That tic-tac-toe has 765
// is well known; the first turns are easily counted by hand.
func TestCanonicalCounts(t *testing.T) {
	for _, test := range []struct {
		variant      string
		plies, first int
		all          int
	}{
		{"tictactoe", 9, 3, 765},
		{"connect4:7x6:4", 1, 4, 5},
		{"connect4:4x4:4", 1, 2, 3},
		{"force3", 1, 3, 4}, // a corner, an edge, a slide
		{"force3:fair", 1, 1, 2},
	} {
		seen := map[string]bool{}
		countCanonical(parse(t, test.variant).Start(), test.plies, seen)
		first := map[string]bool{}
		countCanonical(parse(t, test.variant).Start(), 1, first)
		if len(first)-1 != test.first || len(seen) != test.all {
			t.Errorf("%s: %d first turns and %d positions, want %d and %d", test.variant, len(first)-1, len(seen), test.first, test.all)
		}
	}
}

func countCanonical(p rules.Position, plies int, seen map[string]bool) {
	key, _ := rules.Canonical(p)
	if seen[key] {
		return
	}
	if seen[key] = true; plies == 0 {
		return
	}
	for _, m := range p.Moves(nil) {
		p.Play(m)
		countCanonical(p, plies-1, seen)
		p.Undo()
	}
}

// TestCanonicalMirror: the same game mirrored or turned has the same keys.
func TestCanonicalMirror(t *testing.T) {
	for _, test := range []struct{ variant, one, two string }{
		{"connect4:7x6:4", "12344", "76544"},
		{"connect4:15x4:5", "1fa", "f16"},
		{"tictactoe", "a1 b2 c3 b1", "c1 b2 a3 c2"},
		{"force3", "P1 P9 S6", "P3 P7 S4"},
		{"force3", "P1 P9 S6", "P3 P7 S8"},
		{"force3", "P1 P6 M1-2 S8 S9 S7+", "P3 P4 M3-2 S8 S7 S9+"},
	} {
		one, _ := rules.Canonical(play(t, test.variant, test.one))
		two, _ := rules.Canonical(play(t, test.variant, test.two))
		if one != two {
			t.Errorf("%s: %s has the key %s, and %s %s", test.variant, test.one, one, test.two, two)
		}
	}
}
