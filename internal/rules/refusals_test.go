package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// Moves that lead to positions of Force 3 where TestRefusals tries a turn.
const (
	oneInHand  = "P1 P3 P7 P9"        // each side has one disc in hand; hole 5
	noneInHand = "P1 P3 P7 P9 P6 P4"  // no disc in hand
	slidOne    = "P1 P3 S2"           // second to move; hole 2, ban 5
	slidTwo    = "P1 P3 S2 P9 S1 S7+" // first to move; hole 7, ban 1
	redAligned = "P1 P4 P2 P6 P3"     // the game is over
	allPlaced  = "P1 P3 P2 P4 P9 P6"  // r r b, b . b, s s r
)

// refusals has texts of illegal moves, with the expected code and a part of the expected message.
var refusals = []struct{ variant, moves, text, code, words string }{
	{"tictactoe", "b2", "b2", rules.CodeCellTaken, "Cell b2"},
	{"tictactoe", "a1 a2 b1 b2 c1", "a1", rules.CodeGameOver, "over"},
	{"tictactoe", "", "2b", rules.CodeBadMove, "such as b2"},
	{"force3", "", "", rules.CodeBadMove, "write P5"},
	{"force3", "", "P0", rules.CodeBadMove, "write P5"},
	{"force3", "", "M1-0", rules.CodeBadMove, "write P5"},
	{"force3", "", "p1", rules.CodeBadMove, "write P5"},
	{"force3", "", "P5", rules.CodeCellTaken, "Cell 5 is the hole"},
	{"force3", "P1", "P1", rules.CodeCellTaken, "Cell 1 carries"},
	{"force3", noneInHand, "P2", rules.CodeNoDiscInHand, "on the board"},
	{"force3", noneInHand, "P5", rules.CodeNoDiscInHand, "on the board"},
	{"force3", oneInHand, "M3-2", rules.CodeNotYourDisc, "cell 3"},
	{"force3", oneInHand, "M5-2", rules.CodeNotYourDisc, "cell 5"},
	{"force3", oneInHand, "M2-4", rules.CodeNotYourDisc, "cell 2"},
	{"force3", oneInHand, "M1-5", rules.CodeCellTaken, "Cell 5 is the hole"},
	{"force3", oneInHand, "M1-9", rules.CodeCellTaken, "Cell 9 carries"},
	{"force3", oneInHand, "M1-1", rules.CodeCellTaken, "Cell 1 carries"},
	{"force3", "", "S5", rules.CodeBadMove, "is the hole"},
	{"force3", "", "S1", rules.CodeBadMove, "not in a row or column"},
	{"force3", "", "S2+", rules.CodeBadMove, "write S2."},
	{"force3", slidOne, "S8", rules.CodeBadMove, "write S8+."},
	{"force3", slidOne, "S7+", rules.CodeBadMove, "not in a row or column"},
	{"force3", slidOne, "S5", rules.CodeSlideBanned, "back to cell 5"},
	{"force3", slidTwo, "S1+", rules.CodeSlideBanned, "back to cell 1"},
	{"force3", redAligned, "P7", rules.CodeGameOver, "over"},
	{"force3", redAligned, "P", rules.CodeBadMove, "write P5"},
	{"force3:fair", "", "P2", rules.CodeFairStart, "corner"},
	{"force3:fair", "", "P5", rules.CodeFairStart, "corner"},
	{"force3:fair", "", "S2", rules.CodeFairStart, "corner"},
	{"force3:fair", "", "M1-3", rules.CodeFairStart, "corner"},
	{"force3:fair", "P1", "P1", rules.CodeCellTaken, "Cell 1"},
	{"force3:placed", "", "S2", rules.CodePlaceFirst, "six discs"},
	{"force3:placed", oneInHand, "M1-2", rules.CodePlaceFirst, "six discs"},
	{"force3:placed:fair", "", "S2", rules.CodeFairStart, "corner"},
	{"force3:placed:fair", "P1", "S2", rules.CodePlaceFirst, "six discs"},
	{"force3:placed", allPlaced, "P2", rules.CodeNoDiscInHand, "on the board"},
	{"force3:placed", allPlaced, "M2-8", rules.CodeBadMove, "one step"},
	{"force3:placed", allPlaced, "S6", rules.CodeSlideBanned, "opponent's"},
	{"force3:placed", allPlaced + " S8", "S9", rules.CodeSlideBanned, "opponent's"},
	{"force3:placed", allPlaced + " S8", "S5", rules.CodeSlideBanned, "back to cell 5"},
}

func TestRefusals(t *testing.T) {
	for _, test := range refusals {
		_, err := play(t, test.variant, test.moves).ParseMove(test.text)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Code != test.code || !strings.Contains(refusal.Text, test.words) {
			t.Errorf("%s %s: ParseMove(%q): %#v, want %s and something about %q",
				test.variant, test.moves, test.text, err, test.code, test.words)
		}
	}
}
