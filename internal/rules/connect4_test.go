package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

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
		// The last disc joins two runs of three to a run of seven.
		{"connect4:7x6:4", "1122335566774", rules.FirstWins, []int{0, 1, 2, 3, 4, 5, 6}},
		// The last disc completes a row of six and a diagonal of five.
		{"connect4:7x6:4", "651155743552672662532626472334", rules.SecondWins, []int{1, 9, 15, 16, 17, 18, 19, 20, 25, 33}},
		// The last disc completes a row and both diagonals.
		{"connect4:7x6:4", "57557474223177152552337263161424", rules.SecondWins, []int{0, 3, 6, 8, 10, 12, 16, 17, 18, 22, 23, 24, 25, 32}},
		// A row does not continue at the opposite edge, one row higher.
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
			t.Errorf("%s: the first moves are %v, want %v", variant, got, want)
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
		{full, "8", `"8" is not a column of this board: the columns are 1 to 7.`},
		{full, "44", `"44" is not a column of this board: the columns are 1 to 7.`},
		{full, "", `"" is not a column of this board: the columns are 1 to 7.`},
		{over, "4", "The game is over."},
		{play(t, "connect4:10x6:4", "1"), "b", `"b" is not a column of this board: the columns are 1 to 9 and a.`},
		{play(t, "connect4:12x6:4", "1"), "A", `"A" is not a column of this board: the columns are 1 to 9 and a to c.`},
	} {
		if _, err := test.p.ParseMove(test.text); err == nil || err.Error() != test.want {
			t.Errorf("ParseMove(%q): %v, want %s", test.text, err, test.want)
		}
	}
}

func TestUndoAtStartPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Undo at the start did not panic")
		}
	}()
	parse(t, "connect4:7x6:4").Start().Undo()
}

func TestReplayRefuses(t *testing.T) {
	g, err := rules.Parse("connect4:7x6:4")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	err = rules.Replay(p, strings.Split("44444441", ""))
	var refusal *rules.Error
	if p.Ply() != 6 || !errors.As(err, &refusal) || refusal.Code != rules.CodeColumnFull {
		t.Errorf("Replay = %v, %v", p, err)
	}
}
