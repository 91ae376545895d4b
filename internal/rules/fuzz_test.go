package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// FuzzConnect4 plays a game on both a Position and the model and compares all
// that can be asked, at each step. sizes picks the board. A byte of moves names
// a column if it is small, and takes a turn back or changes to a clone if not.
func FuzzConnect4(f *testing.F) {
	// The smallest and the largest boards, both sides of the one-word limit
	// (8x7 has 64 bits, 9x7 has 72), and each number to align.
	for _, variant := range []string{
		"connect4:4x4:3", "connect4:4x4:4", "connect4:4x5:5", "connect4:7x6:4", "connect4:8x7:5",
		"connect4:9x7:4", "connect4:4x15:4", "connect4:15x4:5", "connect4:15x15:3", "connect4:15x15:5",
	} {
		f.Add(variant, []byte{})
		f.Add(variant, []byte{3, 2, 3, 2, 3, 2, 3, 2, 3, 2})
		rng := rand.New(rand.NewPCG(4, uint64(len(variant))))
		moves := make([]byte, 300)
		for i := range moves {
			moves[i] = byte(rng.IntN(maxMoveByte * 17 / 16))
		}
		f.Add(variant, moves)
	}
	f.Fuzz(func(t *testing.T, variant string, moves []byte) {
		g, err := Parse(variant)
		if err != nil {
			t.Skip()
		}
		c4, ok := g.(*connect4)
		if !ok {
			t.Skip()
		}
		p := g.Start()
		m := newModel(c4.columns, c4.rows, c4.align)
		for _, b := range moves {
			step(t, &p, m, b)
			compare(t, p, m)
		}
		if q, err := Replay(g, notation(m)); err != nil {
			t.Errorf("Replay(%v): %v", notation(m), err)
		} else {
			compare(t, q, m)
		}
		for len(m.played) > 0 {
			p.Undo()
			m.undo()
			compare(t, p, m)
		}
	})
}

// maxMoveByte separates the bytes that drop a disc from the others.
const maxMoveByte = 240

// step does what b says to both.
func step(t *testing.T, p *Position, m *model, b byte) {
	switch {
	case b < maxMoveByte:
		column := int(b) % m.columns
		if !m.legal(column) {
			return
		}
		move, err := (*p).ParseMove(columnName(column))
		if err != nil {
			t.Fatalf("%v: ParseMove(%q): %v", notation(m), columnName(column), err)
		}
		(*p).Play(move)
		m.play(column)
	case b%2 == 0 && len(m.played) > 0:
		(*p).Undo()
		m.undo()
	default:
		// The clone goes on, and what happens to the original must not matter.
		q := (*p).Clone()
		for (*p).Ply() > 0 {
			(*p).Undo()
		}
		if moves := (*p).Moves(nil); len(moves) > 0 {
			(*p).Play(moves[0])
		}
		*p = q
	}
}

// columnName is the notation of a column counted from 0.
func columnName(column int) string { return string("123456789abcdef"[column]) }

func notation(m *model) []string {
	var names []string
	for _, column := range m.played {
		names = append(names, columnName(column))
	}
	return names
}

// compare fails if the position and the model tell different stories.
func compare(t *testing.T, p Position, m *model) {
	t.Helper()
	at := strings.Join(notation(m), "")
	if p.Turn() != m.turn() || p.Ply() != len(m.played) {
		t.Fatalf("%s: turn %v at ply %d, want %v at %d", at, p.Turn(), p.Ply(), m.turn(), len(m.played))
	}
	outcome := m.outcome() // asked once, for the model is slow
	if p.Outcome() != outcome {
		t.Fatalf("%s: outcome %v, want %v", at, p.Outcome(), outcome)
	}
	if got, want := p.Line(), m.line(); !slices.Equal(got, want) || (got == nil) != (want == nil) {
		t.Fatalf("%s: line %v, want %v", at, got, want)
	}
	offered := p.Moves(nil)
	for column := range Connect4MaxSide {
		compareColumn(t, p, m, outcome, offered, column)
	}
	compareDiscs(t, p.(*Connect4Position), m)
}

// compareColumn compares whether and how a column can be played; on a smaller
// board the last ones do not exist.
func compareColumn(t *testing.T, p Position, m *model, outcome Outcome, offered []Move, column int) {
	t.Helper()
	name := columnName(column)
	want := ""
	switch {
	case column >= m.columns:
		want = CodeBadMove
	case outcome.Over():
		want = CodeGameOver
	case m.free(column) == m.rows:
		want = CodeColumnFull
	}
	move, err := p.ParseMove(name)
	if want != "" {
		var refusal *Error
		if !errors.As(err, &refusal) || refusal.Code != want || refusal.Text == "" {
			t.Fatalf("%v: ParseMove(%s): %v, want %s", notation(m), name, err, want)
		}
		if slices.Contains(offered, Move(column)) {
			t.Fatalf("%v: Moves offers column %s", notation(m), name)
		}
		return
	}
	if err != nil || !slices.Contains(offered, move) || p.FormatMove(move) != name {
		t.Fatalf("%v: ParseMove(%s) = %v, %v; Moves %v; written %s",
			notation(m), name, move, err, offered, p.FormatMove(move))
	}
}

// compareDiscs compares what evaluators see.
func compareDiscs(t *testing.T, p *Connect4Position, m *model) {
	t.Helper()
	columns, rows, align := p.Size()
	if columns != m.columns || rows != m.rows || align != m.align {
		t.Fatalf("size %d, %d, %d", columns, rows, align)
	}
	for c := range columns {
		if p.Height(c) != m.free(c) {
			t.Fatalf("%v: height of column %d is %d, want %d", notation(m), c, p.Height(c), m.free(c))
		}
		for r := range rows + 1 {
			want := NoSide
			if r < rows {
				want = m.cells[r*columns+c]
			}
			for _, side := range []Side{First, Second} {
				if has := p.Discs(side).Has(c*(rows+1) + r); has != (want == side) {
					t.Fatalf("%v: column %d row %d: disc of %v is %v", notation(m), c, r, side, has)
				}
			}
		}
	}
	if n := p.Discs(First).Count() + p.Discs(Second).Count(); n != p.Ply() {
		t.Fatalf("%v: %d discs", notation(m), n)
	}
	if words := p.Discs(First)[1] | p.Discs(Second)[1]; p.OneWord() && words != 0 {
		t.Fatalf("%v: discs in the second word", notation(m))
	}
}

// FuzzParse checks that Parse accepts only canonical spellings and refuses
// with a code and a sentence.
func FuzzParse(f *testing.F) {
	for _, variant := range []string{
		"connect4:7x6:4", "connect4:15x15:5", "connect4:4x4:3", "connect4:07x6:4", "connect4:7x6:4 ",
		"Connect4:7x6:4", "connect4", "connect4:", "connect4::", "connect4:x:", "connect4:+7x6:4", "tictactoe", "", "\x00",
		"connect4:connect4:7x6:4", "connect4:99999999999999999999x6:4", strings.Repeat("é", 100),
	} {
		f.Add(variant)
	}
	f.Fuzz(func(t *testing.T, variant string) {
		g, err := Parse(variant)
		if err != nil {
			var refusal *Error
			if !errors.As(err, &refusal) || refusal.Code != CodeUnknownVariant || refusal.Text == "" || g != nil {
				t.Errorf("Parse(%q) = %v, %#v", variant, g, err)
			}
			return
		}
		if g.Variant() != variant {
			t.Errorf("Parse(%q).Variant() = %q", variant, g.Variant())
		}
		if again, err := Parse(variant); again != g || err != nil {
			t.Errorf("Parse(%q) a second time: %v, %v", variant, again, err)
		}
	})
}

// FuzzParseMove checks that no text makes ParseMove panic, and that what it
// accepts is written back in the same way.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"1", "7", "8", "0", "f", "A", "", "11", "é", " 1", "\xff"} {
		f.Add("connect4:7x6:4", text)
		f.Add("connect4:15x15:5", text)
	}
	f.Fuzz(func(t *testing.T, variant, text string) {
		g, err := Parse(variant)
		if err != nil {
			t.Skip()
		}
		p := g.Start()
		m, err := p.ParseMove(text)
		if err != nil {
			var refusal *Error
			if !errors.As(err, &refusal) || refusal.Code != CodeBadMove {
				t.Errorf("ParseMove(%q): %#v", text, err)
			}
			return
		}
		if p.FormatMove(m) != text {
			t.Errorf("ParseMove(%q) is written %q", text, p.FormatMove(m))
		}
	})
}
