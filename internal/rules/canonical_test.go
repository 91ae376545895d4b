package rules_test

import (
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// FuzzCanonical checks that the key is a position of the game, that corresponding moves
// lead to positions with the same key, and that From is the inverse of To.
func FuzzCanonical(f *testing.F) {
	addRandomGames(f)
	f.Fuzz(func(t *testing.T, variant string, picks []byte) {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		p := g.Start()
		playPicks(p, picks)
		if p, ok := p.(*rules.Force3Position); ok && p.Outcome() == rules.Drawn {
			p.Undo() // a draw by history has no moves, but Setup(key) has no history and has moves
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
			mapped := symmetry.To(m)
			if !legal[mapped] || symmetry.From(mapped) != m {
				t.Fatalf("%s: move %d is mapped to %d in %s, which is mapped back to %d", rules.FormatSetup(p), m, mapped, key, symmetry.From(mapped))
			}
			delete(legal, mapped)
			p.Play(m)
			q.Play(mapped)
			here, _ := rules.Canonical(p)
			if got, _ := rules.Canonical(q); got != here {
				t.Fatalf("move %d leads to %s, and its image %d in %s leads to %s", m, here, mapped, key, got)
			}
			p.Undo()
			q.Undo()
		}
		if len(legal) > 0 {
			t.Errorf("%s: no move is mapped to %v in %s", rules.FormatSetup(p), legal, key)
		}
	})
}

// TestCanonicalCounts counts positions up to symmetry. The 765 of tic-tac-toe are well
// known. The first turns are easy to count by hand.
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

// TestCanonicalMirror checks that a mirrored or rotated game has the same keys.
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
