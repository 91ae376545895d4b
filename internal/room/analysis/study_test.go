package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

func TestStudyOfMirrorImages(t *testing.T) {
	for _, c := range []struct {
		variant, one, other string // the moves that lead to two mirror images
	}{
		{"connect4:7x6:4", "4", "4"},
		{"connect4:7x6:4", "1234", "7654"},
		{"connect4:8x7:4", "1187", "8812"},
		{"tictactoe", "a1 b2", "c3 b2"},
	} {
		one, err := NewStudy(c.variant, "", c.one)
		if err != nil {
			t.Fatal(err)
		}
		other, err := NewStudy(c.variant, "", c.other)
		if err != nil {
			t.Fatal(err)
		}
		if one.Question != other.Question {
			t.Errorf("%s: %s asks %+v, %s asks %+v", c.variant, c.one, one.Question, c.other, other.Question)
		}
	}
}

// Each move of a study's position gets the value of the move of the question's position that
// leads to the same canonical position.
func TestStudyTranslatesMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variant := rapid.SampledFrom([]string{"connect4:7x6:4", "connect4:5x4:3", "tictactoe", "force3", "force3:placed", "force3:report"}).Draw(t, "variant")
		game, err := rules.Parse(variant)
		if err != nil {
			t.Fatal(err)
		}
		p, moves := game.Start(), []string{}
		for range rapid.IntRange(0, 12).Draw(t, "plies") {
			legal := p.Moves(nil)
			if len(legal) == 0 {
				break
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			moves = append(moves, p.FormatMove(m))
			p.Play(m)
		}
		study, err := NewStudy(variant, "", strings.Join(moves, game.Separator()))
		if err != nil {
			t.Fatal(err)
		}
		if study.Over() {
			if r := study.Report(nil); !r.Over || !r.Done || !r.Value.Exact() || len(r.Moves) != 0 {
				t.Errorf("over: %+v", r)
			}
			return
		}
		// The estimate of each move in the answer is the number of the canonical position to
		// which the move leads.
		canonical, err := rules.Setup(game, study.Question.Position)
		if err != nil {
			t.Fatal(err)
		}
		leads := map[string]int{}
		number := func(p rules.Position, m rules.Move) int {
			p.Play(m)
			defer p.Undo()
			key, _ := rules.Canonical(p)
			if _, ok := leads[key]; !ok {
				leads[key] = len(leads)
			}
			return leads[key]
		}
		var a Answer
		for _, m := range canonical.Moves(nil) {
			a.Moves = append(a.Moves, MoveValue{canonical.FormatMove(m), room.Value{Estimate: number(canonical, m)}})
		}
		r := study.Report(&a)
		var got, want []string
		for _, v := range r.Moves {
			m, err := p.ParseMove(v.Move)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, v.Move)
			if n := number(p, m); n != v.Value.Estimate {
				t.Errorf("%s %v: %s has the value of another move", variant, moves, v.Move)
			}
		}
		for _, m := range p.Moves(nil) {
			want = append(want, p.FormatMove(m))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s %v: moves %v, want %v", variant, moves, got, want)
		}
	})
}

func TestStudyRefuses(t *testing.T) {
	for _, c := range []struct{ variant, position, moves, code string }{
		{"checkers", "", "", "unknown_variant"},
		{"connect4:7x6:4", "", "48", "bad_move"},
		{"connect4:7x6:4", "", "4444444", "column_full"},
		{"connect4:7x6:4", "", "41414141", "game_over"},
		{"tictactoe", "", "a1 a1", "cell_taken"},
		{"force3", "no position", "", "bad_position"},
		{"tictactoe", "xxx......", "", "bad_position"},
	} {
		_, err := NewStudy(c.variant, c.position, c.moves)
		var refusal *room.Refusal
		if !errors.As(err, &refusal) || refusal.Code != c.code {
			t.Errorf("%s %q %q: %v; want %s", c.variant, c.position, c.moves, err, c.code)
		}
	}
}

func TestStudyOfFinishedGame(t *testing.T) {
	for _, c := range []struct{ variant, moves, want string }{
		{"connect4:7x6:4", "4141414", `{"low":{"result":"loss","plies":0},"high":{"result":"loss","plies":0}}`},
		{"tictactoe", "a1 b1 c1 a2 c2 b2 a3 c3 b3", `{"low":{"result":"draw"},"high":{"result":"draw"}}`},
	} {
		study, err := NewStudy(c.variant, "", c.moves)
		if err != nil {
			t.Fatal(err)
		}
		r := study.Report(nil)
		if got, _ := json.Marshal(r.Value); !r.Over || !r.Done || string(got) != c.want {
			t.Errorf("%s: %+v, %s", c.moves, r, got)
		}
	}
}

func TestStudyFromAPosition(t *testing.T) {
	a, err := NewStudy("tictactoe", "x........", "b2")
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewStudy("tictactoe", "", "c3 b2")
	if err != nil {
		t.Fatal(err)
	}
	if a.Question != b.Question || a.Report(nil).Turn != "first" {
		t.Errorf("%+v, %+v", a.Question, b.Question)
	}
}

func TestImproves(t *testing.T) {
	win, draw := room.GameValue{Result: room.ValueWin, Plies: 3}, room.GameValue{Result: room.ValueDraw}
	exact, open := room.Value{Low: win, High: win}, room.Value{Estimate: 5}
	two := func(a, b room.Value) []MoveValue { return []MoveValue{{"1", a}, {"2", b}} }
	list := []*Answer{ // each answer improves on the previous one
		nil,
		{Value: open, Depth: 9},
		{Value: open, Moves: two(open, open), Depth: 3},
		{Value: open, Moves: two(open, open), Depth: 4},
		{Value: open, Moves: two(open, room.Value{High: win}), Depth: 2},
		{Value: room.Value{Low: draw}, Moves: two(room.Value{Low: draw}, open)},
		{Value: exact, Moves: two(exact, open), Depth: 2},
		{Value: exact, Moves: two(exact, room.Value{Low: room.GameValue{Result: room.ValueLoss, Plies: 9}, High: draw})},
		{Value: exact, Moves: two(exact, exact)},
	}
	for i, a := range list {
		for j, b := range list {
			if a != nil && a.Improves(b) != (i > j) {
				t.Errorf("answer %d improves on answer %d: %v, want %v", i, j, i <= j, i > j)
			}
		}
	}
	if life := []any{list[2].Life(), (&Answer{Done: true, Value: open}).Life(), (&Answer{Done: true, Value: exact}).Life()}; fmt.Sprint(life) != fmt.Sprint([]any{PartialLife, BoundedLife, ExactLife}) {
		t.Errorf("lives of a partial, a bounded and an exact answer: %v", life)
	}
}

func TestValueJSON(t *testing.T) {
	for _, text := range []string{
		`{"low":null,"high":null,"estimate":0}`,
		`{"low":null,"high":null,"estimate":-100}`,
		`{"low":{"result":"loss","plies":0},"high":{"result":"loss","plies":0}}`,
		`{"low":{"result":"draw"},"high":{"result":"win","plies":17},"estimate":40}`,
	} {
		var v room.Value
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(v); string(got) != text {
			t.Errorf("%s becomes %s", text, got)
		}
	}
	for _, text := range []string{
		`{"low":{"result":"maybe"},"high":null}`, `{"low":{"result":"win","plies":-1},"high":null}`,
		`{"low":{"plies":3},"high":null}`, `{"low":null,"high":null,"estimate":101}`, `{"low":3}`, `[]`,
	} {
		if err := json.Unmarshal([]byte(text), new(room.Value)); err == nil {
			t.Errorf("an invalid value was accepted: %s", text)
		}
	}
}
