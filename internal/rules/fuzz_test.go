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

// The fuzz targets of the games play one game on both a Position and its model. After each step
// they compare the results of all methods that both have. A byte below maxMoveByte picks a legal
// move. Any other byte takes a turn back or switches to a clone.

// A byte below maxMoveByte makes a move.
const maxMoveByte = 240

func FuzzConnect4(f *testing.F) {
	// The smallest and the largest boards, boards on either side of the one-word limit
	// (8x7 has 64 bits, 9x7 has 72), and each number to align.
	fuzzGame(f, "connect4",
		"connect4:4x4:3", "connect4:4x4:4", "connect4:4x5:5", "connect4:7x6:4", "connect4:8x7:5",
		"connect4:9x7:4", "connect4:4x15:4", "connect4:15x4:5", "connect4:15x15:3", "connect4:15x15:5")
}

func FuzzTicTacToe(f *testing.F) { fuzzGame(f, "tictactoe", "tictactoe") }

func FuzzForce3(f *testing.F) {
	fuzzGame(f, "force3", "force3", "force3:fair", "force3:placed", "force3:placed:fair", "force3:report")
}

func fuzzGame(f *testing.F, family string, variants ...string) {
	for _, variant := range variants {
		f.Add(variant, []byte{})
		f.Add(variant, []byte{3, 2, 3, 2, 3, 2, 3, 2, 3, 2})
		for seed := range uint64(4) {
			rng := rand.New(rand.NewPCG(seed, uint64(len(variant))))
			moves := make([]byte, 300)
			for i := range moves {
				moves[i] = byte(rng.IntN(maxMoveByte * 17 / 16))
			}
			f.Add(variant, moves)
		}
	}
	f.Fuzz(func(t *testing.T, variant string, moves []byte) {
		if _, err := rules.Parse(variant); err != nil || !strings.HasPrefix(variant, family) {
			t.Skip()
		}
		playBoth(t, variant, moves)
	})
}

// playBoth carries out the steps in moves on a Position and on a model of a variant.
func playBoth(t *testing.T, variant string, moves []byte) {
	t.Helper()
	g := parse(t, variant)
	b := positionAndModel{Position: g.Start(), model: rulestest.New(variant), texts: candidateTexts(variant)}
	for _, n := range moves {
		b.step(t, n)
		b.compare(t)
	}
	q := g.Start()
	if err := rules.Replay(q, b.model.Moves); err != nil {
		t.Errorf("Replay(%v): %v", b.model.Moves, err)
	} else {
		(&positionAndModel{q, b.model, b.texts}).compare(t)
	}
	for b.Ply() > 0 {
		b.Undo()
		b.model.Undo()
		b.compare(t)
	}
}

// positionAndModel is one game, played on a Position and on a model.
type positionAndModel struct {
	rules.Position
	model *rulestest.Model
	texts []string // inputs for ParseMove
}

// step carries out the step that byte n stands for.
func (b *positionAndModel) step(t *testing.T, n byte) {
	t.Helper()
	switch legal := b.model.Legal; {
	case n < maxMoveByte:
		if len(legal) == 0 {
			return
		}
		name := legal[int(n)%len(legal)]
		move, err := b.ParseMove(name)
		if err != nil {
			t.Fatalf("after %v: ParseMove(%q): %v", b.model.Moves, name, err)
		}
		b.Play(move)
		b.model.Play(name)
	case n%2 == 0:
		if b.Ply() > 0 {
			b.Undo()
			b.model.Undo()
		}
	default:
		// Continue on the clone. Later moves on the original must not change it.
		clone, half := b.Clone(), b.Ply()/2
		for b.Ply() > half {
			b.Undo()
		}
		for range 4 {
			if moves := b.Moves(nil); len(moves) > 0 {
				b.Play(moves[len(moves)-1])
			}
		}
		b.Position = clone
	}
}

// compare fails if the position and the model disagree.
func (b *positionAndModel) compare(t *testing.T) {
	t.Helper()
	at, m := b.model.Moves, b.model
	if b.Turn() != m.Turn() || b.Ply() != len(at) {
		t.Fatalf("after %v: turn %v at ply %d, want %v at %d", at, b.Turn(), b.Ply(), m.Turn(), len(at))
	}
	if o := b.Outcome(); o.Over() != m.Over || o.Winner() != m.Winner {
		t.Fatalf("after %v: outcome %v, want over %v, winner %v", at, o, m.Over, m.Winner)
	}
	if got, want := b.Line(), m.Line; !slices.Equal(got, want) || (got == nil) != (want == nil) {
		t.Fatalf("after %v: line %v, want %v", at, got, want)
	}
	if got, want := drawing(b.Position), m.String(); got != want {
		t.Fatalf("after %v:\n%s\nwant\n%s", at, got, want)
	}
	b.compareMoves(t)
}

// compareMoves compares the legal moves, and checks that ParseMove refuses the other texts.
func (b *positionAndModel) compareMoves(t *testing.T) {
	t.Helper()
	at := b.model.Moves
	var offered []string
	for _, move := range b.Moves(nil) {
		name := b.FormatMove(move)
		if again, err := b.ParseMove(name); again != move || err != nil {
			t.Fatalf("after %v: ParseMove(%s) = %v, %v, want %v", at, name, again, err, move)
		}
		offered = append(offered, name)
	}
	slices.Sort(offered)
	legal := slices.Sorted(slices.Values(b.model.Legal))
	if !slices.Equal(offered, legal) {
		t.Fatalf("after %v: Moves has %v, want %v", at, offered, legal)
	}
	for _, text := range b.texts {
		if _, ok := slices.BinarySearch(legal, text); ok {
			continue
		}
		_, err := b.ParseMove(text)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Text == "" || !b.isExpectedCode(text, refusal.Code) {
			t.Fatalf("after %v: ParseMove(%s): got error %#v", at, text, err)
		}
	}
}

// candidateTexts returns all moves of a game's notation, and some texts that are no
// moves.
func candidateTexts(variant string) []string {
	all := []string{"", " ", "x", "S"}
	switch name, _, _ := strings.Cut(variant, ":"); name {
	case "connect4":
		return append(all, strings.Split("123456789abcdef", "")...)
	case "tictactoe":
		for _, column := range "abcd" {
			for _, row := range "01234" {
				all = append(all, string(column)+string(row))
			}
		}
	case "force3":
		for from := '0'; from <= '9'; from++ {
			all = append(all, "P"+string(from), "S"+string(from), "S"+string(from)+"+", "P"+string(from)+"+")
			for to := '0'; to <= '9'; to++ {
				all = append(all, "M"+string(from)+"-"+string(to), "S"+string(from)+"+"+string(to))
			}
		}
	}
	return all
}

// isExpectedCode reports whether ParseMove may refuse a text that is not legal here with code. In
// Force 3 it accepts several codes for a text; TestRefusals checks the exact ones.
func (b *positionAndModel) isExpectedCode(text, code string) bool {
	var isMove bool // whether text is legal in some position of this game
	var others []string
	switch p := b.Position.(type) {
	case *rules.Connect4Position:
		columns, _, _ := p.Size()
		isMove = len(text) == 1 && strings.Contains("123456789abcdef"[:columns], text)
		others = []string{rules.CodeColumnFull}
	case *rules.TicTacToePosition:
		isMove = len(text) == 2 && strings.Contains("abc", text[:1]) && strings.Contains("123", text[1:])
		others = []string{rules.CodeCellTaken}
	case *rules.Force3Position:
		isMove = len(text) > 1 && !strings.Contains(text, "0") && (text[0] != 'P' || len(text) == 2)
		if len(text) > 2 && text[0] == 'S' { // two slides: S3+, or S2+3 in force3:report
			isMove = isMove && (len(text) == len("S2+3")) == p.Report()
		}
		others = []string{
			rules.CodeBadMove, rules.CodeCellTaken, rules.CodeNoDiscInHand, rules.CodeNotYourDisc,
			rules.CodeSlideBanned, rules.CodeFairStart, rules.CodePlaceFirst,
		}
	}
	switch {
	case !isMove:
		return code == rules.CodeBadMove
	case b.model.Over:
		return code == rules.CodeGameOver
	default:
		return slices.Contains(others, code)
	}
}
