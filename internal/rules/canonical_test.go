package rules_test

import (
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// FuzzCanonical checks that the key is a position of the game, that corresponding moves
// lead to positions with the same key.
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
		key, back := rules.Canonical(p)
		q, err := rules.Setup(g, key)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := rules.Canonical(q); again != key || q.Turn() != p.Turn() || q.Outcome() != p.Outcome() {
			t.Fatalf("%s has the key %s, whose key is %s", rules.FormatSetup(p), key, again)
		}
		legal := map[rules.Move]bool{}
		for _, m := range p.Moves(nil) {
			legal[m] = true
		}
		for _, m := range q.Moves(nil) {
			mapped := back(m)
			if !legal[mapped] {
				t.Fatalf("%s: move %d of %s is mapped to %d", rules.FormatSetup(p), m, key, mapped)
			}
			delete(legal, mapped)
			p.Play(mapped)
			q.Play(m)
			here, _ := rules.Canonical(p)
			if got, _ := rules.Canonical(q); got != here {
				t.Fatalf("move %d leads to %s, and %d in %s to %s", mapped, here, m, key, got)
			}
			p.Undo()
			q.Undo()
		}
		if len(legal) > 0 {
			t.Errorf("%s: no move of %s is mapped to %v", rules.FormatSetup(p), key, legal)
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
		{"force3:report", 1, 4, 5}, // a corner, an edge, one slide, two slides
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
		{"force3:report", "P1 P9 S6+3", "P3 P7 S4+1"},
		{"force3:report", "P1 P9 S2+3 S6 M1-4", "P9 P1 S8+7 S4 M9-6"},
	} {
		one, _ := rules.Canonical(play(t, test.variant, test.one))
		two, _ := rules.Canonical(play(t, test.variant, test.two))
		if one != two {
			t.Errorf("%s: %s has the key %s, and %s %s", test.variant, test.one, one, test.two, two)
		}
	}
}
