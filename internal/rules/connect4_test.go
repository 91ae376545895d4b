package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

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
		strings.Repeat("x", 1_000_000): "connect4",
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

// variants has every game, and of Connect Four what differs inside.
var variants = []string{
	"connect4:4x4:3", "connect4:7x6:4", "connect4:9x7:4", "connect4:15x15:5",
	"tictactoe", "force3", "force3:fair", "force3:placed",
}

func parse(tb testing.TB, variant string) rules.Game {
	tb.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// play plays a sequence of moves as it is stored.
func play(tb testing.TB, variant, moves string) rules.Position {
	tb.Helper()
	g := parse(tb, variant)
	list, _ := rules.SplitMoves(g, moves)
	p, err := rules.Replay(g, list)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestLine(t *testing.T) {
	for _, test := range []struct {
		variant, moves string
		outcome        rules.Outcome
		line           []int
	}{
		{"connect4:7x6:4", "112233", rules.Ongoing, nil},
		{"connect4:7x6:4", "1212121", rules.FirstWins, []int{0, 7, 14, 21}},
		{"connect4:7x6:4", "1122334", rules.FirstWins, []int{0, 1, 2, 3}},
		{"connect4:7x6:4", "71122334", rules.SecondWins, []int{0, 1, 2, 3}},
		{"connect4:7x6:4", "12233434474", rules.FirstWins, []int{0, 8, 16, 24}},
		// The last disc joins three and three to a run of seven.
		{"connect4:7x6:4", "1122335566774", rules.FirstWins, []int{0, 1, 2, 3, 4, 5, 6}},
		// It completes a row of six and a diagonal of five.
		{"connect4:7x6:4", "651155743552672662532626472334", rules.SecondWins, []int{1, 9, 15, 16, 17, 18, 19, 20, 25, 33}},
		// It completes a row and both diagonals.
		{"connect4:7x6:4", "57557474223177152552337263161424", rules.SecondWins, []int{0, 3, 6, 8, 10, 12, 16, 17, 18, 22, 23, 24, 25, 32}},
		// A row does not go on at the other edge, one row higher.
		{"connect4:15x4:5", "fedcfedcfedb", rules.Ongoing, nil},
		{"connect4:15x15:5", "afafafafa", rules.FirstWins, []int{9, 24, 39, 54, 69}},
	} {
		t.Run(test.variant+" "+test.moves, func(t *testing.T) {
			p := play(t, test.variant, test.moves)
			if p.Outcome() != test.outcome || !slices.Equal(p.Line(), test.line) {
				t.Errorf("outcome %v, line %v; want %v, %v", p.Outcome(), p.Line(), test.outcome, test.line)
			}
		})
	}
}

func TestFullBoardDraws(t *testing.T) {
	p := play(t, "connect4:4x4:4", "1212212134344343")
	if p.Outcome() != rules.Drawn || p.Line() != nil || p.Moves(nil) != nil {
		t.Errorf("outcome %v, line %v, moves %v", p.Outcome(), p.Line(), p.Moves(nil))
	}
}

func TestMovesCentreFirst(t *testing.T) {
	for variant, want := range map[string][]rules.Move{
		"connect4:7x6:4": {3, 2, 4, 1, 5, 0, 6},
		"connect4:4x4:4": {1, 2, 0, 3},
	} {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Start().Moves(nil); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", variant, got, want)
		}
	}
}

func TestParseMoveSentences(t *testing.T) {
	full := play(t, "connect4:7x6:4", "444444")
	over := play(t, "connect4:7x6:4", "1212121")
	for _, test := range []struct {
		p          rules.Position
		text, want string
	}{
		{full, "4", "Column 4 is full."},
		{full, "8", `"8" is not a column of this board; they are 1 to 7.`},
		{full, "44", `"44" is not a column of this board; they are 1 to 7.`},
		{full, "", `"" is not a column of this board; they are 1 to 7.`},
		{over, "4", "The game is over."},
		{play(t, "connect4:10x6:4", "1"), "b", `"b" is not a column of this board; they are 1 to 9 and a.`},
		{play(t, "connect4:12x6:4", "1"), "A", `"A" is not a column of this board; they are 1 to 9 and a to c.`},
	} {
		if _, err := test.p.ParseMove(test.text); err == nil || err.Error() != test.want {
			t.Errorf("ParseMove(%q): %v, want %s", test.text, err, test.want)
		}
	}
}

func TestUndoAtStartPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Undo took back a turn that nobody played")
		}
	}()
	parse(t, "connect4:7x6:4").Start().Undo()
}

func TestReplayRefuses(t *testing.T) {
	g, err := rules.Parse("connect4:7x6:4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Replay(g, strings.Split("44444441", ""))
	var refusal *rules.Error
	if p != nil || !errors.As(err, &refusal) || refusal.Code != rules.CodeColumnFull {
		t.Errorf("Replay = %v, %v", p, err)
	}
}
