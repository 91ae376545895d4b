package rules_test

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/rules"
)

//go:embed testdata/moves.json
var movesFile []byte

// The page's tests read the same file.
func TestSplitMoves(t *testing.T) {
	type split struct {
		Variant, Text string
		Moves         []string
	}
	var splits []split
	if err := json.Unmarshal(movesFile, &splits); err != nil {
		t.Fatal(err)
	}
	splits = append(
		splits,
		split{"connect4:7x6:4", "4é5\xff", []string{"4", "é", "5", "\xff"}},
		split{"force3", "\xff \xc2", []string{"\xff", "\xc2"}},
	)
	for _, test := range splits {
		moves := rules.SplitMoves(parse(t, test.Variant), test.Text)
		if !slices.Equal(moves, test.Moves) {
			t.Errorf("%s %q: %q, want %q", test.Variant, test.Text, moves, test.Moves)
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
