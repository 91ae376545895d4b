package rules_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// playPicks plays one turn for each byte, which picks a legal move, until the game is over.
func playPicks(p rules.Position, picks []byte) {
	for _, n := range picks {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return
		}
		p.Play(moves[int(n)%len(moves)])
	}
}

// addRandomGames adds random games of several variants as seeds.
func addRandomGames(f *testing.F) {
	f.Helper()
	for _, variant := range []string{
		"connect4:4x4:3", "connect4:7x6:4", "connect4:9x7:4", "connect4:15x15:5",
		"tictactoe", "force3", "force3:fair", "force3:placed", "force3:placed:fair",
	} {
		for n := range 8 {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(len(variant))))
			picks := make([]byte, n*n)
			for i := range picks {
				picks[i] = byte(rng.IntN(256))
			}
			f.Add(variant, picks)
		}
	}
}

// FuzzSetup checks that Setup restores any position from its FormatSetup: the new position has
// the same board and the same moves, with the same results.
func FuzzSetup(f *testing.F) {
	addRandomGames(f)
	f.Fuzz(func(t *testing.T, variant string, picks []byte) {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		p := g.Start()
		playPicks(p, picks)
		text := rules.FormatSetup(p)
		q, err := rules.Setup(g, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if rules.FormatSetup(q) != text || q.Turn() != p.Turn() || drawing(q) != drawing(p) {
			t.Fatalf("Setup of %s returned %s, side to move %d", text, rules.FormatSetup(q), q.Turn())
		}
		if p, isForce3 := p.(*rules.Force3Position); isForce3 && p.Outcome() == rules.Drawn && p.Line() == nil {
			return // p is drawn by its history, and q has no history
		}
		if q.Outcome() != p.Outcome() || !slices.Equal(q.Line(), p.Line()) || !slices.Equal(q.Moves(nil), p.Moves(nil)) {
			t.Fatalf("%s: outcome %v, moves %v; want %v, %v", text, q.Outcome(), q.Moves(nil), p.Outcome(), p.Moves(nil))
		}
		ply, played := q.Ply(), 0
		for _, m := range q.Moves(nil) {
			p.Play(m)
			q.Play(m)
			if played++; rules.FormatSetup(q) != rules.FormatSetup(p) || q.Turn() != p.Turn() || q.Ply() != ply+1 {
				t.Fatalf("%s after move %d: %s, want %s", text, m, rules.FormatSetup(q), rules.FormatSetup(p))
			}
			p.Undo()
			q.Undo()
		}
		if rules.FormatSetup(q) != text || q.Ply() != ply {
			t.Errorf("%s: after playing and undoing %d turns it is %s", text, played, rules.FormatSetup(q))
		}
		if _, isForce3 := q.(*rules.Force3Position); isForce3 != (ply == 0) && p.Ply() > 0 {
			t.Errorf("%s: Setup returned a position with ply %d", text, ply)
		}
		mustPanic(t, q.Undo)
	})
}

func mustPanic(t *testing.T, undo func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("Undo of a move before the setup did not panic")
		}
	}()
	undo()
}

// FuzzSetupText checks that no text makes Setup panic, that accepted positions can be
// played on, and that FormatSetup returns the accepted text.
func FuzzSetupText(f *testing.F) {
	for _, bad := range badPositions {
		f.Add(bad.variant, bad.text)
	}
	for _, good := range []struct{ variant, text string }{
		{"connect4:7x6:4", "xobbbb" + strings.Repeat("b", 36)},
		{"connect4:4x4:3", "xoxooxoxoxoxxoxo"},
		{"tictactoe", "xxx.oo..."},
		{"force3", "rs.bsbsss r 2 1 6"},
		{"force3:placed", "srb.sbrbr r 0 0 1"},
	} {
		f.Add(good.variant, good.text)
	}
	f.Fuzz(func(t *testing.T, variant, text string) {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		p, err := rules.Setup(g, text)
		if err != nil {
			var refusal *rules.Error
			if !errors.As(err, &refusal) || refusal.Code != rules.CodeBadPosition || refusal.Text == "" || p != nil {
				t.Errorf("Setup(%q) = %v, %#v", text, p, err)
			}
			return
		}
		want := text
		if strings.HasPrefix(variant, "connect4") {
			want = strings.ReplaceAll(text, "b", ".")
		}
		if got := rules.FormatSetup(p); got != want {
			t.Errorf("Setup accepts %q, and FormatSetup returns %q", text, got)
		}
		if p.Outcome().Over() != (len(p.Moves(nil)) == 0) {
			t.Errorf("%s: outcome %v with moves %v", text, p.Outcome(), p.Moves(nil))
		}
		playPicks(p, []byte("some turns, whatever they are"))
	})
}

// badPositions has texts that Setup must refuse, with a part of the expected message.
var badPositions = []struct{ variant, text, words string }{
	{"connect4:4x4:4", "", "0 characters"},
	{"connect4:4x4:4", strings.Repeat(".", 17), "17 characters"},
	{"connect4:4x4:4", "x..y............", `"y"`},
	{"connect4:4x4:4", "x...........o.x.", "column 4"},
	{"connect4:4x4:4", ".o..............", "column 1"},
	{"connect4:4x4:4", "o...............", "0 of x and 1 of o"},
	{"connect4:4x4:4", "x...x...........", "2 of x and 0 of o"},
	{"connect4:4x4:4", "xxxxoo..o...o...", "side to move"},
	{"connect4:4x4:4", "xxxxoooo........", "side to move"},
	{"connect4:4x4:3", "xxx.xxx.oo..oo..o...", "20 characters"},
	{"connect4:4x4:3", "xxxoxxx.oo..oo..", "single disc"},
	{"tictactoe", "x.o", "nine cells"},
	{"tictactoe", "x.ob.....", `"b"`},
	{"tictactoe", "xx.......", "2 of x"},
	{"tictactoe", "xxxooo...", "side to move"},
	{"tictactoe", "xxxoo..o.", "side to move"},
	{"force3", "rs.bsbsss r 2 1", "such as"},
	{"force3", "rs.bsbsss  r 2 1 6", "such as"},
	{"force3", "rs.bsb.ss r 2 1 6", "one . for the hole"},
	{"force3", "rssbsbsss r 2 1 6", "one . for the hole"},
	{"force3", "rs.bsbss r 2 1 6", "one . for the hole"},
	{"force3", "rs.bsbxss r 2 1 6", `"x"`},
	{"force3", "rrrrbb.ss r 0 1 -", "4 discs of r"},
	{"force3", "rs.bsbsss x 2 1 6", `"x"`},
	{"force3", "rs.bsbsss r 3 1 6", "r has 2 discs"},
	{"force3", "rs.bsbsss r 2 01 6", "b has 1 discs"},
	{"force3", "rs.bsbsss r 2 1 4", `cell "4" to cell 3`},
	{"force3", "rs.bsbsss r 2 1 3", `cell "3" to cell 3`},
	{"force3", "rs.bsbsss r 2 1 ", "to cell 3"},
	{"force3", "rs.bsbsss r 2 1 12", "to cell 3"},
	{"force3:fair", "ssss.ssss b 3 3 -", "first turn"},
	{"force3:fair", "sssss.sss r 3 3 5", "first turn"},
	{"force3:fair", "sssss.ssb r 3 2 -", "none"},
	{"force3:placed", "ssss.ssss b 3 3 -", "one after the other"},
	{"force3:placed", "rsss.ssss r 2 3 -", "one after the other"},
	{"force3:placed", "rbsss.sss r 2 2 -", "in the centre"},
	{"force3:placed", "rbss.ssss r 2 2 2", "in the centre"},
	{"force3:placed:fair", "srss.ssss b 2 3 -", "corner"},
}

func TestBadPosition(t *testing.T) {
	for _, test := range badPositions {
		_, err := rules.Setup(parse(t, test.variant), test.text)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Code != rules.CodeBadPosition || !strings.Contains(refusal.Text, test.words) {
			t.Errorf("%s %q: %v, want something about %q", test.variant, test.text, err, test.words)
		}
	}
}

func TestSetupOver(t *testing.T) {
	for _, test := range []struct {
		variant, text string
		want          rules.Outcome
		line          int
	}{
		{"connect4:7x6:4", "xxxx..ooo..." + strings.Repeat(".", 30), rules.FirstWins, 4},
		{"connect4:4x4:4", "xoxoxoxooxoxoxox", rules.Drawn, 0},
		{"tictactoe", "xxxoo....", rules.FirstWins, 3},
		{"tictactoe", "xoxxoxoxo", rules.Drawn, 0},
		{"tictactoe", "xxxxoooxo", rules.FirstWins, 3},
		{"force3", "rrrbb.sss b 0 1 -", rules.FirstWins, 3},
		{"force3", "rrrbb.sss r 0 1 4", rules.FirstWins, 3},
		{"force3", "rrrbbb.ss r 0 0 -", rules.Drawn, 6},
	} {
		p, err := rules.Setup(parse(t, test.variant), test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
		} else if p.Outcome() != test.want || len(p.Line()) != test.line || p.Moves(nil) != nil {
			t.Errorf("%s %s: outcome %v, line %v", test.variant, test.text, p.Outcome(), p.Line())
		}
	}
}
