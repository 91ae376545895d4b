package rules_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/rules"
)

func TestSplitMoves(t *testing.T) {
	for _, test := range []struct {
		variant, text string
		moves         []string
	}{
		{"connect4:7x6:4", "", nil},
		{"connect4:7x6:4", " \n\t", nil},
		{"connect4:7x6:4", "4453", []string{"4", "4", "5", "3"}},
		{"connect4:7x6:4", " 44\r\n5 ", []string{"4", "4", "5"}},
		{"connect4:7x6:4", "4é5\xff", []string{"4", "é", "5", "\xff"}},
		{"tictactoe", "b2 a1", []string{"b2", "a1"}},
		{"tictactoe", "b2a1", []string{"b2a1"}},
		{"force3", "\tP5  M3-6\nS3+\u00a0S2\u2003", []string{"P5", "M3-6", "S3+", "S2"}},
		{"force3:report", "S2+3 S6", []string{"S2+3", "S6"}},
		{"force3", "\xff \xc2", []string{"\xff", "\xc2"}},
	} {
		moves := rules.SplitMoves(parse(t, test.variant), test.text)
		if !slices.Equal(moves, test.moves) {
			t.Errorf("%s %q: %q, want %q", test.variant, test.text, moves, test.moves)
		}
	}
}

// FuzzSplitMoves checks that only white space is lost, and that joining the moves and splitting them
// again gives the same moves.
func FuzzSplitMoves(f *testing.F) {
	for _, text := range []string{"", "4453", "44 53\n", "b2 a1", "P5\tM3-6  S3+", "é\xff\u2003x", "\xe2\x80 \x83"} {
		for _, variant := range variants {
			f.Add(variant, text)
		}
	}
	f.Fuzz(func(t *testing.T, variant, text string) {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		moves := rules.SplitMoves(g, text)
		if strings.Join(moves, "") != strings.Join(strings.Fields(text), "") || slices.Contains(moves, "") {
			t.Fatalf("%q is split into %q", text, moves)
		}
		// Joining could turn two moves with invalid UTF-8 into one valid character.
		if again := rules.SplitMoves(g, strings.Join(moves, g.Separator())); utf8.ValidString(text) && !slices.Equal(again, moves) {
			t.Errorf("%q is split into %q, and after joining into %q", text, moves, again)
		}
	})
}
