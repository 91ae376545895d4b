package main

import (
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// pictureLines splits a drawing in this file into lines. It drops the line breaks at
// both ends.
func pictureLines(text string) []string { return strings.Split(strings.Trim(text, "\n"), "\n") }

// positionAfter returns the position of a variant after moves.
func positionAfter(t *testing.T, variant, moves string) rules.Position {
	t.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	if err := rules.Replay(p, strings.Fields(moves)); err != nil {
		t.Fatal(err)
	}
	return p
}

func boardAfter(t *testing.T, variant string, first room.Seat, moves string) board {
	t.Helper()
	return boardOf(positionAfter(t, variant, moves), first)
}

func TestDraw(t *testing.T) {
	for _, c := range []struct {
		name, variant, moves string
		first                room.Seat
		winning              []int
		glyphs               glyphs
		width, height        int
		want                 string
	}{
		{
			"won game", "connect4:7x6:4", "4 3 4 3 4 3 4", 1, []int{3, 10, 17, 24}, boxGlyphs, 80, 20, `
  1   2   3   4   5   6   7
┌───┬───┬───┬───┬───┬───┬───┐
│   │   │   │   │   │   │   │
├───┼───┼───┼───┼───┼───┼───┤
│   │   │   │   │   │   │   │
├───┼───┼───┼───┼───┼───┼───┤
│   │   │   │(X)│   │   │   │
├───┼───┼───┼───┼───┼───┼───┤
│   │   │ O │(X)│   │   │   │
├───┼───┼───┼───┼───┼───┼───┤
│   │   │ O │(X)│   │   │   │
├───┼───┼───┼───┼───┼───┼───┤
│   │   │ O │(X)│   │   │   │
└───┴───┴───┴───┴───┴───┴───┘`,
		},
		{
			"few lines, second seat begins", "connect4:7x6:4", "4 4 1", 2, nil, asciiGlyphs, 80, 12, `
  1   2   3   4   5   6   7
+---+---+---+---+---+---+---+
|   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |
|   |   |   |   |   |   |   |
|   |   |   | X |   |   |   |
| O |   |   | O |   |   |   |
+---+---+---+---+---+---+---+`,
		},
		{
			"few columns", "connect4:12x4:3", "c c a", 1, nil, boxGlyphs, 30, 12, `
 1 2 3 4 5 6 7 8 9 a b c
┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
│ │ │ │ │ │ │ │ │ │ │ │ │
│ │ │ │ │ │ │ │ │ │ │ │ │
│ │ │ │ │ │ │ │ │ │ │ │O│
│ │ │ │ │ │ │ │ │ │X│ │X│
└─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`,
		},
		{
			"tic-tac-toe", "tictactoe", "b2 a1 c1 a2 a3", 1, []int{2, 4, 6}, boxGlyphs, 80, 20, `
    a   b   c
  ┌───┬───┬───┐
3 │(X)│   │   │
  ├───┼───┼───┤
2 │ O │(X)│   │
  ├───┼───┼───┤
1 │ O │   │(X)│
  └───┴───┴───┘`,
		},
		{
			"Force 3: disc on a sliding tile", "force3", "P1 P9 S2 S1", 1, nil, boxGlyphs, 80, 20, `
┌─────┬─────┬─────┐
│░░░░░│ 2 X │ 3   │
├─────┼─────┼─────┤
│ 4   │ 5   │ 6   │
├─────┼─────┼─────┤
│ 7   │ 8   │ 9 O │
└─────┴─────┴─────┘`,
		},
		{
			"Force 3: two tiles at once and a move", "force3:fair", "P1 P3 S6 P2 M1-4 S9 S3+", 1, nil, asciiGlyphs, 80, 20, `
+-----+-----+-----+
| 1   | 2 O |#####|
+-----+-----+-----+
| 4 X | 5   | 6 O |
+-----+-----+-----+
| 7   | 8   | 9   |
+-----+-----+-----+`,
		},
		{
			"Force 3: two slides that turn", "force3:report", "P3 P1 S2+3 S6+9", 1, nil, asciiGlyphs, 80, 20, `
+-----+-----+-----+
| 1 O | 2 X | 3   |
+-----+-----+-----+
| 4   | 5   | 6   |
+-----+-----+-----+
| 7   | 8   |#####|
+-----+-----+-----+`,
		},
		{
			"Force 3: won", "force3", "P1 P4 P2 P6 P3", 1, []int{6, 7, 8}, boxGlyphs, 80, 9, `
┌─────┬─────┬─────┐
│ 1(X)│ 2(X)│ 3(X)│
├─────┼─────┼─────┤
│ 4 O │░░░░░│ 6 O │
├─────┼─────┼─────┤
│ 7   │ 8   │ 9   │
└─────┴─────┴─────┘`,
		},
	} {
		b := boardAfter(t, c.variant, c.first, c.moves).markWinning(c.winning)
		var got []string
		for _, line := range (drawing{board: b, glyphs: c.glyphs}).fitting(c.width, c.height) {
			got = append(got, ansi.Strip(line))
		}
		want := pictureLines(c.want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// The largest board must fit a common small terminal, with the two players, title, status, a
// remark and the prompt.
func TestLargestBoardFits(t *testing.T) {
	b := boardAfter(t, "connect4:15x15:5", 1, "")
	lines := drawing{board: b, glyphs: boxGlyphs}.lines(size{})
	if w, h := lipgloss.Size(strings.Join(lines, "\n")); w > 62 || h+6 > 24 {
		t.Errorf("15x15 takes %dx%d", w, h)
	}
}

func TestTypedMoves(t *testing.T) {
	for _, c := range []struct{ variant, typed, want string }{
		{"connect4:7x6:4", "4", "4"},
		{"connect4:7x6:4", "10", "10"}, // the hub refuses it
		{"connect4:15x15:5", "10", "a"},
		{"connect4:15x15:5", "15", "f"},
		{"connect4:15x15:5", "16", "16"},
		{"connect4:15x15:5", "B", "b"},
		{"tictactoe", "A1", "a1"},
		{"tictactoe", "0", "a3"},
		{"tictactoe", "4", "b2"},
		{"tictactoe", "8", "c1"},
		{"tictactoe", "9", "9"}, // the hub refuses it
		{"force3", "m3-6", "M3-6"},
		{"force3", "s3+", "S3+"},
		{"force3:report", "s2+3", "S2+3"},
	} {
		if got := gameForVariant(texts.English, c.variant).toNotation(c.typed); got != c.want {
			t.Errorf("%s: %q is sent as %q", c.variant, c.typed, got)
		}
	}
}

func TestForce3Details(t *testing.T) {
	for _, c := range []struct {
		variant, moves string
		hand           [2]int
		banned         string
	}{
		{"force3", "", [2]int{3, 3}, ""},
		{"force3", "P1 P9 P2", [2]int{1, 2}, ""},
		{"force3", "P1 S2", [2]int{2, 3}, "The hole may not go back to 5 in this turn."},
		{"force3", "P1 S2 M1-3", [2]int{2, 3}, ""},
		{"force3", "S4 S6+", [2]int{3, 3}, "The hole may not go back to 4 in this turn."},
		{"force3:report", "S4 S5+6", [2]int{3, 3}, "The hole may not go back over 5 to 4 in this turn."},
		{"force3:report", "P1 S6", [2]int{2, 3}, "The hole may not go straight back to 5 in this turn."},
	} {
		s := newScreen(t, config{}).showLog("max", gameLog(t, c.variant, c.moves, nil))
		first, _ := s.m.inHand(1)
		second, _ := s.m.inHand(2)
		if hand := [2]int{first, second}; hand != c.hand || !strings.Contains(s.m.remarks(), c.banned) {
			t.Errorf("%s: %v, %q", c.moves, hand, s.m.remarks())
		}
	}
}

func TestGlyphsByLocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"LANG": "en_GB.UTF-8"}, true},
		{map[string]string{"LANG": "C.utf8"}, true},
		{map[string]string{"LANG": "fr_FR.ISO-8859-1"}, false},
		{map[string]string{"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, false},
		{map[string]string{"LC_ALL": "", "LC_CTYPE": "de_DE.UTF-8", "LANG": "C"}, true},
		{nil, false},
	} {
		getenv := func(name string) string { return c.env[name] }
		if got := glyphsFor(getenv, false).unicode; got != c.want {
			t.Errorf("%v: %v", c.env, got)
		}
	}
	if !glyphsFor(func(string) string { return "" }, true).unicode {
		t.Error("Windows without locale: got ASCII, want Unicode")
	}
	if got := asciiGlyphs.replaceUnsupported("Zoé ─"); got != "Zoe ?" {
		t.Errorf("ASCII: got %q", got)
	}
}
