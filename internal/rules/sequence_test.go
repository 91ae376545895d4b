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
		offsets       []int
	}{
		{"connect4:7x6:4", "", nil, nil},
		{"connect4:7x6:4", " \n\t", nil, nil},
		{"connect4:7x6:4", "4453", []string{"4", "4", "5", "3"}, []int{0, 1, 2, 3}},
		{"connect4:7x6:4", " 44\r\n5 ", []string{"4", "4", "5"}, []int{1, 2, 5}},
		{"connect4:7x6:4", "4é5\xff", []string{"4", "é", "5", "\xff"}, []int{0, 1, 3, 4}},
		{"tictactoe", "b2 a1", []string{"b2", "a1"}, []int{0, 3}},
		{"tictactoe", "b2a1", []string{"b2a1"}, []int{0}},
		{"force3", "\tP5  M3-6\nS3+\u00a0S2\u2003", []string{"P5", "M3-6", "S3+", "S2"}, []int{1, 5, 10, 15}},
		{"force3", "\xff \xc2", []string{"\xff", "\xc2"}, []int{0, 2}},
	} {
		moves, offsets := rules.SplitMoves(parse(t, test.variant), test.text)
		if !slices.Equal(moves, test.moves) || !slices.Equal(offsets, test.offsets) {
			t.Errorf("%s %q: %q at %v, want %q at %v", test.variant, test.text, moves, offsets, test.moves, test.offsets)
		}
	}
}

// FuzzSplitMoves checks that only white space is lost, that each move is at its offset,
// and that joining the moves and splitting them again gives the same moves.
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
		moves, offsets := rules.SplitMoves(g, text)
		end := 0
		for i, move := range moves {
			if move == "" || !blank(text[end:offsets[i]]) || text[offsets[i]:offsets[i]+len(move)] != move {
				t.Fatalf("%q: move %d is %q at %d", text, i, move, offsets[i])
			}
			end = offsets[i] + len(move)
		}
		if !blank(text[end:]) {
			t.Fatalf("%q: SplitMoves loses the text %q", text, text[end:])
		}
		// JoinMoves could turn two moves with invalid UTF-8 into one valid character.
		if again, _ := rules.SplitMoves(g, rules.JoinMoves(g, moves)); utf8.ValidString(text) && !slices.Equal(again, moves) {
			t.Errorf("%q is split into %q, and after joining into %q", text, moves, again)
		}
	})
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
