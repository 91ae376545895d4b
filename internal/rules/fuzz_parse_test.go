package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// FuzzParse checks that Parse accepts only canonical spellings, and refuses others with a
// code and a text.
func FuzzParse(f *testing.F) {
	for _, variant := range []string{
		"connect4:7x6:4", "connect4:15x15:5", "connect4:4x4:3", "connect4:07x6:4", "connect4:7x6:4 ",
		"Connect4:7x6:4", "connect4", "connect4:", "connect4::", "connect4:x:", "connect4:+7x6:4", "tictactoe", "tictactoe:",
		"force3", "force3:fair", "force3:placed", "force3:", "force3:placed:fair", "force3:fair ", "", "\x00",
		"connect4:connect4:7x6:4", "connect4:99999999999999999999x6:4", strings.Repeat("é", 100),
	} {
		f.Add(variant)
	}
	f.Fuzz(func(t *testing.T, variant string) {
		g, err := rules.Parse(variant)
		if err != nil {
			var refusal *rules.Error
			if !errors.As(err, &refusal) || refusal.Code != rules.CodeUnknownVariant || refusal.Text == "" || g != nil {
				t.Errorf("Parse(%q) = %v, %#v", variant, g, err)
			}
			return
		}
		if g.Variant() != variant {
			t.Errorf("Parse(%q).Variant() = %q", variant, g.Variant())
		}
		if again, err := rules.Parse(variant); again != g || err != nil {
			t.Errorf("Parse(%q) a second time: %v, %v", variant, again, err)
		}
	})
}

// FuzzParseMove checks that no text makes ParseMove panic, and that FormatMove returns
// the text of each accepted move.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"1", "7", "8", "0", "f", "A", "", "11", "é", " 1", "\xff"} {
		f.Add("connect4:7x6:4", text)
		f.Add("connect4:15x15:5", text)
	}
	for _, text := range []string{"a1", "c3", "d1", "a4", "A1", "b2 ", "2b"} {
		f.Add("tictactoe", text)
	}
	for _, text := range []string{"P1", "P5", "M1-2", "M1-2-3", "S2", "S2+", "S1", "P1+", "p1", "M1–2", "S++", "S0"} {
		f.Add("force3", text)
		f.Add("force3:fair", text)
		f.Add("force3:placed", text)
	}
	f.Fuzz(func(t *testing.T, variant, text string) {
		g, err := rules.Parse(variant)
		if err != nil {
			t.Skip()
		}
		p := g.Start()
		m, err := p.ParseMove(text)
		if err != nil {
			var refusal *rules.Error
			if !errors.As(err, &refusal) || refusal.Text == "" ||
				refusal.Code != rules.CodeBadMove && !slices.Contains(candidateTexts(variant), text) {
				t.Errorf("ParseMove(%q): %#v", text, err)
			}
			return
		}
		if p.FormatMove(m) != text {
			t.Errorf("ParseMove accepts %q, and FormatMove returns %q", text, p.FormatMove(m))
		}
	})
}
