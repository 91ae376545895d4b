package rules_test

import (
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

func TestTicTacToe(t *testing.T) {
	for _, test := range []struct {
		moves   string
		outcome rules.Outcome
		line    []int
	}{
		{"b2 a1", rules.Ongoing, nil},
		{"a1 a2 b1 b2 c1", rules.FirstWins, []int{0, 1, 2}},
		{"a1 c1 a2 c2 b1 c3", rules.SecondWins, []int{2, 5, 8}},
		{"a1 a2 c1 b1 a3 c2 c3 b3 b2", rules.FirstWins, []int{0, 2, 4, 6, 8}},
		{"b2 a1 b1 b3 a3 c1 a2 c2 c3", rules.Drawn, nil},
	} {
		p := play(t, "tictactoe", test.moves)
		if p.Outcome() != test.outcome || !slices.Equal(p.Line(), test.line) {
			t.Errorf("%s: outcome %v, line %v; want %v, %v", test.moves, p.Outcome(), p.Line(), test.outcome, test.line)
		}
	}
}
