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

// The fuzz targets of the games play one game on both a Position and its model. They compare
// everything that both can be asked, after each step. A byte below maxMoveByte picks a legal
// move. Any other byte takes a turn back or switches to a clone.

// maxMoveByte separates bytes that make a move from the others.
const maxMoveByte = 240

func FuzzConnect4(f *testing.F) {
	// The smallest and the largest boards, both sides of the one-word limit
	// (8x7 has 64 bits, 9x7 has 72), and each number to align.
	fuzzGame(f, "connect4",
		"connect4:4x4:3", "connect4:4x4:4", "connect4:4x5:5", "connect4:7x6:4", "connect4:8x7:5",
		"connect4:9x7:4", "connect4:4x15:4", "connect4:15x4:5", "connect4:15x15:3", "connect4:15x15:5")
}

func FuzzTicTacToe(f *testing.F) { fuzzGame(f, "tictactoe", "tictactoe") }

func FuzzForce3(f *testing.F) {
	fuzzGame(f, "force3", "force3", "force3:fair", "force3:placed", "force3:placed:fair")
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

// playBoth plays the bytes on the Position and on the model of a variant.
func playBoth(t *testing.T, variant string, moves []byte) {
	t.Helper()
	g := parse(t, variant)
	b := positionAndModel{Position: g.Start(), model: rulestest.New(variant), texts: candidateTexts(variant)}
	for _, n := range moves {
		b.step(t, n)
		b.compare(t)
	}
	if q, err := rules.Replay(g, b.model.Moves()); err != nil {
		t.Errorf("Replay(%v): %v", b.model.Moves(), err)
	} else {
		(&positionAndModel{q, b.model, b.texts}).compare(t)
	}
	for b.Ply() > 0 {
		b.Undo()
		b.model.Undo()
		b.compare(t)
	}
}

// positionAndModel is one game on a Position and on a model.
type positionAndModel struct {
	rules.Position
	model rulestest.Model
	texts []string // inputs for ParseMove
}

// step plays byte n on both.
func (b *positionAndModel) step(t *testing.T, n byte) {
	t.Helper()
	switch legal := b.model.Legal(); {
	case n < maxMoveByte:
		if len(legal) == 0 {
			return
		}
		name := legal[int(n)%len(legal)]
		move, err := b.ParseMove(name)
		if err != nil {
			t.Fatalf("%v: ParseMove(%q): %v", b.model.Moves(), name, err)
		}
		b.Play(move)
		b.model.Play(name)
	case n%2 == 0:
		if b.Ply() > 0 {
			b.Undo()
			b.model.Undo()
		}
	default:
		// Continue on the clone. Moves on the original must not matter.
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
	at, m := b.model.Moves(), b.model
	if b.Turn() != m.Turn() || b.Ply() != len(at) {
		t.Fatalf("%v: turn %v at ply %d, want %v at %d", at, b.Turn(), b.Ply(), m.Turn(), len(at))
	}
	if o := b.Outcome(); o.Over() != m.Over() || o.Winner() != m.Winner() {
		t.Fatalf("%v: outcome %v, want over %v, winner %v", at, o, m.Over(), m.Winner())
	}
	if got, want := b.Line(), m.Line(); !slices.Equal(got, want) || (got == nil) != (want == nil) {
		t.Fatalf("%v: line %v, want %v", at, got, want)
	}
	if got, want := drawing(b.Position), m.String(); got != want {
		t.Fatalf("%v:\n%s\nwant\n%s", at, got, want)
	}
	b.compareMoves(t)
}

// compareMoves compares the legal moves, and checks the refusals of the others.
func (b *positionAndModel) compareMoves(t *testing.T) {
	t.Helper()
	at := b.model.Moves()
	var offered []string
	for _, move := range b.Moves(nil) {
		name := b.FormatMove(move)
		if again, err := b.ParseMove(name); again != move || err != nil {
			t.Fatalf("%v: ParseMove(%s) = %v, %v, want %v", at, name, again, err, move)
		}
		offered = append(offered, name)
	}
	slices.Sort(offered)
	legal := slices.Sorted(slices.Values(b.model.Legal()))
	if !slices.Equal(offered, legal) {
		t.Fatalf("%v: Moves has %v, want %v", at, offered, legal)
	}
	for _, text := range b.texts {
		if _, ok := slices.BinarySearch(legal, text); ok {
			continue
		}
		_, err := b.ParseMove(text)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || refusal.Text == "" || !b.isExpectedCode(text, refusal.Code) {
			t.Fatalf("%v: ParseMove(%s): %#v", at, text, err)
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
				all = append(all, "M"+string(from)+"-"+string(to))
			}
		}
	}
	return all
}

// isExpectedCode reports whether a code is possible for a text that is not legal here. In
// Force 3 several are; TestRefusals checks the exact ones.
func (b *positionAndModel) isExpectedCode(text, code string) bool {
	var isMove bool // in some position of this game
	var others []string
	switch p := b.Position.(type) {
	case *rules.Connect4Position:
		columns, _, _ := p.Size()
		isMove = len(text) == 1 && strings.Contains("123456789abcdef"[:columns], text)
		others = []string{rules.CodeColumnFull}
	case *rules.TicTacToePosition:
		isMove = len(text) == 2 && strings.Contains("abc", text[:1]) && strings.Contains("123", text[1:])
		others = []string{rules.CodeCellTaken}
	default:
		isMove = len(text) > 1 && !strings.Contains(text, "0") && (text[0] != 'P' || len(text) == 2)
		others = []string{
			rules.CodeBadMove, rules.CodeCellTaken, rules.CodeNoDiscInHand, rules.CodeNotYourDisc,
			rules.CodeSlideBanned, rules.CodeFairStart, rules.CodePlaceFirst,
		}
	}
	switch {
	case !isMove:
		return code == rules.CodeBadMove
	case b.model.Over():
		return code == rules.CodeGameOver
	default:
		return slices.Contains(others, code)
	}
}
