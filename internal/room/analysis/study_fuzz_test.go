package analysis

import (
	"errors"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// FuzzStudy makes studies of arbitrary positions. NewStudy must refuse a position with a code,
// or return a canonical question whose moves translate back.
func FuzzStudy(f *testing.F) {
	for _, seed := range [][3]string{
		{"connect4:7x6:4", "", "4453"},
		{"connect4:15x15:5", "", "8f1"},
		{"connect4:4x4:3", "xo..x...........", "2"},
		{"tictactoe", "x........", "b2"},
		{"force3", "rs.bsbsss r 2 1 6", ""},
		{"force3:fair", "", ""},
		{"force3:placed", "ssss.ssss b 3 3 -", ""},
		{"force3:placed:fair", "rs.bsbsss r 2 1", "x"},
		{"checkers", "", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, variant, position, moves string) {
		study, err := NewStudy(variant, position, moves)
		if err != nil {
			var refusal *room.Refusal
			if !errors.As(err, &refusal) || refusal.Code == "" || refusal.Text == "" {
				t.Fatalf("the error is not a refusal: %v", err)
			}
			return
		}
		again, err := NewStudy(study.Question.Variant, study.Question.Position, "")
		if err != nil || again.Question != study.Question {
			t.Fatalf("the question of %+v is %+v, %v", study.Question, again, err)
		}
		game, _ := rules.Parse(variant)
		canonical, err := rules.Setup(game, study.Question.Position)
		if err != nil {
			t.Fatal(err)
		}
		var answer Answer
		for _, m := range canonical.Moves(nil) {
			answer.Moves = append(answer.Moves, MoveValue{Move: canonical.FormatMove(m)})
		}
		if r := study.Report(&answer); !r.Over && len(r.Moves) != len(answer.Moves) || r.Over && (len(r.Moves) != 0 || !r.Value.Exact()) {
			t.Fatalf("%q %q %q: reported %+v of %+v", variant, position, moves, r, answer)
		}
	})
}
