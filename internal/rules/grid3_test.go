package rules_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/rules/rulestest"
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

// TestRefusals checks which code a text gets where several would do, and that
// the sentence names what it should.
func TestRefusals(t *testing.T) {
	const hands = "P1 P3 P7 P9"          // one disc left in each hand; hole 5
	const out = "P1 P3 P7 P9 P6 P4"      // none left
	const slid = "P1 P3 S2"              // second to move, hole 2, and 5 banned
	const slidTwo = "P1 P3 S2 P9 S1 S7+" // first to move, hole 7, and 1 banned
	const aligned = "P1 P4 P2 P6 P3"     // over
	const placed = "P1 P3 P2 P4 P9 P6"   // r r b, b . b, s s r
	for _, test := range []struct{ variant, moves, text, code, words string }{
		{"tictactoe", "b2", "b2", rules.CodeCellTaken, "Cell b2"},
		{"tictactoe", "a1 a2 b1 b2 c1", "a1", rules.CodeGameOver, "over"},
		{"tictactoe", "", "2b", rules.CodeBadMove, "such as b2"},
		{"force3", "", "", rules.CodeBadMove, "write P5"},
		{"force3", "", "P0", rules.CodeBadMove, "write P5"},
		{"force3", "", "M1-0", rules.CodeBadMove, "write P5"},
		{"force3", "", "p1", rules.CodeBadMove, "write P5"},
		{"force3", "", "P5", rules.CodeCellTaken, "Cell 5 is the hole"},
		{"force3", "P1", "P1", rules.CodeCellTaken, "Cell 1 carries"},
		{"force3", out, "P2", rules.CodeNoDiscInHand, "on the board"},
		{"force3", out, "P5", rules.CodeNoDiscInHand, "on the board"},
		{"force3", hands, "M3-2", rules.CodeNotYourDisc, "cell 3"},
		{"force3", hands, "M5-2", rules.CodeNotYourDisc, "cell 5"},
		{"force3", hands, "M2-4", rules.CodeNotYourDisc, "cell 2"},
		{"force3", hands, "M1-5", rules.CodeCellTaken, "Cell 5 is the hole"},
		{"force3", hands, "M1-9", rules.CodeCellTaken, "Cell 9 carries"},
		{"force3", hands, "M1-1", rules.CodeCellTaken, "Cell 1 carries"},
		{"force3", "", "S5", rules.CodeBadMove, "is the hole"},
		{"force3", "", "S1", rules.CodeBadMove, "not in a row or column"},
		{"force3", "", "S2+", rules.CodeBadMove, "write S2."},
		{"force3", slid, "S8", rules.CodeBadMove, "write S8+."},
		{"force3", slid, "S7+", rules.CodeBadMove, "not in a row or column"},
		{"force3", slid, "S5", rules.CodeSlideBanned, "back to cell 5"},
		{"force3", slidTwo, "S1+", rules.CodeSlideBanned, "back to cell 1"},
		{"force3", aligned, "P7", rules.CodeGameOver, "over"},
		{"force3", aligned, "P", rules.CodeBadMove, "write P5"},
		{"force3:fair", "", "P2", rules.CodeFairStart, "corner"},
		{"force3:fair", "", "P5", rules.CodeFairStart, "corner"},
		{"force3:fair", "", "S2", rules.CodeFairStart, "corner"},
		{"force3:fair", "", "M1-3", rules.CodeFairStart, "corner"},
		{"force3:fair", "P1", "P1", rules.CodeCellTaken, "Cell 1"},
		{"force3:placed", "", "S2", rules.CodePlaceFirst, "six discs"},
		{"force3:placed", hands, "M1-2", rules.CodePlaceFirst, "six discs"},
		{"force3:placed:fair", "", "S2", rules.CodeFairStart, "corner"},
		{"force3:placed:fair", "P1", "S2", rules.CodePlaceFirst, "six discs"},
		{"force3:placed", placed, "P2", rules.CodeNoDiscInHand, "on the board"},
		{"force3:placed", placed, "M2-8", rules.CodeBadMove, "one step"},
		{"force3:placed", placed, "S6", rules.CodeSlideBanned, "opponent's"},
		{"force3:placed", placed + " S8", "S9", rules.CodeSlideBanned, "opponent's"},
		{"force3:placed", placed + " S8", "S5", rules.CodeSlideBanned, "back to cell 5"},
	} {
		_, err := play(t, test.variant, test.moves).ParseMove(test.text)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Code != test.code || !strings.Contains(refusal.Text, test.words) {
			t.Errorf("%s %s: ParseMove(%q): %#v, want %s and something about %q",
				test.variant, test.moves, test.text, err, test.code, test.words)
		}
	}
}

func TestForce3FairStart(t *testing.T) {
	for _, variant := range []string{"force3:fair", "force3:placed:fair"} {
		p := parse(t, variant).Start()
		var first []string
		for _, m := range p.Moves(nil) {
			first = append(first, p.FormatMove(m))
		}
		if !slices.Equal(first, []string{"P1", "P3", "P7", "P9"}) {
			t.Errorf("%s begins with %v", variant, first)
		}
	}
}

// TestBanIsNarrow: after a double one tile may slide back, and after any other
// turn the hole may go anywhere again. play fails if it may not.
func TestBanIsNarrow(t *testing.T) {
	for _, moves := range []string{"P1 S4 S7 S9+ S8", "P1 S6 P3 S5", "P1 P9 S4 S6+ M1-3 S4+"} {
		play(t, "force3", moves)
	}
}

func TestForce3Repetition(t *testing.T) {
	const round = " M1-4 M9-6 M4-1 M6-9"
	p := play(t, "force3", "P1 P9"+round).(*rules.Force3Position)
	if p.Outcome() != rules.Ongoing || p.Repetitions() != 2 {
		t.Fatalf("outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
	p = play(t, "force3", "P1 P9"+round+round).(*rules.Force3Position)
	if p.Outcome() != rules.Drawn || p.Repetitions() != rules.Force3Repetitions || p.Line() != nil || p.Moves(nil) != nil {
		t.Errorf("outcome %v, stood %d times, line %v", p.Outcome(), p.Repetitions(), p.Line())
	}
	if p.Undo(); p.Outcome() != rules.Ongoing || p.Repetitions() != 2 {
		t.Errorf("taken back: outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
	// The ban is part of the position: with the hole once round a square of free
	// tiles the board is the same, but the hole may not go back.
	const square = " S6 S3 S2 S5"
	p = play(t, "force3", "P1 P9"+round+square).(*rules.Force3Position)
	if p.Outcome() != rules.Ongoing || p.Repetitions() != 1 {
		t.Errorf("with a ban: outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
	p = play(t, "force3", "P1 P9"+square+round+square+" S6").(*rules.Force3Position)
	if p.Outcome() != rules.Drawn || p.Repetitions() != rules.Force3Repetitions {
		t.Errorf("three times with a ban: outcome %v, stood %d times", p.Outcome(), p.Repetitions())
	}
}

// longGame plays turns at random that do not end the game, on a Position and on
// its model, until a number of plies is reached.
func longGame(t *testing.T, variant string, plies int) *both {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 200))
	for range 1000 {
		b := &both{Position: parse(t, variant).Start(), model: rulestest.New(variant)}
		for b.Ply() < plies {
			moves := b.Moves(nil)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			stays := slices.IndexFunc(moves, func(m rules.Move) bool {
				b.Play(m)
				defer b.Undo()
				return !b.Outcome().Over()
			})
			if stays < 0 {
				break
			}
			b.model.Play(b.FormatMove(moves[stays]))
			b.Play(moves[stays])
		}
		if b.Ply() == plies {
			return b
		}
	}
	t.Fatalf("no game of %s lasts %d plies", variant, plies)
	return nil
}

// TestForce3LongestGame: the last ply draws, unless it wins or loses.
func TestForce3LongestGame(t *testing.T) {
	for _, variant := range []string{"force3", "force3:fair", "force3:placed", "force3:placed:fair"} {
		b, seen := longGame(t, variant, rules.Force3MaxPlies-1), map[rules.Outcome]int{}
		b.compare(t)
		for _, m := range b.Moves(nil) {
			b.model.Play(b.FormatMove(m))
			b.Play(m)
			b.compare(t)
			seen[b.Outcome()]++
			b.Undo()
			b.model.Undo()
		}
		if t.Log(variant, seen); seen[rules.Drawn] == 0 || seen[rules.Ongoing] > 0 {
			t.Errorf("%s: outcomes %v", variant, seen)
		}
	}
}

// TestPerftOfModel counts with both the fast games and the models, in the
// variants that no table has.
func TestPerftOfModel(t *testing.T) {
	for variant, depth := range map[string]int{"force3:fair": 4, "force3:placed:fair": 6} {
		want := perftModel(rulestest.New(variant), depth)
		if got := perft(parse(t, variant).Start(), depth, make([][]rules.Move, depth+1)); got != want {
			t.Errorf("%s: %d sequences, the model has %d", variant, got, want)
		}
	}
}
