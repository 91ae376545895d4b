package rules_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// variants has every game, and Connect Four on boards that the code treats differently.
var variants = []string{
	"connect4:4x4:3", "connect4:7x6:4", "connect4:9x7:4", "connect4:15x15:5",
	"tictactoe", "force3", "force3:fair", "force3:placed", "force3:placed:fair", "force3:report",
}

func parse(tb testing.TB, variant string) rules.Game {
	tb.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// play returns the position after moves, a sequence in its stored form.
func play(tb testing.TB, variant, moves string) rules.Position {
	tb.Helper()
	g := parse(tb, variant)
	p := g.Start()
	if err := rules.Replay(p, rules.SplitMoves(g, moves)); err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestParse(t *testing.T) {
	for columns := rules.Connect4MinSide; columns <= rules.Connect4MaxSide; columns++ {
		for rows := rules.Connect4MinSide; rows <= rules.Connect4MaxSide; rows++ {
			for align := rules.Connect4MinAlign; align <= rules.Connect4MaxAlign; align++ {
				variant := fmt.Sprintf("connect4:%dx%d:%d", columns, rows, align)
				g, err := rules.Parse(variant)
				if fits := align <= columns || align <= rows; fits != (err == nil) {
					t.Errorf("Parse(%s): %v", variant, err)
				} else if fits && g.Variant() != variant {
					t.Errorf("Parse(%s).Variant() = %s", variant, g.Variant())
				}
			}
		}
	}
}

func TestParseOthers(t *testing.T) {
	for _, variant := range variants {
		if g := parse(t, variant); g.Variant() != variant || (g.Separator() == "") != strings.HasPrefix(variant, "connect4") {
			t.Errorf("Parse(%s): %s, separator %q", variant, g.Variant(), g.Separator())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for variant, word := range map[string]string{
		"":                             "connect4",
		"chess":                        "connect4",
		"connect4":                     "COLSxROWS",
		"connect4:":                    "COLSxROWS",
		"connect4:7x6":                 "COLSxROWS",
		"connect4:7x6:":                "COLSxROWS",
		"connect4:7x6:4:4":             "COLSxROWS",
		"connect4:7x6x4:4":             "COLSxROWS",
		"connect4:7X6:4":               "COLSxROWS",
		"Connect4:7x6:4":               "connect4",
		" connect4:7x6:4":              "connect4",
		"connect4:7x6:4\n":             "COLSxROWS",
		"connect4:07x6:4":              "COLSxROWS",
		"connect4:+7x6:4":              "COLSxROWS",
		"connect4:7x-6:4":              "COLSxROWS",
		"connect4:3x6:3":               "4 to 15 columns",
		"connect4:16x6:4":              "4 to 15 columns",
		"connect4:7x3:3":               "4 to 15 rows",
		"connect4:7x16:4":              "4 to 15 rows",
		"connect4:7x6:2":               "3 to 5 discs",
		"connect4:7x6:6":               "3 to 5 discs",
		"connect4:4x4:5":               "do not fit",
		"connect4:٧x6:4":               "COLSxROWS",
		strings.Repeat("x", 1_000_000): "force3",
		"tictactoe:":                   "the only one is tictactoe",
		"tictactoe:3x3":                "the only one is tictactoe",
		"force3:":                      "force3:placed:fair",
		"force3:fair:placed":           "force3:placed:fair",
		"force3:report:fair":           "force3:report",
		"force3: fair":                 "force3:placed:fair",
	} {
		_, err := rules.Parse(variant)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Code != rules.CodeUnknownVariant {
			t.Errorf("Parse(%.40q): %v", variant, err)
		} else if !strings.Contains(refusal.Text, word) || len(refusal.Text) > 300 {
			t.Errorf("Parse(%.40q) says %.400q, want something about %q", variant, refusal.Text, word)
		}
	}
}
